import { profileValuePermission } from '../../contract/permissions.ts'
import { requirePermission } from '../../http/callers/authorise.ts'
import { heavyCost } from '../../http/limits/request-cost.ts'
import { noSuch } from '../../http/refusals/problem.ts'
import { readRoute } from '../../http/route/route.ts'
import { requireVisibleRuleset } from '../../policy/rights/visible-ruleset.ts'
import { SuggestedRules } from '../../policy/suggest/schema.ts'
import { suggestRulesOf } from '../../policy/suggest/suggest-rules-of.ts'
import { findDriftScope } from './drift-queries.ts'

export const listSuggestedRules = readRoute({
  id: 'listSuggestedRules',
  url: '/directory/resources/:resource/suggested-rules',
  summary: 'Suggest rules for the members of a resource',
  description:
    'At most six rules that admit the people who are members now, whatever rules there are: of up to three conditions on the `policy_keys` of integrations, on attributes, on managers and on who is entitled to other resources. ' +
    'Who would be missing and who would be extra is said by name. Rules are found by most people, and suggested only if they fit the others too. If none explain the group, `is_explained` is false and `message` says so. ' +
    'Keys that people can write themselves, dates, and keys that tell people apart are not used. Nothing is stored: each rule can be drafted, and each of `exceptions` made, as it is. ' +
    'Needs `directory.user.view`, `directory.identity.profile.view` and, if the resource has a ruleset, `policy.rule.view`; conditions on attributes also `directory.attribute.view`, on other resources `policy.rule.view`. ' +
    'A role on the ruleset stands for `directory.resource.view` and `policy.rule.view`.',
  access: { row: 'directory.resource.view' },
  cost: heavyCost,
  params: { resource: 'resource' },
  response: SuggestedRules,
  snapshot: () => true,
  handler: async (context) => {
    const scope = await findDriftScope(context.db, context.params.resource)
    await context.ask('directory.resource.view', { rulesetId: scope?.ruleset ?? undefined })
    if (scope === undefined) throw noSuch('resource', context.params.resource)
    if (scope.ruleset !== null) await requireVisibleRuleset(context, scope.ruleset)
    requirePermission(context.caller, 'directory.user.view')
    requirePermission(context.caller, profileValuePermission)
    return suggestRulesOf(context, scope)
  },
})

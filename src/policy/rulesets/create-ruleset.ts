import { encodeId } from '../../contract/ids.ts'
import { policyChangeCost } from '../../http/request-cost.ts'
import { Restart, writeRoute } from '../../http/route.ts'
import { Empty, Shape } from '../../http/schema.ts'
import { baseUrl } from '../../http/services.ts'
import { perform } from '../plans/perform.ts'
import { createRuleset as operation, newRulesetProperties } from './operations/create-ruleset.ts'
import { writtenRuleset } from './answer-ruleset.ts'
import { DescribedRuleset } from './schema.ts'

export const createRuleset = writeRoute({
  id: 'createRuleset',
  method: 'POST',
  url: '/policy/rulesets',
  tag: 'policy',
  summary: 'Make the ruleset of a resource',
  description:
    'The policy of a vendor’s resource that has none yet; an attribute comes with its own. Until it is `managed` and rules are in ' +
    'force there, no one is moved. 422 `errors.resource_id` names the ruleset that a resource has already. Needs `directory.resource.view` ' +
    'as well; limits above those of the workspace also take `policy.change.approve`.',
  access: 'policy.ruleset.manage',
  cost: policyChangeCost,
  params: {},
  query: Empty,
  body: Shape(newRulesetProperties),
  isVersioned: true,
  status: 201,
  response: DescribedRuleset,
  handler: async (context) => {
    const id = await perform(context, operation, context.body())
    if (id instanceof Restart) return id
    context.location(`${baseUrl(context.services)}/policy/rulesets/${encodeId('ruleset', id)}`)
    return writtenRuleset(context, id)
  },
})

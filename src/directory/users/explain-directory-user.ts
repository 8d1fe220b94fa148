import { createHash } from 'node:crypto'
import type { Caller } from '../../access/caller.ts'
import { decodeId } from '../../contract/ids.ts'
import { badRequest } from '../../http/refusals/problem.ts'
import { JsonText } from '../../http/bodies/ready.ts'
import { readRoute, type ReadContext } from '../../http/route/route.ts'
import { Id, Shape } from '../../http/shapes/schema.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { explainAccess, explanationText } from '../../policy/explain/explain-access.ts'
import type { ExplainedAccess } from '../../policy/explain/explained-access.ts'
import { Explanation } from '../../policy/explain/schema.ts'
import { requireVisibleRuleset, mayViewRuleset } from '../../policy/rights/visible-ruleset.ts'
import { policyViewer, viewerMark } from '../../policy/shapes/withhold.ts'
import { requireKnown } from '../require-known.ts'

export const explainDirectoryUser = readRoute({
  id: 'explainDirectoryUser',
  url: '/directory/users/:user/explain',
  summary: 'Explain why a directory user is in a manifest, or why not',
  description:
    'Every rule of the ruleset in admission order, every condition with what it saw of this person (values of profiles with the account that they come from and when it last changed, managers, attributes with the rule that gives them) and the verdict; ' +
    'who may be in and who not; grace; and for a miss the nearest rule and what would make it match. Staged rules are among them, not in force. ' +
    'Needs `policy.rule.view`, or a role on the ruleset, as well; values of profiles, and what conditions want of them, need `directory.identity.profile.view`.',
  access: 'directory.user.view',
  cost: 10,
  params: { user: 'directoryUser' },
  query: Shape({ ruleset: { ...Id('ruleset'), description: 'The ruleset that it is about' } }),
  response: Explanation,
  snapshot: () => true,
  handler: async (context) => {
    const userId = context.params.user
    const rulesetId = decodeId('ruleset', context.query.ruleset)
    if (rulesetId === undefined)
      throw badRequest('The query parameter ruleset must be the id of a policy ruleset.')
    await requireKnown(context.db, 'directoryUser', userId)
    await requireVisibleRuleset(context, rulesetId)
    const explained = await explainAccess(context, { userId, rulesetId })
    const viewer = {
      ...policyViewer(context.may),
      seesRuleset: (id: string) => mayViewRuleset(context, id),
    }
    context.etag(explained.subject.version, representationOf(explained, context))
    return new JsonText(await explanationText(explained, viewer, baseUrl(context.services)))
  },
})

/** What the answer depends on besides its person: the ruleset, the policy, names in it, and the viewer's rights. */
function representationOf(
  { ruleset, subject, names, stay }: ExplainedAccess,
  { may, caller }: ReadContext,
): string {
  const named = [...names.values()].reduce((sum, { version }) => sum + version, 0)
  const sees = viewerMark(policyViewer(may))
  const roles = may('policy.rule.view') ? '' : rulesetsOf(caller)
  return `${ruleset.version}-${subject.epoch}-${named}-${stay?.state ?? 'out'}${sees}${roles}`
}

/** A short digest of the rulesets on which the caller has roles. */
function rulesetsOf({ rulesetRoles }: Caller): string {
  const ids = [...rulesetRoles.keys()].sort().join()
  return `R${createHash('sha256').update(ids).digest('hex').slice(0, 12)}`
}

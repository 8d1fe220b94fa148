import { noSuch } from '../../http/refusals/problem.ts'
import { heavyCost } from '../../http/limits/request-cost.ts'
import { readRoute } from '../../http/route/route.ts'
import { compareTeam } from '../../policy/compare/compare-team.ts'
import { TeamComparison } from '../../policy/compare/schema.ts'
import { findSubject } from '../../policy/explain/queries.ts'
import { askForSomeRuleset } from '../../policy/rights/visible-ruleset.ts'

export const compareTeamOfDirectoryUser = readRoute({
  id: 'compareTeamOfDirectoryUser',
  url: '/directory/users/:user/compare-team',
  summary: 'Compare what the people below a directory user have access to',
  description:
    'Of everybody below this person, at any level, who is active or expiring: what all have in the same role (`common`), what all have in different roles (`differs`), and what only some have (`some`), ' +
    'with the first people who have it, the first who do not, and what these do not meet of the rule by which most others have it. ' +
    'Rulesets that you may not see are left out. Needs `policy.rule.view`, or a role on a ruleset, as well. 422 for someone with more than 2,000 people below.',
  access: 'directory.user.view',
  cost: heavyCost,
  params: { user: 'directoryUser' },
  response: TeamComparison,
  snapshot: () => true,
  handler: async (context) => {
    await askForSomeRuleset(context)
    const manager = await findSubject(context.db, context.params.user)
    if (manager === undefined) throw noSuch('directoryUser', context.params.user)
    return compareTeam(context, manager)
  },
})

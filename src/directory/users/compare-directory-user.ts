import { Type } from 'typebox'
import { decodeId } from '../../contract/ids.ts'
import { badRequest, noSuch } from '../../http/refusals/problem.ts'
import { readRoute } from '../../http/route/route.ts'
import { Id, InstantInput, Shape } from '../../http/shapes/schema.ts'
import { compareDates } from '../../policy/compare/compare-dates.ts'
import { comparePeople } from '../../policy/compare/compare-people.ts'
import { Comparison } from '../../policy/compare/schema.ts'
import { findSubject } from '../../policy/explain/queries.ts'
import { askForSomeRuleset } from '../../policy/rights/visible-ruleset.ts'
import { readAt } from '../../policy/users/at-parameter.ts'

export const compareDirectoryUser = readRoute({
  id: 'compareDirectoryUser',
  url: '/directory/users/:user/compare',
  summary: 'Compare what a directory user has access to',
  description:
    'With `with`: what this person (here) and another one (there) have now: only one of them, both in another role or by grace, or both; and what the one who is out does not meet. ' +
    'With `at`: what this person had then (here) and at `until`, or now (there), and what made each difference. ' +
    'Rulesets that you may not see are left out. Needs `policy.rule.view`, or a role on a ruleset, as well.',
  access: 'directory.user.view',
  cost: 5,
  params: { user: 'directoryUser' },
  query: Shape({
    with: Type.Optional({ ...Id('directoryUser'), description: 'Another person' }),
    at: Type.Optional({ ...InstantInput, description: 'An instant that has passed' }),
    until: Type.Optional({
      ...InstantInput,
      description: 'A later one that has passed; without it, now',
    }),
  }),
  response: Comparison,
  snapshot: () => true,
  handler: async (context) => {
    const { db, query, params, now } = context
    await askForSomeRuleset(context)
    const [at, until = now] = [readAt(query.at, now), readAt(query.until, now, 'until')]
    if ((query.with === undefined) === (at === undefined))
      throw badRequest('Give one of the query parameters with and at.')
    if (query.with !== undefined && query.until !== undefined)
      throw badRequest('The query parameter until belongs to at.')
    if (at !== undefined && at > until)
      throw badRequest('The query parameter until must not be before at.')
    const here = await findSubject(db, params.user)
    if (here === undefined) throw noSuch('directoryUser', params.user)
    if (at !== undefined) return compareDates(context, here, { at, until })
    const other = decodeId('directoryUser', query.with ?? '') ?? ''
    const there = await findSubject(db, other)
    if (there === undefined) throw noSuch('directoryUser', other)
    return comparePeople(context, here, there)
  },
})

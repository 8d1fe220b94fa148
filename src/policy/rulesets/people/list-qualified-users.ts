import { sql } from 'kysely'
import { requirePermission } from '../../../http/callers/authorise.ts'
import { idFilter, idsFilter, isAnyOf } from '../../../http/lists/filters.ts'
import { declareList } from '../../../http/lists/list.ts'
import { amongRows, type RowSet } from '../../../http/lists/row-set.ts'
import { baseUrl } from '../../../http/route/protocol.ts'
import { readRoute } from '../../../http/route/route.ts'
import { requireVisibleRuleset } from '../../rights/visible-ruleset.ts'
import { foundOfSome, personSearchFilter } from './person-search.ts'
import {
  personFilters,
  personId,
  personSorts,
  presentRulesetPerson,
  RulesetPerson,
  selectRulesetPeople,
} from './ruleset-people.ts'

const people = declareList({
  item: RulesetPerson,
  filters: personFilters,
  searches: { rule_id: idsFilter, search: personSearchFilter },
  sorts: personSorts,
  defaultSort: 'full_name',
  id: personId,
  rows: ({ db, params }) => {
    const { ruleset = '' } = params
    return selectRulesetPeople(db, ruleset).select(
      sql<string[]>`(select jsonb_agg(r.id order by r.priority, r.activated_at, r.id)
        from rule r join qualification q on q.rule_id = r.id
        where r.ruleset_id = ${ruleset}::uuid and q.directory_user_id = p.id)`.as('rules'),
    )
  },
  found: ({ db, query }) => foundOfSome(db, query),
  present: (row, { params, services }) =>
    presentRulesetPerson(row, row.rules, {
      rulesetId: params['ruleset'] ?? '',
      baseUrl: baseUrl(services),
    }),
})

export const listQualifiedUsers = readRoute({
  id: 'listQualifiedUsers',
  url: '/policy/rulesets/:ruleset/qualified-users',
  summary: 'List who qualifies for rules of a ruleset',
  description:
    'The people who meet a rule in force of the ruleset, in any state, by full name, then id: what `count.qualified_users` counts. ' +
    '`filter[search]` looks in full name, e-mail address and username. Needs `directory.user.view` as well.',
  access: { row: 'policy.rule.view' },
  params: { ruleset: 'ruleset' },
  query: people.query,
  response: people.response,
  snapshot: () => true,
  handler: async (context) => {
    const rulesetId = context.params.ruleset
    await requireVisibleRuleset(context, rulesetId)
    requirePermission(context.caller, 'directory.user.view')
    const ruleIds = idFilter(context.query, 'rule_id', 'rule')
    const qualified = qualifiedPeople(rulesetId, ruleIds)
    return people.page(context, await amongRows(context.db, sql`p.id`, qualified))
  },
})

/** Those who meet a rule of the ruleset, or one of these (uuids) that are rules of it. */
function qualifiedPeople(rulesetId: string, ruleIds: readonly string[] | undefined): RowSet {
  const wanted = ruleIds === undefined ? sql`true` : isAnyOf(sql`r.id`, ruleIds, 'uuid')
  const rules = sql`select r.id from rule r where r.ruleset_id = ${rulesetId}::uuid and ${wanted}`
  return {
    ids: sql`select q.directory_user_id from qualification q where q.rule_id = any (array(${rules}))`,
    isOne: sql<boolean>`exists (select from qualification q
      where q.directory_user_id = p.id and q.rule_id = any (array(${rules})))`,
  }
}

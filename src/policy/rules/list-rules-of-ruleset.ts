import { sql } from 'kysely'
import { Type } from 'typebox'
import { ruleStates } from '../../contract/states.ts'
import {
  anyOf,
  anyOfFilter,
  anyOfTexts,
  between,
  type Conditions,
  flagFilter,
  flagged,
  idFilter,
  idsFilter,
  instantFilters,
  isAnyOf,
  textsFilter,
  whereAll,
} from '../../http/filters.ts'
import { includeParameter } from '../../http/include.ts'
import { ListOf, listPage, listQuery } from '../../http/list.ts'
import { readRoute } from '../../http/route.ts'
import { baseUrl } from '../../http/protocol.ts'
import { Shape } from '../../http/schema.ts'
import { goneReferents } from '../conditions/gone-referents.ts'
import { pageCost, withCounts } from '../rulesets/list-counts.ts'
import { isException, presentListedRule, ruleSorts, selectRules } from './queries.ts'
import { selectRuleCounts } from './rule-counts.ts'
import { CountedRule } from './schema.ts'
import { policyViewer } from '../shapes/withhold.ts'
import { requireVisibleRuleset } from '../rights/visible-ruleset.ts'

export const listRulesOfRuleset = readRoute({
  id: 'listRulesOfRuleset',
  method: 'GET',
  url: '/policy/rulesets/:ruleset/rules',
  tag: 'policy',
  summary: 'List the rules of a ruleset',
  description:
    'In admission order: by priority, then activation, then id; the first one that admits a person is the one that holds them. ' +
    'Rules that have ended are among them: `filter[state]=staged,active,expiring` leaves them out. `filter[is_exception]` finds the rules that let one person in until an end, with a reason. `include=count` adds how many people meet each rule and are in by it. `findings` says what a rule names although it is gone. ' +
    'What conditions want of profiles needs `directory.identity.profile.view`.',
  access: { row: 'policy.rule.view' },
  cost: pageCost,
  params: { ruleset: 'ruleset' },
  query: Shape({
    ...listQuery(
      {
        id: idsFilter,
        state: anyOfFilter(ruleStates),
        role_handle: textsFilter('handles of roles'),
        key: textsFilter('keys, to the letter'),
        finding: anyOfFilter(['referent_gone']),
        is_exception: flagFilter(),
        is_imported: flagFilter(),
        ...instantFilters('created', 'updated', 'activates', 'activated', 'expires'),
      },
      ruleSorts,
    ).properties,
    include: Type.Optional(includeParameter(['count'])),
  }),
  status: 200,
  response: ListOf(CountedRule),
  handler: async (context) => {
    const { ruleset } = context.params
    await requireVisibleRuleset(context, ruleset)
    const shown = { viewer: policyViewer(context.may), baseUrl: baseUrl(context.services) }
    const rules = whereAll(
      selectRules(context.db).where('r.ruleset_id', '=', ruleset),
      conditions(context.query, ruleset),
    )
    const page = await listPage(context, rules, {
      sorts: ruleSorts,
      defaultSort: 'admission',
      id: sql`r.id`,
      present: (row) => ({ id: row.id, row: presentListedRule(row, shown) }),
    })
    const countOf = (ids: readonly string[]) => selectRuleCounts(context.db, ids)
    return withCounts(page, context.query.include !== undefined, countOf)
  },
})

function conditions(query: Record<string, unknown>, rulesetId: string): Conditions {
  const states = anyOf(query['filter[state]'])
  const roles = anyOf(query['filter[role_handle]'])
  const ids = idFilter(query, 'id', 'rule')
  return [
    flagged(query, 'is_exception', isException),
    states && isAnyOf(sql`r.state`, states),
    roles && isAnyOf(sql`pr.handle`, roles),
    ids && isAnyOf(sql`r.id`, ids, 'uuid'),
    ...anyOfTexts(query, { key: sql`r.key` }),
    flagged(query, 'is_imported', sql`r.is_imported`),
    ...between(query, {
      created: sql`r.created_at`,
      updated: sql`r.updated_at`,
      activates: sql`r.activates_at`,
      activated: sql`r.activated_at`,
      expires: sql`r.expires_at`,
    }),
    query['filter[finding]'] === undefined
      ? undefined
      : sql`r.id in (select rule_id from (${goneReferents(sql`gr.ruleset_id = ${rulesetId}`)}) gone)`,
  ]
}

import { sql, type RawBuilder } from 'kysely'
import { Type } from 'typebox'
import { ruleFindingKinds, ruleStates } from '../../contract/states.ts'
import { anyOfFilter, whereAll } from '../../http/lists/filters.ts'
import { by, listFilters } from '../../http/lists/list-filters.ts'
import { includeParameter } from '../../http/shapes/include.ts'
import { ListOf, listPage, listQuery } from '../../http/lists/list.ts'
import { readRoute, type ReadContext } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { Shape } from '../../http/shapes/schema.ts'
import { sortFields } from '../../http/lists/page.ts'
import { isFoundIn } from '../conditions/rule-findings.ts'
import { pageCost, withCounts } from '../rulesets/list-counts.ts'
import { admission, isException, presentListedRule, selectRules } from './queries.ts'
import { selectRuleCounts } from './rule-counts.ts'
import { CountedRule } from './schema.ts'
import { policyViewer } from '../shapes/withhold.ts'
import { requireVisibleRuleset } from '../rights/visible-ruleset.ts'

const sorts = sortFields({
  admission: ['text', admission],
  created_at: ['timestamptz', sql`r.created_at`],
  updated_at: ['timestamptz', sql`r.updated_at`],
})

const filters = listFilters({
  id: by.id('rule', sql`r.id`),
  state: by.word(ruleStates, sql`r.state`),
  role_handle: by.text('handles of roles', sql`pr.handle`),
  key: by.text('keys, to the letter', sql`r.key`),
  is_exception: by.flag(isException),
  is_imported: by.flag(sql`r.is_imported`),
  ...by.instants({
    created: sql`r.created_at`,
    updated: sql`r.updated_at`,
    activates: sql`r.activates_at`,
    activated: sql`r.activated_at`,
    expires: sql`r.expires_at`,
  }),
})

const rulesQuery = Shape({
  ...listQuery({ ...filters.schemas, finding: anyOfFilter(ruleFindingKinds) }, sorts).properties,
  include: Type.Optional(includeParameter(['count'])),
})

export const listRulesOfRuleset = readRoute({
  id: 'listRulesOfRuleset',
  url: '/policy/rulesets/:ruleset/rules',
  summary: 'List the rules of a ruleset',
  description:
    'In admission order: by priority, then activation, then id; the first one that admits a person is the one that holds them. ' +
    'Rules that have ended are among them: `filter[state]=staged,active,expiring` leaves them out. `filter[is_exception]` finds the rules that let one person in until an end, with a reason. `include=count` adds how many people meet each rule and are in by it. `findings` says what a rule names although it is gone, and whether people can write themselves what it tests. ' +
    'What conditions want of profiles needs `directory.identity.profile.view`.',
  access: { row: 'policy.rule.view' },
  cost: pageCost,
  params: { ruleset: 'ruleset' },
  query: rulesQuery,
  response: ListOf(CountedRule),
  handler: (context) => rulesPage(context),
})

type ListContext = ReadContext<{ ruleset: 'ruleset' }, Record<string, unknown>>

async function rulesPage(context: ListContext, only?: RawBuilder<boolean>) {
  const { ruleset } = context.params
  await requireVisibleRuleset(context, ruleset)
  const shown = { viewer: policyViewer(context.may), baseUrl: baseUrl(context.services) }
  const rules = whereAll(selectRules(context.db).where('r.ruleset_id', '=', ruleset), [
    ...filters.conditions(context),
    'filter[finding]' in context.query
      ? isFoundIn(sql`r.id`, {
          of: 'rule_id',
          kinds: context.query['filter[finding]'],
          isWanted: sql`gr.ruleset_id = ${ruleset}`,
        })
      : undefined,
    only,
  ])
  const page = await listPage(context, rules, {
    sorts,
    defaultSort: 'admission',
    id: sql`r.id`,
    present: (row) => ({ id: row.id, row: presentListedRule(row, shown) }),
  })
  const countOf = (ids: readonly string[]) => selectRuleCounts(context.db, ids)
  return withCounts(page, context.query['include'] !== undefined, countOf)
}

export const listExceptionsOfRuleset = readRoute({
  id: 'listExceptionsOfRuleset',
  url: '/policy/rulesets/:ruleset/exceptions',
  summary: 'List the exceptions of a ruleset',
  description:
    'The rules that let one person in until an end, with a reason, in admission order. Those that have ended are among them: ' +
    '`filter[state]=staged,active,expiring` leaves them out. Filters and fields are those of the rules of a ruleset.',
  access: { row: 'policy.rule.view' },
  cost: pageCost,
  params: { ruleset: 'ruleset' },
  query: rulesQuery,
  response: ListOf(CountedRule),
  handler: (context) => rulesPage(context, isException),
})

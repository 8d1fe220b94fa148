import { sql, type RawBuilder } from 'kysely'
import { Type } from 'typebox'
import { ruleFindingKinds, ruleStates } from '../../contract/states.ts'
import { anyOfFilter } from '../../http/lists/filters.ts'
import { by } from '../../http/lists/list-filters.ts'
import { includeParameter } from '../../http/shapes/include.ts'
import { declareList, type ListContext } from '../../http/lists/list.ts'
import { readRoute } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { sortFields } from '../../http/lists/page.ts'
import { isFoundIn } from '../conditions/rule-findings.ts'
import { pageCost, withCounts } from '../rulesets/list-counts.ts'
import { admission, isException, presentListedRule, selectRules } from './queries.ts'
import { selectRuleCounts } from './rule-counts.ts'
import { CountedRule } from './schema.ts'
import { policyViewer } from '../shapes/withhold.ts'
import { requireVisibleRuleset } from '../rights/visible-ruleset.ts'

const rules = declareList({
  item: CountedRule,
  filters: {
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
  },
  searches: { finding: anyOfFilter(ruleFindingKinds) },
  parameters: { include: Type.Optional(includeParameter(['count'])) },
  sorts: sortFields({
    admission: ['text', admission],
    created_at: ['timestamptz', sql`r.created_at`],
    updated_at: ['timestamptz', sql`r.updated_at`],
  }),
  defaultSort: 'admission',
  id: sql`r.id`,
  rows: ({ db }) => selectRules(db),
  present: (row, { may, services }) =>
    presentListedRule(row, { viewer: policyViewer(may), baseUrl: baseUrl(services) }),
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
  query: rules.query,
  response: rules.response,
  handler: (context) => rulesPage(context),
})

type RulesContext = ListContext & { params: { ruleset: string } }

async function rulesPage(context: RulesContext, only?: RawBuilder<boolean>) {
  const { ruleset } = context.params
  const kinds = context.query['filter[finding]']
  await requireVisibleRuleset(context, ruleset)
  const isWanted = sql<boolean>`gr.ruleset_id = ${ruleset}`
  const page = await rules.page(
    context,
    sql`r.ruleset_id = ${ruleset}`,
    kinds === undefined ? undefined : isFoundIn(sql`r.id`, { of: 'rule_id', kinds, isWanted }),
    only,
  )
  const isAsked = context.query['include'] !== undefined
  const countOf = (ids: readonly string[]) => selectRuleCounts(context.db, ids)
  return withCounts(page, { kind: 'rule', isAsked }, countOf)
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
  query: rules.query,
  response: rules.response,
  handler: (context) => rulesPage(context, isException),
})

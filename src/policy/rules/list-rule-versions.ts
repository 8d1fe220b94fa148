import { Type, type Static } from 'typebox'
import { sql } from 'kysely'
import { decodeId, encodeId } from '../../contract/ids.ts'
import { ruleStates } from '../../contract/states.ts'
import { by } from '../../http/lists/list-filters.ts'
import { declareList } from '../../http/lists/list.ts'
import { sortFields } from '../../http/lists/page.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { readRoute, type ReadContext } from '../../http/route/route.ts'
import { Id, Instant, Nullable, OneOf, RecordShape, Shape, Text } from '../../http/shapes/schema.ts'
import { requireVisibleRuleset } from '../rights/visible-ruleset.ts'
import { policyViewer } from '../shapes/withhold.ts'
import { presentListedRule, selectRules } from './queries.ts'
import {
  maximumSteps,
  selectOrigins,
  selectSteps,
  selectWords,
  type Origin,
} from './rule-versions.ts'
import { rowProperties, type ListedRule } from './schema.ts'

const said = Nullable(Text(1000, { examples: ['department is Sales'] }))

/** A rule of a ruleset with where it came from, how it differs from that, and what happened to it. */
const RuleVersion = RecordShape(
  {
    ...rowProperties,
    came_from: Nullable(
      Shape(
        { rule_id: Id('rule'), how: OneOf(['replaced', 'copied']) },
        { description: 'The rule that it took over from, or of which it is a copy' },
      ),
    ),
    changes: Type.Array(
      Shape({ field: Text(63, { examples: ['condition'] }), before: said, after: said }),
      {
        maxItems: 500,
        description:
          'How it differs from that rule; a condition that it has not, or has besides, is on one side only',
      },
    ),
    steps: Type.Array(
      Shape({
        event: Text(100, { examples: ['policy.rule.activate'] }),
        at: Instant,
        actor_id: Nullable(
          Text(32, {
            description: 'Who did it, for holders of `audit.log.view`; null for the clock',
            examples: ['wsusr_01kaf7m2t4e8j9p3q5r7s9v1wx'],
          }),
        ),
        plan_id: Nullable(Id('plan')),
      }),
      { maxItems: maximumSteps, description: 'What happened to it, the latest first' },
    ),
  },
  { $id: 'PolicyRuleVersion' },
)
type Version = Static<typeof RuleVersion>

const versions = declareList({
  item: RuleVersion,
  filters: { id: by.id('rule', sql`r.id`), state: by.word(ruleStates, sql`r.state`) },
  sorts: sortFields({ created_at: ['timestamptz', sql`r.created_at`] }),
  defaultSort: '-created_at',
  id: sql`r.id`,
  rows: ({ db }) => selectRules(db),
  present: (row, { may, services }): Version => ({
    ...presentListedRule(row, { viewer: policyViewer(may), baseUrl: baseUrl(services) }),
    came_from: null,
    changes: [],
    steps: [],
  }),
})

export const listRuleVersions = readRoute({
  id: 'listRuleVersions',
  url: '/policy/rulesets/:ruleset/versions',
  summary: 'List the versions of rules',
  description:
    'The rules of a ruleset, the newest first, with the rule that each came from (`came_from`), how it differs from that in words (`changes`), and what happened to it when, by whom and by which plan (`steps`), ' +
    'as far as the audit log still has it. `POST /policy/rules/{rule}/put-back` plans to put one that has ended in force again. Who did it needs `audit.log.view`.',
  access: { row: 'policy.rule.view' },
  cost: 3,
  params: { ruleset: 'ruleset' },
  query: versions.query,
  response: versions.response,
  snapshot: () => true,
  handler: async (context) => {
    await requireVisibleRuleset(context, context.params.ruleset)
    const page = await versions.page(context, sql`r.ruleset_id = ${context.params.ruleset}`)
    return { ...page, data: await withHistory(context, page.data) }
  },
})

async function withHistory(context: ReadContext, page: readonly Version[]): Promise<Version[]> {
  const { db, may, services, params } = context
  const viewer = policyViewer(may)
  const ids = page.map(idOf)
  const origins = await selectOrigins(db, ids)
  const fromIds = [...new Set([...origins.values()].map(({ fromId }) => fromId))]
  const rows =
    fromIds.length === 0
      ? []
      : await selectRules(db)
          .where('r.id', 'in', fromIds)
          .where('r.ruleset_id', '=', params['ruleset'] ?? '')
          .execute()
  const presented = { viewer, baseUrl: baseUrl(services) }
  const former = new Map(rows.map((row) => [row.id, presentListedRule(row, presented)]))
  const words = await selectWords(db, [...ids, ...fromIds], viewer)
  const steps = await selectSteps(db, ids, { seesActors: may('audit.log.view') })
  return page.map((version) => {
    const id = idOf(version)
    const origin = origins.get(id)
    const before = origin && former.get(origin.fromId)
    const changes =
      origin === undefined || before === undefined
        ? []
        : [...fieldsBetween(before, version), ...conditionsBetween(words, origin)]
    return Object.assign(version, {
      came_from:
        origin === undefined || before === undefined
          ? null
          : { rule_id: encodeId('rule', origin.fromId), how: origin.how },
      changes,
      steps: steps.get(id) ?? [],
    })
  })
}

const idOf = ({ id }: { id: string }): string => decodeId('rule', id) ?? ''

type Rule = Static<typeof ListedRule>

/** What is compared of two rules besides their conditions. */
const fields: Readonly<Record<string, (rule: Rule) => string | number | null>> = {
  role: ({ role_handle }) => role_handle,
  priority: ({ priority }) => priority,
  grace: ({ expires_after_days: days }) => `${days} days`,
  end: ({ timestamp }) => timestamp.expires_at,
  reason: ({ reason }) => reason,
  everyone_else: ({ everyone_else: all }) => (all ? 'yes' : 'no'),
}

function fieldsBetween(before: Rule, after: Rule): Version['changes'] {
  return Object.entries(fields).flatMap(([field, read]) => {
    const [one, other] = [read(before), read(after)].map((value) =>
      value === null ? null : String(value),
    )
    return one === other ? [] : [{ field, before: one ?? null, after: other ?? null }]
  })
}

function conditionsBetween(
  words: ReadonlyMap<string, readonly string[]>,
  { id, fromId }: Origin,
): Version['changes'] {
  const [before, after] = [words.get(fromId) ?? [], words.get(id) ?? []]
  const gone = before.filter((each) => !after.includes(each))
  const added = after.filter((each) => !before.includes(each))
  return [
    ...gone.map((each) => ({ field: 'condition', before: each, after: null })),
    ...added.map((each) => ({ field: 'condition', before: null, after: each })),
  ]
}

import { MusterError, type Body, type InitArgument } from 'muster-sdk'
import { muster, writeOf } from '../../api/muster.ts'
import { Conflict, latestOf } from '../../api/conflict.ts'
import { versionOf } from '../../api/versions.ts'
import { endOfDay } from '../../parts/instants.ts'
import { conditionOf, isHidden, type Clause, type Draft } from './draft.ts'
import { writtenFields, type Rule } from './use-draft.ts'
import type { Ruleset } from './use-ruleset.ts'

type Plan = Body<'post', '/policy/plans'>
type OperationsIn<Sent> = Sent extends { operations?: infer List } ? NonNullable<List> : never
export type Operations = OperationsIn<NonNullable<InitArgument<'post', '/policy/plans'>[0]>['body']>

function orNull(written: string): string | null {
  return written.trim() === '' ? null : written.trim()
}

/** Everything of a rule but its conditions, as the API takes it. */
function fieldsOf(draft: Omit<Draft, 'clauses'>) {
  return {
    role: draft.role,
    description: orNull(draft.description),
    reason: orNull(draft.reason),
    priority: draft.priority,
    expires_after_days: draft.grace === '' ? null : Number(draft.grace),
    expires_at: endOfDay(draft.lastDay),
    everyone_else: draft.everyoneElse,
  }
}

/** Stores a new rule as a draft. Returns it. */
export async function createDraft(ruleset: string, draft: Draft): Promise<Rule> {
  return muster.post('/policy/rulesets/{ruleset}/rules', {
    params: { path: { ruleset } },
    body: { ...fieldsOf(draft), conditions: draft.clauses.map(conditionOf) },
  })
}

/**
 * Makes a stored draft what is written. `rule` is the state of it that was shown with that. All of it or nothing: several
 * changes are one plan.
 */
export async function changeDraft(rule: Rule, written: Draft): Promise<void> {
  const { changes, conditions } = differences(latestOf(rule), written)
  if (conditions.length > 0) {
    const { id } = rule
    const plan = await planFor(rule, [
      { op: 'change_rule', rule_id: id, ...changes },
      ...conditions,
    ])
    const params = { path: { plan: plan.id } }
    await muster.post('/policy/plans/{plan}/apply', { of: plan, params })
  } else if (Object.keys(changes).length > 0) {
    await muster.patch('/policy/rules/{rule}', { ...writeOf('rule', rule), body: changes })
  }
}

function differences(stored: Rule, { clauses, ...written }: Draft) {
  const { id: rule_id, included } = stored
  const isStored = ({ stored: condition }: Clause) =>
    included.policy_conditions.some(({ id }) => id === condition?.id)
  const kept = new Set(clauses.flatMap(({ stored: condition }) => condition?.id ?? []))
  const removed = included.policy_conditions.filter(({ id }) => !kept.has(id))
  const added = clauses.filter((clause) => !isStored(clause) && !isHidden(clause))
  const was = new Map<string, unknown>(Object.entries(fieldsOf(writtenFields(stored))))
  const changes: Partial<ReturnType<typeof fieldsOf>> = Object.fromEntries(
    Object.entries(fieldsOf(written)).filter(([name, value]) => was.get(name) !== value),
  )
  const conditions: Operations = [
    ...added.map((clause) =>
      Object.assign({ op: 'add_condition' as const, rule_id }, conditionOf(clause)),
    ),
    ...removed.map(({ id }) => ({ op: 'remove_condition' as const, condition_id: id })),
  ]
  return { changes, conditions }
}

/** Plans operations, the first of which is about the rule or ruleset as it was `shown`; {@link Conflict} if it has changed. */
export async function planFor(shown: Rule | Ruleset, [first, ...rest]: Operations): Promise<Plan> {
  const if_match = versionOf(shown)
  if (first === undefined || if_match === undefined) throw new Error('what is planned was not read')
  const operations: Operations = [Object.assign({}, first, { if_match }), ...rest]
  try {
    return await muster.post('/policy/plans', { body: { operations } })
  } catch (error) {
    if (!(error instanceof MusterError) || error.status !== 412) throw error
    throw new Conflict(shown.id, { before: shown, now: await readNow(shown) })
  }
}

function readNow(shown: Rule | Ruleset): Promise<object> {
  return 'ruleset_id' in shown
    ? muster.get('/policy/rules/{rule}', { params: { path: { rule: shown.id } } })
    : muster.get('/policy/rulesets/{ruleset}', { params: { path: { ruleset: shown.id } } })
}

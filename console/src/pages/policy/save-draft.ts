import { muster } from '../../api/muster.ts'
import { endOfDay } from '../../parts/days.ts'
import { conditionOf, type Draft } from './draft.ts'
import type { Operations } from './plan-dialog.tsx'
import type { Rule } from './use-draft.ts'

function orNull(written: string): string | null {
  return written.trim() === '' ? null : written.trim()
}

/** Everything of a rule but its conditions, as the API takes it. */
function fieldsOf(draft: Draft) {
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

/** Changes a stored draft. All of it or nothing: several changes are one plan. */
export async function changeDraft(rule: Rule, before: Draft, after: Draft): Promise<void> {
  const operations = operationsOf(rule, before, after)
  if (operations.length === 0) return
  if (operations.length === 1 && operations[0]?.op === 'change_rule') {
    await muster.patch('/policy/rules/{rule}', {
      params: { path: { rule: rule.id } },
      body: changesOf(before, after),
    })
    return
  }
  const { id: plan } = await muster.post('/policy/plans', { body: { operations } })
  await muster.post('/policy/plans/{plan}/apply', { params: { path: { plan } } })
}

function operationsOf({ id: rule_id, included }: Rule, before: Draft, after: Draft): Operations {
  const kept = new Set(after.clauses.flatMap(({ stored }) => stored?.id ?? []))
  const removed = included.policy_conditions.filter(({ id }) => !kept.has(id))
  const added = after.clauses.filter(({ stored }) => stored === null)
  const changes = changesOf(before, after)
  return [
    ...(Object.keys(changes).length === 0
      ? []
      : [{ op: 'change_rule' as const, rule_id, ...changes }]),
    ...added.map((clause) =>
      Object.assign({ op: 'add_condition' as const, rule_id }, conditionOf(clause)),
    ),
    ...removed.map(({ id }) => ({ op: 'remove_condition' as const, condition_id: id })),
  ]
}

function changesOf(before: Draft, after: Draft): Partial<ReturnType<typeof fieldsOf>> {
  const was = new Map<string, unknown>(Object.entries(fieldsOf(before)))
  return Object.fromEntries(
    Object.entries(fieldsOf(after)).filter(([name, value]) => was.get(name) !== value),
  )
}

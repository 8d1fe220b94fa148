import { profileValuePermission } from '../shapes/withhold.ts'
import type { StoredRule } from '../rules/stored-rule.ts'
import { insertRules } from '../rules/write-rules.ts'
import { IdOrRef, NewRef, operationKind, type Work } from './kind.ts'
import { ruleFor } from './locked.ts'
import { refuseCycle } from './refuse-cycle.ts'

/** The copy is a draft of whoever makes it: without key, date and mark of a source, and without an end that has passed. */
export const duplicateRule = operationKind(
  'duplicate_rule',
  { ref: NewRef, rule_id: IdOrRef('rule') },
  async (work, { rule_id }) => {
    const rule = await ruleFor(work, rule_id, 'draft')
    const isOnProfile = rule.conditions.some(({ type }) => type === 'identity')
    if (isOnProfile) await work.context.ask(profileValuePermission)
    const [id = ''] = await insertRules(work.tx, work.context.actor, [copyOf(rule, work)])
    await refuseCycle(work, rule)
    return { record: { kind: 'rule', id }, reach: 'nothing' }
  },
)

function copyOf({ rulesetId, roleHandle, values, conditions }: StoredRule, { now }: Work) {
  const { expiresAt } = values
  const isAhead = expiresAt !== null && Date.parse(expiresAt) > now.getTime()
  return {
    rulesetId,
    key: null,
    roleHandle,
    values: {
      ...values,
      state: 'staged' as const,
      isImported: false,
      activatedAt: null,
      expiresAt: isAhead ? expiresAt : null,
    },
    conditions: conditions.map(({ id: _id, ...condition }) => ({
      ...condition,
      isImported: false,
    })),
  }
}

import { deleteConditions } from '../conditions/write-conditions.ts'
import { requireState, rightToChange } from '../rules/rule-states.ts'
import { removeRule } from '../rules/write-rules.ts'
import { IdOrRef, operationKind } from './kind.ts'
import { ruleFor } from './locked.ts'

/** The history of stays keeps naming a rule that has held them. */
export const deleteRule = operationKind(
  'delete_rule',
  { rule_id: IdOrRef('rule') },
  async (work, { rule_id }) => {
    const { tx, context } = work
    const rule = await ruleFor(work, rule_id, rightToChange)
    requireState(rule, ['staged', 'expired', 'deactivated'], 'Deactivate it first')
    work.requireVersion(rule.version)
    const conditions = rule.conditions.map(({ id, ...values }) => ({ id, ruleId: rule.id, values }))
    await deleteConditions(tx, context.actor, conditions)
    await removeRule(tx, context.actor, rule)
    return { record: { kind: 'rule', id: rule.id }, reach: 'nothing' }
  },
)

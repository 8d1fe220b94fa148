import { requireState } from '../../stored-rules/rule-states.ts'
import { endRule } from '../../stored-rules/write-rules.ts'
import { IdOrRef, operationKind } from '../../changes/operation-kind.ts'
import { ruleFor } from './rule-for.ts'

export const deactivateRule = operationKind(
  'deactivate_rule',
  { rule_id: IdOrRef('rule') },
  async (work, { rule_id }) => {
    const rule = await ruleFor(work, rule_id, 'activate')
    requireState(rule, ['active', 'expiring'])
    work.requireVersion(rule.version)
    await endRule(work.tx, work.context.actor, rule)
    return { record: { kind: 'rule', id: rule.id }, reach: { rulesets: [rule.rulesetId] } }
  },
)

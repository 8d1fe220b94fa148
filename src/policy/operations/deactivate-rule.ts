import { requireState } from '../rules/rule-states.ts'
import { endRule } from '../rules/write-rules.ts'
import { IdOrRef, operationKind } from './kind.ts'
import { ruleFor } from './locked.ts'

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

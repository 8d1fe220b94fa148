import { requireState } from '../rules/rule-states.ts'
import { deactivateRules } from '../rules/write-rules.ts'
import { IdOrRef, operationKind } from './kind.ts'
import { ruleFor } from './locked.ts'

export const deactivateRule = operationKind(
  'deactivate_rule',
  { rule_id: IdOrRef('rule') },
  async (work, { rule_id }) => {
    const rule = await ruleFor(work, rule_id, 'activate')
    requireState(rule, ['active', 'expiring'])
    work.requireVersion(rule.version)
    const { id, rulesetId, values } = rule
    await deactivateRules(work.tx, work.context.actor, [{ id, rulesetId, state: values.state }])
    return { record: { kind: 'rule', id }, reach: { rulesets: [rulesetId] } }
  },
)

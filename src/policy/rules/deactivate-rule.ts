import { requireRunning } from '../stored-rules/rule-states.ts'
import { endRule } from '../stored-rules/write-rules.ts'
import { policyCommand } from '../changes/policy-command.ts'
import { ruleFor } from './rule-for.ts'
import { answerRule } from './answer-rule.ts'
import { DescribedRule } from './schema.ts'

export const deactivateRule = policyCommand({
  op: 'deactivate_rule',
  id: 'deactivateRule',
  method: 'POST',
  url: '/policy/rules/:rule/deactivate',
  summary: 'End a rule now',
  description:
    'A rule in force admits no one any more: people that no other rule admits leave at once, without grace. Needs the role ' +
    'activate on the ruleset or `policy.rule.manage`.',
  needs: { right: 'activate' },
  params: { rule: 'rule' },
  body: null,
  movesPeople: true,
  response: DescribedRule,
  answer: answerRule,
  run: async (work, { rule_id }) => {
    const rule = await ruleFor(work, rule_id, 'activate')
    requireRunning(rule)
    work.requireVersion(rule.version)
    await endRule(work.tx, work.context.actor, rule)
    return { record: { kind: 'rule', id: rule.id }, reach: { rulesets: [rule.rulesetId] } }
  },
})

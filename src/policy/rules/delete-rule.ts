import type { Transaction } from '../../database/database.ts'
import { selectReadableIntegrations } from '../conditions/policy-keys.ts'
import { deleteConditions } from '../stored-rules/write-conditions.ts'
import { sayAllTo } from '../shapes/withhold.ts'
import { requireNotRunning, rightToChange } from '../stored-rules/rule-states.ts'
import type { StoredRule } from '../stored-rules/stored-rule.ts'
import { removeRule } from '../stored-rules/write-rules.ts'
import { policyCommand } from '../changes/policy-command.ts'
import { ruleFor, ruleNamed } from './rule-for.ts'

/** The history of stays keeps naming a rule that has held them. */
export const deleteRule = policyCommand({
  op: 'delete_rule',
  id: 'deleteRule',
  method: 'DELETE',
  url: '/policy/rules/:rule',
  summary: 'Delete a rule',
  description:
    'Of a staged, expired or deactivated rule; one in force is deactivated first (422 `errors.state`). Its conditions go with ' +
    'it; the history of stays and the audit log keep naming it. Needs the role create on the ruleset, for a rule that waits ' +
    'for its date or was in force activate, or `policy.rule.manage`.',
  needs: { right: 'draft' },
  params: { rule: 'rule' },
  body: null,
  run: async (work, { rule_id }) => {
    const { tx, context } = work
    const rule = await ruleFor(work, rule_id, rightToChange)
    requireNotRunning(rule)
    work.requireVersion(rule.version)
    const conditions = rule.conditions.map(({ id, ...values }) => ({ id, ruleId: rule.id, values }))
    await deleteConditions(tx, context.actor, conditions)
    await removeRule(tx, context.actor, rule, await wordsForEverybody(tx, rule))
    return { record: { kind: 'rule', id: rule.id }, reach: 'nothing' }
  },
  draft: ruleNamed,
})

/** The words that stay in the history: without its conditions the words to withhold could not be determined. */
async function wordsForEverybody(
  tx: Transaction,
  { values, conditions }: StoredRule,
): Promise<string> {
  if (values.descriptionIsWritten) return values.description
  const integrations = await selectReadableIntegrations(tx)
  const said = conditions.map((condition) => ({
    type: condition.type,
    description: condition.description,
    profile_key: condition.profileKey,
    profile_operator: condition.profileOperator,
    profile_value: condition.profileValue,
    or_absent: condition.orAbsent,
    directory_user_id: condition.directoryUserId,
    integration: integrations.find(({ id }) => id === condition.integrationId)?.handle ?? null,
  }))
  return sayAllTo(said, { seesProfileValues: false, seesPeople: false })
}

import { sql } from 'kysely'
import { noSuch } from '../../http/refusals/problem.ts'
import { decodeId, encodeId } from '../../contract/ids.ts'
import { conditionVersion } from '../conditions/queries.ts'
import { followConditions } from '../conditions/describe-stored.ts'
import { deleteConditions } from '../stored-rules/write-conditions.ts'
import { requireDraft, rightToChange } from '../stored-rules/rule-states.ts'
import { mayOnRuleset } from '../rights/ruleset-rights.ts'
import { findRuleOfCondition } from '../stored-rules/stored-rule.ts'
import { subjectId } from '../changes/operation-kind.ts'
import { policyCommand } from '../changes/policy-command.ts'
import { ruleFor } from './rule-for.ts'

export const deletePolicyCondition = policyCommand({
  op: 'remove_condition',
  id: 'deletePolicyCondition',
  method: 'DELETE',
  url: '/policy/conditions/:condition',
  summary: 'Take a condition away from a rule',
  description:
    'Of a draft only: in force, or with a date, conditions are locked (422 `errors.state`). Needs the role create on the ruleset or ' +
    '`policy.rule.manage`.',
  needs: { right: 'draft' },
  params: { condition: 'condition' },
  body: null,
  run: async (work, { condition_id }) => {
    const { tx, context } = work
    const id = subjectId(work, 'condition', condition_id)
    const found = await findRuleOfCondition(tx, id)
    if (found === undefined || !mayOnRuleset(context, found.rulesetId, 'view'))
      throw noSuch('condition', id)
    const rule = await ruleFor(work, encodeId('rule', found.ruleId), rightToChange)
    requireDraft(rule)
    work.requireVersion(conditionVersion)
    const removed = rule.conditions.filter((condition) => condition.id === id)
    await deleteConditions(
      tx,
      context.actor,
      removed.map(({ id: _id, ...values }) => ({ id, ruleId: rule.id, values })),
    )
    await followConditions(tx, rule.id)
    return { record: { kind: 'condition', id }, reach: 'nothing' }
  },
  draft: ({ condition_id }) =>
    sql`(select rule_id from condition where id = ${decodeId('condition', condition_id) ?? null}::uuid)`,
})

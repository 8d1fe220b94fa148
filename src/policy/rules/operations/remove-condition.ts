import { sql } from 'kysely'
import { noSuch } from '../../../http/problem.ts'
import { decodeId, encodeId } from '../../../contract/ids.ts'
import { ruleFor } from './rule-for.ts'
import { conditionVersion } from '../../conditions/queries.ts'
import { followConditions } from '../../conditions/describe-stored.ts'
import { deleteConditions } from '../../stored-rules/write-conditions.ts'
import { requireDraft, rightToChange } from '../../stored-rules/rule-states.ts'
import { mayOnRuleset } from '../../rights/ruleset-rights.ts'
import { findRuleOfCondition } from '../../stored-rules/stored-rule.ts'
import { IdOrRef, operationKind, subjectId } from '../../changes/operation-kind.ts'

export const removeCondition = operationKind(
  'remove_condition',
  { condition_id: IdOrRef('condition') },
  async (work, { condition_id }) => {
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
  {
    draft: ({ condition_id }) =>
      sql`(select rule_id from condition where id = ${decodeId('condition', condition_id) ?? null}::uuid)`,
  },
)

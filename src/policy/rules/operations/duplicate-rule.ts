import { sql } from 'kysely'
import { draftInputs } from '../../conditions/condition-input.ts'
import { describeRule } from '../../stored-rules/describe-condition.ts'
import type { DraftCondition } from '../../stored-rules/draft-condition.ts'
import { inputOf } from '../../conditions/stored-input.ts'
import { refuseTooManyConditions, refuseTooManyDrafts } from '../../stored-rules/bounds.ts'
import type { StoredRule } from '../../stored-rules/stored-rule.ts'
import { insertRules } from '../../stored-rules/write-rules.ts'
import { IdOrRef, NewRef, operationKind, type OperationCall } from '../../changes/operation-kind.ts'
import { refuseCycle } from './refuse-cycle.ts'
import { ruleFor } from './rule-for.ts'

/**
 * The copy is a draft of the caller: without key, date and mark of a source, and without an end that has passed.
 * Its conditions are created again, with the same checks.
 */
export const duplicateRule = operationKind(
  'duplicate_rule',
  { ref: NewRef, rule_id: IdOrRef('rule') },
  async (work, { rule_id }) => {
    const rule = await ruleFor(work, rule_id, 'draft')
    if (!work.isPlan) await refuseTooManyDrafts(work.tx, { rulesetId: rule.rulesetId, adding: 1 })
    await refuseTooManyConditions(work.tx, rule.conditions.length)
    const inputs = rule.conditions.map(inputOf)
    const drafts = await draftInputs(work, inputs, (index) => `conditions.${index}.`)
    const [id = ''] = await insertRules(work.tx, work.context.actor, [copyOf(rule, drafts, work)])
    await refuseCycle(work, rule)
    return { record: { kind: 'rule', id }, reach: 'nothing', draftedIn: rule.rulesetId }
  },
  { draft: () => sql`null::uuid` },
)

function copyOf(
  { rulesetId, roleHandle, values }: StoredRule,
  drafts: readonly DraftCondition[],
  { now }: OperationCall,
) {
  const { expiresAt, description, descriptionIsWritten } = values
  const isAhead = expiresAt !== null && Date.parse(expiresAt) > now.getTime()
  return {
    rulesetId,
    key: null,
    roleHandle,
    values: {
      ...values,
      description: descriptionIsWritten ? description : describeRule(drafts.map((d) => d.named)),
      state: 'staged' as const,
      isImported: false,
      activatedAt: null,
      expiresAt: isAhead ? expiresAt : null,
    },
    conditions: drafts.map((draft) => draft.values),
  }
}

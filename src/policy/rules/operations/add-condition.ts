import { refuseTooManyConditions } from '../../stored-rules/bounds.ts'
import { ruleFor, ruleNamed } from './rule-for.ts'
import { conditionProperties, draftInputs } from '../../conditions/condition-input.ts'
import { followConditions } from '../../conditions/describe-stored.ts'
import { insertConditions } from '../../stored-rules/write-conditions.ts'
import { requireDraft, rightToChange } from '../../stored-rules/rule-states.ts'
import { IdOrRef, NewRef, operationKind } from '../../changes/operation-kind.ts'
import { refuseCycle } from './refuse-cycle.ts'

export const addCondition = operationKind(
  'add_condition',
  { ref: NewRef, rule_id: IdOrRef('rule'), ...conditionProperties },
  async (work, { ref: _ref, rule_id, ...input }) => {
    const { tx, context } = work
    const rule = await ruleFor(work, rule_id, rightToChange)
    const drafts = await draftInputs(work, [input], () => '')
    requireDraft(rule)
    await refuseTooManyConditions(tx, rule.conditions.length + 1)
    work.requireVersion(rule.version)
    const [id = ''] = await insertConditions(
      tx,
      context.actor,
      drafts.map(({ values }) => ({ ruleId: rule.id, values })),
    )
    await refuseCycle(work, { rulesetType: rule.rulesetType, conditions: [input] })
    await followConditions(tx, rule.id)
    return { record: { kind: 'condition', id }, reach: 'nothing' }
  },
  { draft: ruleNamed },
)

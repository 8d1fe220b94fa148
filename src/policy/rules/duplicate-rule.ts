import { sql } from 'kysely'
import { draftInputs } from '../conditions/condition-input.ts'
import { describeRule } from '../stored-rules/describe-condition.ts'
import type { DraftCondition } from '../stored-rules/draft-condition.ts'
import { inputOf } from '../conditions/stored-input.ts'
import { refuseTooManyConditions, refuseTooManyDrafts } from '../stored-rules/bounds.ts'
import type { StoredRule } from '../stored-rules/stored-rule.ts'
import { referentOf } from '../stored-rules/resource-id.ts'
import { insertRules } from '../stored-rules/write-rules.ts'
import type { OperationCall } from '../changes/operation-kind.ts'
import { policyCommand } from '../changes/policy-command.ts'
import { refuseCycle } from './refuse-cycle.ts'
import { ruleFor } from './rule-for.ts'
import { answerRule } from './answer-rule.ts'
import { DescribedRule } from './schema.ts'

/**
 * The copy is a draft of the caller: without key, date and mark of a source, and without an end that has passed.
 * Its conditions are created again, with the same checks.
 */
export const duplicateRule = policyCommand({
  op: 'duplicate_rule',
  id: 'duplicateRule',
  method: 'POST',
  url: '/policy/rules/:rule/duplicate',
  summary: 'Draft a copy of a rule',
  description:
    'A staged rule with the same role, conditions and words: the way to change what is locked in a rule in force, by ' +
    'activating the copy with `replaces`. Needs the role create on the ruleset or `policy.rule.manage`, and the rights to ' +
    'add each condition: for one on a profile key `directory.identity.profile.view` and that the integration lists the key, ' +
    'for one that names a person `directory.user.view`, for one that names an attribute `directory.attribute.view`, for one that names a resource `policy.rule.view`. What is named and gone stays named: the copy has the finding.',
  needs: { right: 'draft' },
  params: { rule: 'rule' },
  body: null,
  creates: true,
  response: DescribedRule,
  answer: answerRule,
  run: async (work, { rule_id }) => {
    const rule = await ruleFor(work, rule_id, 'draft')
    if (!work.isPlan) await refuseTooManyDrafts(work.tx, { rulesetId: rule.rulesetId, adding: 1 })
    await refuseTooManyConditions(work.tx, rule.conditions.length)
    const inputs = rule.conditions.map(inputOf)
    const kept = new Set(rule.conditions.flatMap(referentOf))
    const drafts = await draftInputs(work, inputs, (index) => `conditions.${index}.`, kept)
    const [id = ''] = await insertRules(work.tx, work.context.actor, [copyOf(rule, drafts, work)])
    await refuseCycle(work, rule)
    return { record: { kind: 'rule', id }, reach: 'nothing', draftedIn: rule.rulesetId }
  },
  draft: () => sql`null::uuid`,
})

function copyOf(
  { id, rulesetId, roleHandle, values }: StoredRule,
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
    copyOf: id,
  }
}

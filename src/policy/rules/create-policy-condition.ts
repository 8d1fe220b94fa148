import { refuseTooManyConditions } from '../stored-rules/bounds.ts'
import { conditionProperties, draftInputs } from '../conditions/condition-input.ts'
import { followConditions } from '../conditions/describe-stored.ts'
import { insertConditions } from '../stored-rules/write-conditions.ts'
import { requireDraft, rightToChange } from '../stored-rules/rule-states.ts'
import { ListedCondition } from '../conditions/schema.ts'
import { policyCommand } from '../changes/policy-command.ts'
import { ruleFor, ruleNamed } from './rule-for.ts'
import { refuseCycle } from './refuse-cycle.ts'
import { answerCondition } from './answer-condition.ts'

export const createPolicyCondition = policyCommand({
  op: 'add_condition',
  id: 'createPolicyCondition',
  method: 'POST',
  url: '/policy/rules/:rule/conditions',
  summary: 'Add a condition to a rule',
  description:
    'Of a draft only: in force, or with a date, conditions are locked (422 `errors.state`). All conditions of a rule must hold. Needs the ' +
    'role create on the ruleset or `policy.rule.manage`; a condition on a profile key also `directory.identity.profile.view`, ' +
    'one that names a person `directory.user.view`, one that names an attribute `directory.attribute.view`, and one that names a ' +
    'resource `policy.rule.view`.',
  needs: { right: 'draft' },
  params: { rule: 'rule' },
  body: conditionProperties,
  example: {
    type: 'attribute',
    resource_id: 'dratr_01kaf7m2t4e8j9p3q5r7s9v1wx',
  },
  creates: true,
  changesParent: true,
  response: ListedCondition,
  answer: answerCondition,
  run: async (work, { ref: _ref, rule_id, ...input }) => {
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
    await refuseCycle(work, { rulesetId: rule.rulesetId, conditions: [input] })
    await followConditions(tx, rule.id)
    return { record: { kind: 'condition', id }, reach: 'nothing' }
  },
  draft: ruleNamed,
})

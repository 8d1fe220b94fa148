import { sql } from 'kysely'
import { Type } from 'typebox'
import { refuseTaken } from '../../http/refusals/taken.ts'
import { ConditionInput, draftInputs } from '../conditions/condition-input.ts'
import { selectNamedIn } from '../conditions/queries.ts'
import { describeRule } from '../stored-rules/describe-condition.ts'
import { maximumConditions } from '../conditions/schema.ts'
import { rulesetFor } from '../rulesets/ruleset-for.ts'
import {
  keyIsTaken,
  futureOrNull,
  requireRole,
  RoleHandle,
  ruleProperties,
  withRuleDefaults,
} from '../stored-rules/rule-input.ts'
import { refuseGrace } from '../stored-rules/grace.ts'
import { refuseTooManyConditions, refuseTooManyDrafts } from '../stored-rules/bounds.ts'
import { insertRules } from '../stored-rules/write-rules.ts'
import { policyCommand } from '../changes/policy-command.ts'
import { refuseCycle } from './refuse-cycle.ts'
import { answerRule } from './answer-rule.ts'
import { DescribedRule } from './schema.ts'

export const createRule = policyCommand({
  op: 'create_rule',
  id: 'createRule',
  method: 'POST',
  url: '/policy/rulesets/:ruleset/rules',
  summary: 'Draft a rule',
  description:
    'A staged rule, with its conditions or without: it admits no one until it is activated. Needs the role create on the ' +
    'ruleset or `policy.rule.manage`; a condition on a profile key also `directory.identity.profile.view`, one that ' +
    'names a person `directory.user.view`, one that names an attribute `directory.attribute.view`, and one that names a resource `policy.rule.view`. 422 for attributes or resources that would depend on one another.',
  needs: { right: 'draft' },
  params: { ruleset: 'ruleset' },
  body: {
    role: RoleHandle,
    ...ruleProperties,
    conditions: Type.Optional(Type.Array(ConditionInput, { maxItems: maximumConditions })),
  },
  creates: true,
  response: DescribedRule,
  answer: answerRule,
  run: async (work, operation) => {
    const { tx, now, context } = work
    const ruleset = await rulesetFor(work, operation.ruleset_id, 'draft')
    const roleId = await requireRole(tx, ruleset.owner.type, operation.role)
    if (!work.isPlan) await refuseTooManyDrafts(tx, { rulesetId: ruleset.id, adding: 1 })
    refuseGrace(ruleset.owner.type, operation.expires_after_days)
    await refuseTooManyConditions(tx, operation.conditions?.length ?? 0)
    const drafts = await draftInputs(
      work,
      operation.conditions ?? [],
      (index) => `conditions.${index}.`,
      await selectNamedIn(tx, ruleset.id),
    )
    const { description, ...given } = withRuleDefaults(operation)
    const rule = {
      rulesetId: ruleset.id,
      key: operation.key ?? null,
      roleHandle: operation.role,
      values: {
        state: 'staged' as const,
        roleId,
        description: description ?? describeRule(drafts.map(({ named }) => named)),
        descriptionIsWritten: description !== null,
        reason: given.reason,
        isImported: false,
        everyoneElse: given.everyone_else,
        priority: given.priority,
        expiresAfterDays: given.expires_after_days,
        activatedAt: null,
        expiresAt: futureOrNull('expires_at', given.expires_at, now),
      },
      conditions: drafts.map(({ values }) => values),
    }
    const [id = ''] = await refuseTaken(insertRules(tx, context.actor, [rule]), keyIsTaken)
    await refuseCycle(work, rule)
    return { record: { kind: 'rule', id }, reach: 'nothing', draftedIn: ruleset.id }
  },
  draft: () => sql`null::uuid`,
})

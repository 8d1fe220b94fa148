import { Type } from 'typebox'
import { Id, InstantInput } from '../../http/shapes/schema.ts'
import { unprocessable, Problem } from '../../http/refusals/problem.ts'
import { draftInputs } from '../conditions/condition-input.ts'
import { describeRule } from '../stored-rules/describe-condition.ts'
import { rulesetFor } from '../rulesets/ruleset-for.ts'
import {
  Reason,
  futureOrNull,
  requireRole,
  RoleHandle,
  ruleProperties,
} from '../stored-rules/rule-input.ts'
import { insertRules } from '../stored-rules/write-rules.ts'
import type { OperationCall } from '../changes/operation-kind.ts'
import { policyCommand } from '../changes/policy-command.ts'
import { answerRule } from './answer-rule.ts'
import { DescribedRule } from './schema.ts'

/** A rule for one person, in force at once, with an end and a reason. */
export const createException = policyCommand({
  op: 'create_exception',
  id: 'createException',
  method: 'POST',
  url: '/policy/rulesets/:ruleset/exceptions',
  summary: 'Let one person in for a while',
  description:
    'A rule for that person alone, in force at once, with an end and a reason. Needs the role activate on the ruleset or ' +
    '`policy.rule.manage`, and `directory.user.view`.',
  needs: { right: 'activate' },
  params: { ruleset: 'ruleset' },
  body: {
    user_id: Id('directoryUser'),
    role: Type.Optional(RoleHandle),
    expires_at: InstantInput,
    reason: Reason,
    priority: ruleProperties.priority,
  },
  creates: true,
  movesPeople: true,
  response: DescribedRule,
  answer: answerRule,
  run: async (work, operation) => {
    const { tx, now, context } = work
    const { role: roleHandle = 'member', user_id, reason, priority = 100 } = operation
    const ruleset = await rulesetFor(work, operation.ruleset_id, 'activate')
    const roleId = await requireRole(tx, ruleset.owner.type, roleHandle)
    const expiresAt = futureOrNull('expires_at', operation.expires_at, now)
    const draft = await draftPerson(work, user_id)
    const values = {
      state: 'expiring' as const,
      roleId,
      description: describeRule([draft.named]),
      descriptionIsWritten: false,
      reason,
      isImported: false,
      everyoneElse: false,
      priority,
      expiresAfterDays: null,
      activatedAt: now.toISOString(),
      expiresAt,
    }
    const [id = ''] = await insertRules(tx, context.actor, [
      { rulesetId: ruleset.id, key: null, roleHandle, values, conditions: [draft.values] },
    ])
    const record = { kind: 'rule' as const, id }
    const { directoryUserId } = draft.values
    const excepted = directoryUserId === null ? {} : { exceptedId: directoryUserId }
    return { record, reach: { rulesets: [ruleset.id] }, ...excepted }
  },
})

async function draftPerson(work: OperationCall, userId: string) {
  const input = { type: 'user' as const, resource_id: userId }
  const [draft] = await draftInputs(work, [input], () => '').catch((error: unknown) => {
    throw error instanceof Problem && error.errors !== undefined
      ? unprocessable({ user_id: Object.values(error.errors).flat() })
      : error
  })
  if (draft === undefined) throw new Error('one condition gave no draft')
  return draft
}

import { Type } from 'typebox'
import { Id, InstantInput } from '../../../http/schema.ts'
import { draftInputs } from '../../conditions/condition-input.ts'
import { describeRule } from '../../stored-rules/describe-condition.ts'
import { rulesetFor } from '../../rulesets/operations/ruleset-for.ts'
import {
  Reason,
  futureOrNull,
  requireRole,
  RoleHandle,
  ruleProperties,
} from '../../stored-rules/rule-input.ts'
import { insertRules } from '../../stored-rules/write-rules.ts'
import { unprocessable, Problem } from '../../../http/problem.ts'
import { IdOrRef, NewRef, operationKind, type OperationCall } from '../../changes/operation-kind.ts'

/** What a client says of an exception. */
export const exceptionProperties = {
  user_id: Id('directoryUser'),
  role: Type.Optional(RoleHandle),
  expires_at: InstantInput,
  reason: Reason,
  priority: ruleProperties.priority,
}

/** A rule for one person, in force at once, with an end and a reason. */
export const createException = operationKind(
  'create_exception',
  { ref: NewRef, ruleset_id: IdOrRef('ruleset'), ...exceptionProperties },
  async (work, operation) => {
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
)

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

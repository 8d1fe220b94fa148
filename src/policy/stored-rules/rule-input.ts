import { Type } from 'typebox'
import type { Reader } from '../../database/database.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import {
  requireFuture,
  InstantInput,
  Nullable,
  somethingVisible,
  Text,
} from '../../http/shapes/schema.ts'
import { Days } from './grace.ts'
import { findRoleId, selectRoleHandles } from './stored-rule.ts'

export const RoleHandle = Type.String({
  pattern: '^[a-z][a-z0-9_]{0,62}$',
  description: 'A role of that type of resource: GET /policy/roles lists them',
  examples: ['member'],
})
const notBlank = { minLength: 1, pattern: somethingVisible }
export const Reason = Text(1000, {
  ...notBlank,
  examples: ['Covers for Ada until the audit is over'],
})

/** The fields of a rule besides its conditions, each with its limits: the API and policy files take them from here. */
export const ruleFields = {
  role: RoleHandle,
  description: Text(1000, { ...notBlank, examples: ['Everybody in Engineering'] }),
  reason: Reason,
  priority: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    description: 'The lowest admits',
    examples: [100],
  }),
  expires_at: InstantInput,
  expires_after_days: Days,
  everyone_else: Type.Boolean({
    description: 'Says that a rule of negative conditions alone is meant so',
  }),
  key: Type.String({
    pattern: '^[a-z0-9][a-z0-9_-]{0,62}$',
    description: 'The name by which a policy file finds the rule again',
    examples: ['engineers'],
  }),
}

/** What a request may say of a rule besides its role and its conditions. */
export const ruleProperties = {
  description: Type.Optional(
    Nullable(
      Type.String({
        ...ruleFields.description,
        description: 'Null lets it be made from the conditions',
      }),
    ),
  ),
  reason: Type.Optional(Nullable(ruleFields.reason)),
  priority: Type.Optional(ruleFields.priority),
  expires_at: Type.Optional(Nullable(ruleFields.expires_at)),
  expires_after_days: Type.Optional(Nullable(ruleFields.expires_after_days)),
  everyone_else: Type.Optional(ruleFields.everyone_else),
  key: Type.Optional(Nullable(ruleFields.key)),
}

type RuleValues = {
  description: string | null
  reason: string | null
  priority: number
  expires_at: string | null
  expires_after_days: number | null
  everyone_else: boolean
}

/** What a new rule has where nothing is said. */
export function withRuleDefaults(said: {
  [Field in keyof RuleValues]?: RuleValues[Field] | undefined
}): RuleValues {
  return {
    description: said.description ?? null,
    reason: said.reason ?? null,
    priority: said.priority ?? 100,
    expires_at: said.expires_at ?? null,
    expires_after_days: said.expires_after_days ?? null,
    everyone_else: said.everyone_else ?? false,
  }
}

export const keyIsTaken = { rule_key: { key: ['is the key of another rule of this ruleset'] } }

/** The role's id; 422 `errors.role` naming the roles of that type of resource. */
export async function requireRole(
  reader: Reader,
  resourceType: string,
  handle: string,
): Promise<string> {
  const id = await findRoleId(reader, resourceType, handle)
  if (id !== undefined) return id
  const allowed = await selectRoleHandles(reader, resourceType)
  throw unprocessable({
    role: [
      `${JSON.stringify(handle)} is no role of a ${resourceType}; allowed: ${allowed.join(', ')}`,
    ],
  })
}

/** An instant that was sent, as ISO 8601 in UTC; 422 as {@link requireFuture} answers. */
export function futureOrNull(field: string, sent: string | null, now: Date): string | null {
  return sent === null ? null : requireFuture(field, sent, now).toISOString()
}

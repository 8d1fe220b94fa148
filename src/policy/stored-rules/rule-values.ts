import type { JsonValue } from '../../contract/json.ts'
import type { ConditionOperator, ConditionType, ruleStates } from '../../contract/states.ts'

/** One condition as it is stored; ids are uuids. */
export type ConditionValues = {
  type: ConditionType
  attributeId: string | null
  integrationId: string | null
  directoryUserId: string | null
  /** A vendor's resource. */
  vendorResourceId: string | null
  profileKey: string | null
  profileOperator: ConditionOperator | null
  profileValue: string | null
  orAbsent: boolean
  description: string
  isImported: boolean
}

/** What a rule says, but for its conditions. Instants are ISO 8601. */
export type RuleValues = {
  state: (typeof ruleStates)[number]
  roleId: string
  description: string
  descriptionIsWritten: boolean
  reason: string | null
  isImported: boolean
  everyoneElse: boolean
  priority: number
  expiresAfterDays: number | null
  activatedAt: string | null
  expiresAt: string | null
}

/** The audit data of a rule. A generated description is left out, because the conditions say the same. */
export function auditRule(values: RuleValues & { roleHandle: string }): Record<string, JsonValue> {
  return {
    state: values.state,
    role_handle: values.roleHandle,
    description: values.descriptionIsWritten ? values.description : null,
    reason: values.reason,
    everyone_else: values.everyoneElse,
    priority: values.priority,
    expires_after_days: values.expiresAfterDays,
    activated_at: values.activatedAt,
    expires_at: values.expiresAt,
  }
}

export function isSameRule(a: RuleValues, b: RuleValues): boolean {
  return (
    a.state === b.state &&
    a.roleId === b.roleId &&
    a.description === b.description &&
    a.descriptionIsWritten === b.descriptionIsWritten &&
    a.reason === b.reason &&
    a.everyoneElse === b.everyoneElse &&
    a.priority === b.priority &&
    a.expiresAfterDays === b.expiresAfterDays &&
    a.activatedAt === b.activatedAt &&
    a.expiresAt === b.expiresAt
  )
}

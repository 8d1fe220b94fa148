import { describeWithheld } from '../conditions/describe-condition.ts'
import type { ConditionOperator } from '../../contract/states.ts'
import type { Permission } from '../../contract/permissions.ts'

/** A condition's value is a value of a profile by another way (domain.md §4): what it takes to see either. */
export const profileValuePermission = 'directory.identity.profile.view' satisfies Permission

/** Whoever looks at rules and conditions. */
export type PolicyViewer = { seesProfileValues: boolean }

export function policyViewer(may: (permission: Permission) => boolean): PolicyViewer {
  return { seesProfileValues: may(profileValuePermission) }
}

/** A condition as columns.ts builds it for what is said of it in words. */
export type SaidCondition = {
  description: string
  profile_key: string | null
  profile_operator: ConditionOperator | null
  profile_value: string | null
  /** The handle of the integration that it names, if any. */
  integration: string | null
}

/** What a condition asks, in words, without the value that it asks for. */
export function sayWithoutValue(said: SaidCondition): string {
  const { profile_key: profileKey, profile_operator: operator, integration } = said
  if (profileKey === null || said.profile_value === null) return said.description
  return describeWithheld({ profileKey, operator, integration })
}

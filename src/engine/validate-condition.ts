import { conditionOperators as operators } from '../contract/states.ts'
import {
  membershipOperators,
  membershipTypes,
  type Condition,
  type IdentityCondition,
  type MembershipCondition,
} from './model.ts'
import { compileTest, takesOrAbsent } from './operators.ts'

/** A condition as it is written and stored, before anything about it is known to be right. */
export interface ConditionDraft {
  type: string
  resourceId: string | null
  profileKey: string | null
  profileOperator: string | null
  profileValue: string | null
  orAbsent?: boolean
}

/** What is wrong, under the contract's name of the field. */
export interface Fault {
  field:
    | 'type'
    | 'resource_id'
    | 'profile_key'
    | 'profile_operator'
    | 'profile_value'
    | 'or_absent'
    | 'conditions'
  message: string
}

export type ConditionReading = { ok: true; condition: Condition } | { ok: false; faults: Fault[] }

/**
 * Reads a draft into a condition that `compilePolicy` takes, or says everything that is wrong with it. Whether what it
 * names exists is not asked.
 */
export function readCondition(draft: ConditionDraft): ConditionReading {
  if (draft.type === 'identity') return readIdentity(draft)
  const type = membershipTypes.find((known) => known === draft.type)
  if (type !== undefined) return readMembership(type, draft)
  const message = unknown(draft.type, ['identity', ...membershipTypes])
  return { ok: false, faults: [{ field: 'type', message }] }
}

function readIdentity(draft: ConditionDraft): ConditionReading {
  const { profileKey, profileOperator, profileValue, orAbsent = false } = draft
  const operator = operators.find((known) => known === profileOperator)
  const faults: Fault[] = []
  if (profileKey === null || profileKey.trim() === '') {
    faults.push({ field: 'profile_key', message: 'is needed by a condition of type identity' })
  }
  if (operator === undefined) {
    faults.push({ field: 'profile_operator', message: unknown(profileOperator, operators) })
  } else {
    faults.push(...valueFaults(operator, profileValue))
    if (orAbsent && !takesOrAbsent(operator))
      faults.push({ field: 'or_absent', message: `is not taken by ${operator}` })
  }
  if (profileKey === null || operator === undefined || faults.length > 0)
    return { ok: false, faults }
  const { resourceId } = draft
  return {
    ok: true,
    condition: {
      type: 'identity',
      resourceId,
      profileKey,
      operator,
      value: profileValue,
      ...(orAbsent && { orAbsent }),
    },
  }
}

/** A value is valid if it compiles, so the two can't disagree. */
function valueFaults(operator: IdentityCondition['operator'], value: string | null): Fault[] {
  try {
    compileTest(operator, value)
    return []
  } catch (error) {
    return [
      { field: 'profile_value', message: error instanceof Error ? error.message : String(error) },
    ]
  }
}

function readMembership(
  type: MembershipCondition['type'],
  draft: ConditionDraft,
): ConditionReading {
  const { resourceId, profileOperator } = draft
  const operator = membershipOperators.find((known) => known === profileOperator) ?? null
  const faults: Fault[] = []
  if (resourceId === null) {
    faults.push({ field: 'resource_id', message: `is needed by a condition of type ${type}` })
  }
  if (draft.profileKey !== null) faults.push({ field: 'profile_key', message: notTaken(type) })
  if (profileOperator !== null && operator === null) {
    faults.push({
      field: 'profile_operator',
      message: unknown(profileOperator, membershipOperators),
    })
  }
  if (draft.profileValue !== null) faults.push({ field: 'profile_value', message: notTaken(type) })
  if (draft.orAbsent === true) faults.push({ field: 'or_absent', message: notTaken(type) })
  if (resourceId === null || faults.length > 0) return { ok: false, faults }
  return { ok: true, condition: { type, resourceId, operator } }
}

function notTaken(type: string): string {
  return `is not taken by a condition of type ${type}`
}

function unknown(given: string | null, allowed: readonly string[]): string {
  return `${given === null ? 'is missing' : `${JSON.stringify(given)} is unknown`}; allowed: ${allowed.join(', ')}`
}

import type { ConditionOperator } from '../contract/states.ts'

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number

/** One account in one integration, with the vendor's raw profile. */
export interface Identity {
  integrationId: string
  profile: Record<string, unknown>
  /** Its state is deactivated: it counts only if it is of the primary integration. */
  isDeactivated?: boolean
}

export type BaseState = 'staged' | 'active' | 'suspended' | 'deactivated'

/** What is stored about one directory user; `parentId` names the human that a secondary user belongs to. */
export interface Person {
  id: string
  baseState: BaseState
  expiresAt: Instant | null
  deletedAt: Instant | null
  managerId: string | null
  parentId: string | null
  identities: readonly Identity[]
}

/** The policy of one policy resource; of an attribute where `type` is `directory_attribute`. */
export interface Ruleset {
  id: string
  resourceId: string
  type: string
  /** `deactivated`: its attribute is, or the dimension of it. Its rules decide nothing, drafts included. */
  state: 'unmanaged' | 'monitored' | 'managed' | 'deactivated'
  expiresAfterDays: number | null
}

/** The `type` of a ruleset whose resource is an attribute. */
export const attributeRulesetType = 'directory_attribute'

export type RuleState = 'staged' | 'active' | 'expiring' | 'expired' | 'deactivated'

/** One way into a ruleset's manifest: all conditions must hold. A lower `priority` comes first. */
export interface Rule {
  id: string
  rulesetId: string
  state: RuleState
  role: string
  priority: number
  activatedAt: Instant | null
  expiresAt: Instant | null
  expiresAfterDays: number | null
  everyoneElse: boolean
  conditions: readonly Condition[]
}

export type Operator = ConditionOperator

/** Operators of a test of membership (all condition types but `identity`); null means `equals`. */
export const membershipOperators = ['equals', 'not_equals'] as const

export type MembershipOperator = (typeof membershipOperators)[number]

export const membershipTypes = [
  'attribute',
  'user',
  'direct_reports_of',
  'all_reports_of',
  'entitled_to',
] as const

export type MembershipType = (typeof membershipTypes)[number]

/**
 * "Is (not) one of": holds the attribute, is the user, reports to the manager, qualifies for a rule in force of the vendor
 * resource `resourceId`.
 */
export interface MembershipCondition {
  type: MembershipType
  resourceId: string
  operator: MembershipOperator | null
}

/** A test of a profile value in one integration, the primary one where `resourceId` is null. */
export interface IdentityCondition {
  type: 'identity'
  resourceId: string | null
  profileKey: string
  operator: Operator
  /** A string; a JSON array of strings for `in` and `not_in`; null for `exists` and `not_exists`. */
  value: string | null
  /** A negative test of a value also holds where the key is absent, if there is an identity. */
  orAbsent?: boolean
}

export type Condition = MembershipCondition | IdentityCondition

/** Whether the condition asks who qualifies for rules: for those of an attribute, or of a vendor resource. */
export function asksForRules({ type }: Pick<Condition, 'type'>): boolean {
  return type === 'attribute' || type === 'entitled_to'
}

/** The rules and everything they depend on. Rules and rulesets may come in any order. */
export interface Policy {
  primaryIntegrationId: string | null
  /** Attribute → the integration of its dimension. */
  integrationOfAttribute?: Readonly<Record<string, string>>
  rulesets: readonly Ruleset[]
  rules: readonly Rule[]
}

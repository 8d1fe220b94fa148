import type { DemoGroup } from './group-members.ts'

/** The demo's policy as data; the keys are those of a policy file. */
export type PolicyDocument = { dimensions: Dimension[]; rulesets: Ruleset[] }

export type Dimension = {
  handle: string
  name: string
  integration: string
  profile_key: string
  attributes_enabled: boolean
  expires_after_days?: number
}

export type Resource =
  | { type: string; integration: string; vendor_id: string }
  | { type: 'directory_attribute'; dimension: string; value: string }

export type Condition =
  | { type: 'attribute'; dimension: string; value: string }
  | {
      type: 'identity'
      integration: string
      profile_key: string
      operator: string
      value?: string | readonly string[]
    }
  | { type: 'user' | 'direct_reports_of' | 'all_reports_of'; email: string }

export type Rule = {
  key: string
  role: string
  state: 'staged' | 'active'
  priority: number
  description?: string
  expires_after_days?: number
  /** An ISO 8601 instant at which the rule ends. */
  expires_at?: string
  conditions: Condition[]
}

export type Ruleset = {
  resource: Resource
  state: 'unmanaged' | 'monitored' | 'managed'
  expires_after_days?: number
  rules: Rule[]
}

/** A dimension of the idp's profiles that creates attributes. */
export function dimension(handle: string, name: string, profileKey: string): Dimension {
  return { handle, name, integration: 'idp', profile_key: profileKey, attributes_enabled: true }
}

/** A managed ruleset over a vendor's group; `days` of grace. */
export function managed(group: DemoGroup, days: number, rules: Rule[]): Ruleset {
  const integration = group.resourceType.split('_', 1)[0] ?? ''
  return {
    resource: { type: group.resourceType, integration, vendor_id: group.vendorId },
    state: 'managed',
    expires_after_days: days,
    rules,
  }
}

/** An active rule. */
export function rule(key: string, role: string, priority: number, conditions: Condition[]): Rule {
  return { key, role, state: 'active', priority, conditions }
}

/** Counts as the department. */
export function department(value: string): Condition {
  return { type: 'attribute', dimension: 'department', value }
}

/** Counts as the division. */
export function division(value: string): Condition {
  return { type: 'attribute', dimension: 'division', value }
}

/** Is of that `userType` at the idp. */
export function userType(value: string): Condition {
  return {
    type: 'identity',
    integration: 'idp',
    profile_key: 'userType',
    operator: 'equals',
    value,
  }
}

/** Has a `userType` other than contractor. */
export function notContractor(): Condition {
  return {
    type: 'identity',
    integration: 'idp',
    profile_key: 'userType',
    operator: 'not_equals',
    value: 'contractor',
  }
}

/** The whole title matches the expression (RE2). */
export function titleMatches(value: string): Condition {
  return { type: 'identity', integration: 'idp', profile_key: 'title', operator: 'matches', value }
}

/** The first day at work is after that of the instant. */
export function startedAfter(instant: string): Condition {
  return {
    type: 'identity',
    integration: 'idp',
    profile_key: 'startDate',
    operator: 'greater_than',
    value: instant.slice(0, 10),
  }
}

export type Operator =
  | 'equals'
  | 'not_equals'
  | 'in'
  | 'not_in'
  | 'contains'
  | 'not_contains'
  | 'starts_with'
  | 'ends_with'
  | 'matches'
  | 'exists'
  | 'not_exists'
  | 'greater_than'
  | 'less_than'

/** A stored condition, as far as it is written again. */
export type Condition = {
  id: string
  type: 'attribute' | 'identity' | 'user' | 'direct_reports_of' | 'all_reports_of' | 'entitled_to'
  resource_id: string | null
  profile_key: string | null
  profile_operator: Operator | null
  profile_value: string | null
  /** Left out where it is false. */
  or_absent?: boolean
  description: string
}
export type ConditionInput = {
  type: Condition['type']
  resource_id?: string | null
  profile_key?: string | null
  profile_operator?: Operator | null
  profile_value?: string | null
  or_absent?: boolean
}

/** What a condition asks about. The integration is null for the primary one. */
export type Subject =
  | { type: 'attribute'; dimension: { id: string; name: string } }
  | { type: 'identity'; key: string; integration: { id: string; handle: string } | null }
  | { type: 'user' | 'direct_reports_of' | 'all_reports_of' | 'entitled_to' }

/** A condition while it is written: a part of a sentence, which may not be whole yet. */
export type Clause = {
  id: string
  /** The stored condition that it is, as long as nothing of it changes. */
  stored: Condition | null
  subject: Subject | null
  operator: Operator
  /** The attribute, person or resource that it names. */
  target: { id: string; name: string } | null
  /** One text, or several where the operator takes a list. */
  values: readonly string[]
  /** A negative test also holds where there is no value. */
  orAbsent: boolean
}

/** A rule while it is written. */
export type Draft = {
  role: string
  clauses: readonly Clause[]
  everyoneElse: boolean
  description: string
  reason: string
  priority: number
  /** Days; empty inherits. */
  grace: string
  /** The last day; empty for no end. */
  lastDay: string
}

let made = 0

export function newClause(): Clause {
  made += 1
  return {
    id: `new-${made}`,
    stored: null,
    subject: null,
    operator: 'equals',
    target: null,
    values: [],
    orAbsent: false,
  }
}

export const listOperators: ReadonlySet<Operator> = new Set(['in', 'not_in'])
const bareOperators: ReadonlySet<Operator> = new Set(['exists', 'not_exists'])
const negativeOperators: ReadonlySet<Operator> = new Set([
  'not_equals',
  'not_in',
  'not_contains',
  'not_exists',
])

export function takesValue(operator: Operator): boolean {
  return !bareOperators.has(operator)
}

/** Whether the test can also hold where there is no value. */
export function takesOrAbsent(operator: Operator): boolean {
  return negativeOperators.has(operator) && takesValue(operator)
}

/** Its values may not be seen by who looks at it, so it stays as it is. */
export function isHidden({ stored }: Clause): boolean {
  return (
    stored?.type === 'identity' &&
    stored.profile_value === null &&
    takesValue(stored.profile_operator ?? 'equals')
  )
}

export function isWhole(clause: Clause): boolean {
  const { subject, operator, target, values } = clause
  if (subject === null) return false
  if (isHidden(clause)) return true
  if (subject.type !== 'identity') return target !== null
  return !takesValue(operator) || values.length > 0
}

/** All conditions are negative: the rule is for everyone else. */
export function isForEveryoneElse(clauses: readonly Clause[]): boolean {
  return clauses.length > 0 && clauses.every(({ operator }) => negativeOperators.has(operator))
}

/** A whole clause as the API takes it. */
export function conditionOf({
  subject,
  operator,
  target,
  values,
  orAbsent,
}: Clause): ConditionInput {
  if (subject?.type !== 'identity')
    return {
      type: subject?.type ?? 'user',
      resource_id: target?.id ?? null,
      profile_operator: operator,
    }
  return {
    type: 'identity',
    resource_id: subject.integration?.id ?? null,
    profile_key: subject.key,
    profile_operator: operator,
    profile_value: takesValue(operator)
      ? listOperators.has(operator)
        ? JSON.stringify(values)
        : (values[0] ?? '')
      : null,
    ...(orAbsent && takesOrAbsent(operator) && { or_absent: true }),
  }
}

/** The values of a stored condition. */
export function valuesOf({ profile_operator, profile_value }: Condition): string[] {
  if (profile_value === null) return []
  if (profile_operator === null || !listOperators.has(profile_operator)) return [profile_value]
  const list: unknown = JSON.parse(profile_value)
  return Array.isArray(list) ? list.map(String) : []
}

import { clip } from '../../contract/text.ts'
import type { ConditionOperator, ConditionType } from '../../contract/states.ts'

/** A condition with the names that people know its referents by. */
export type NamedCondition = {
  type: ConditionType
  operator: ConditionOperator | null
  /** The dimension and attribute, the person, or the resource. */
  referent:
    | { dimension: string; attribute: string }
    | { person: string }
    | { resource: string }
    | null
  /** Null means the primary integration. */
  integration: string | null
  profileKey: string | null
  profileValue: string | null
  orAbsent: boolean
}

const maximumLength = 1000

const operatorWords: Record<ConditionOperator, string> = {
  equals: 'is',
  not_equals: 'is not',
  in: 'is one of',
  not_in: 'is none of',
  contains: 'contains',
  not_contains: 'does not contain',
  starts_with: 'starts with',
  ends_with: 'ends with',
  matches: 'matches',
  exists: 'is present',
  not_exists: 'is absent',
  greater_than: 'is greater than',
  less_than: 'is less than',
}

/** A condition in words: `department is Sales`, `reports directly to Ada Lovelace`. */
export function describeCondition(condition: NamedCondition): string {
  return clip(wordsOf(condition), maximumLength - 1)
}

/** A rule in words: its conditions, in their order. */
export function describeRule(conditions: readonly NamedCondition[]): string {
  return clip(conditions.map(wordsOf).join(' and '), maximumLength - 1)
}

/** A condition on a profile in words, without the value: `department is …`. */
export function describeWithheld(
  condition: Pick<NamedCondition, 'operator' | 'integration' | 'orAbsent'> & { profileKey: string },
): string {
  const words = orAbsentWords(condition)
  return `${clip(keyAndOperator(condition), maximumLength - 3 - words.length)} …${words}`
}

function wordsOf(condition: NamedCondition): string {
  const isNot = condition.operator === 'not_equals'
  const { referent } = condition
  const person = referent !== null && 'person' in referent ? referent.person : ''
  switch (condition.type) {
    case 'attribute':
      if (referent === null || !('attribute' in referent)) return ''
      return `${referent.dimension} ${isNot ? 'is not' : 'is'} ${referent.attribute}`
    case 'entitled_to':
      if (referent === null || !('resource' in referent)) return ''
      return `is ${isNot ? 'not ' : ''}entitled to ${referent.resource}`
    case 'user':
      return `${isNot ? 'is not' : 'is'} ${person}`
    case 'direct_reports_of':
      return `${isNot ? 'does not report' : 'reports'} directly to ${person}`
    case 'all_reports_of':
      return `is ${isNot ? 'not ' : ''}anywhere below ${person}`
    case 'identity':
      return wordsOfIdentity(condition)
  }
}

function wordsOfIdentity(condition: NamedCondition): string {
  const { operator, profileValue } = condition
  const words = keyAndOperator(condition)
  if (profileValue === null) return words
  return `${words} ${operand(operator, profileValue)}${orAbsentWords(condition)}`
}

function orAbsentWords({ orAbsent }: Pick<NamedCondition, 'orAbsent'>): string {
  return orAbsent ? ' or is absent' : ''
}

function keyAndOperator({
  operator,
  integration,
  profileKey,
}: Pick<NamedCondition, 'operator' | 'integration' | 'profileKey'>): string {
  const key = integration === null ? `${profileKey}` : `${profileKey} of ${integration}`
  return `${key} ${operatorWords[operator ?? 'equals']}`
}

/** `in` and `not_in` store a JSON array of strings. */
function operand(operator: ConditionOperator | null, value: string): string {
  if (operator !== 'in' && operator !== 'not_in') return value
  const list: unknown = JSON.parse(value)
  return Array.isArray(list) ? list.join(', ') : value
}

import { escapeLiteral } from 'pg'
import { fold } from '../../../src/engine/fold.ts'
import type { Condition, IdentityCondition } from '../../../src/engine/model.ts'
import { wholeValues } from '../../../src/engine/operators.ts'
import { kindOfKey, type KeyKind } from '../../world/policy-world.ts'

/** A condition as a test of a row `f` of the table of facts. What is absent is null there, and no test of null holds. */
export function conditionSql(condition: Condition): string {
  if (condition.type === 'identity') return testSql(condition)
  const isSo = membershipSql(condition.type, escapeLiteral(condition.resourceId))
  return condition.operator === 'not_equals' ? `(${isSo}) is not true` : isSo
}

function membershipSql(type: Exclude<Condition['type'], 'identity'>, id: string): string {
  switch (type) {
    case 'user':
      return `f.id = ${id}`
    case 'direct_reports_of':
      return `f.manager_id = ${id}`
    case 'all_reports_of':
      return `f.id in (select person_id from below where manager_id = ${id})`
    case 'attribute':
    case 'entitled_to':
      return `f.id in (select person_id from holder where attribute_id = ${id})`
  }
}

/** The column of the table of facts that holds a profile key. */
export function columnSql(profileKey: string): string {
  return profileKey.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function testSql({ profileKey, operator, value, orAbsent }: IdentityCondition): string {
  const column = `f.${columnSql(profileKey)}`
  const kind = kindOf(profileKey)
  const operand = value ?? ''
  const literal = () => {
    const compared = toValue(kind, operand)
    return typeof compared === 'number' ? String(compared) : escapeLiteral(compared)
  }
  const equals = () =>
    kind === 'list' ? `${column} @> array[${literal()}]` : `${column} = ${literal()}`
  const isIn = () => `${column} in (${wholeValues('in', operand).map(escapeLiteral).join(', ')})`
  const hasText = (test: (text: string) => string) =>
    kind === 'list'
      ? `exists (select from unnest(${column}) as t where ${test('t')})`
      : test(column)
  const part = escapeLiteral(fold(operand))
  const not = (test: string) =>
    orAbsent === true ? `(${test}) is not true` : `${column} is not null and not ${test}`
  switch (operator) {
    case 'exists':
      return `${column} is not null`
    case 'not_exists':
      return `${column} is null`
    case 'equals':
      return equals()
    case 'not_equals':
      return not(equals())
    case 'in':
      return isIn()
    case 'not_in':
      return not(isIn())
    case 'contains':
      return hasText((text) => `strpos(${text}, ${part}) > 0`)
    case 'not_contains':
      return not(hasText((text) => `strpos(${text}, ${part}) > 0`))
    case 'starts_with':
      return hasText((text) => `${text} ^@ ${part}`)
    case 'ends_with':
      return hasText((text) => `right(${text}, ${fold(operand).length}) = ${part}`)
    case 'matches':
      return hasText((text) => `${text} ~* ${escapeLiteral(`^(?:${operand})$`)}`)
    case 'greater_than':
      return `${column} > ${literal()}`
    case 'less_than':
      return `${column} < ${literal()}`
  }
}

const kinds = new Map<string, KeyKind>(Object.entries(kindOfKey))

export function kindOf(key: string): KeyKind {
  return kinds.get(key) ?? 'text'
}

/** A text as a key of that kind holds and compares it: folded, a number, or a date in milliseconds. */
function toValue(kind: KeyKind, text: string): string | number {
  if (kind === 'number') return Number(text)
  return kind === 'date' ? Date.parse(text) : fold(text)
}

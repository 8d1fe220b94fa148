import { exceededBound } from '../contract/json-bounds.ts'
import { compare, readComparable } from './comparable.ts'
import { fold, type ComparedText } from './fold.ts'
import type { Operator } from './model.ts'
import { compilePattern } from './pattern.ts'

/** The values of one person's identities in one integration under one profile key. */
export interface Found {
  hasIdentity: boolean
  /** Empty where the key is absent. */
  values: readonly ComparedText[]
}

/** The verdict of one operator and operand on these values. */
export type FoundTest = (found: Found) => boolean

type ValueTest = (value: ComparedText) => boolean

/** The operators that say what is not so, each with what it denies. */
const denies = {
  not_equals: 'equals',
  not_in: 'in',
  not_contains: 'contains',
  not_exists: 'exists',
} as const

type NegativeOperator = keyof typeof denies
type ValueOperator = Exclude<Operator, NegativeOperator | 'exists'>

/** Whether the operator is one of not_equals, not_in, not_contains, not_exists. */
export function isNegative(operator: Operator): operator is NegativeOperator {
  return Object.hasOwn(denies, operator)
}

/** What a negative operator denies; any other operator itself. */
export function positiveOf(operator: Operator): ValueOperator | 'exists' {
  return isNegative(operator) ? denies[operator] : operator
}

/** Whether the operator denies something of a value, so that it can also hold where there is none. */
export function takesOrAbsent(operator: Operator): boolean {
  return isNegative(operator) && operator !== 'not_exists'
}

/** The folded values that an operand of `equals` or `in` names. Throws where it does not fit. */
export function wholeValues(operator: 'equals' | 'in', operand: string): string[] {
  const values = operator === 'in' ? readList(operand) : [operand]
  return values.map((value) => fold(value).trim())
}

/**
 * Compiles an operator with its operand once, for many people.
 *
 * A positive test holds if any value meets it. A negative one holds if there are values and none meets what
 * it denies (docs/decisions/0003); with `orAbsent` also if there are none, but an identity. Throws an Error with a message for
 * people where the operand does not fit.
 */
export function compileTest(
  operator: Operator,
  operand: string | null,
  orAbsent = false,
): FoundTest {
  if (operator === 'exists' || operator === 'not_exists') return compilePresence(operator, operand)
  if (operand === null) throw new Error(`is needed by ${operator}`)
  if (isNegative(operator)) {
    const denied = compileValueTest(denies[operator], operand)
    return ({ hasIdentity, values }) =>
      (orAbsent ? hasIdentity : values.length > 0) && !values.some(denied)
  }
  const wanted = compileValueTest(operator, operand)
  return ({ values }) => values.some(wanted)
}

function compilePresence(operator: 'exists' | 'not_exists', operand: string | null): FoundTest {
  if (operand !== null) throw new Error(`is not taken by ${operator}`)
  if (operator === 'exists') return ({ values }) => values.length > 0
  return ({ hasIdentity, values }) => hasIdentity && values.length === 0
}

function compileValueTest(operator: ValueOperator, operand: string): ValueTest {
  if (operand.trim() === '') throw new Error('must not be blank')
  return valueTests[operator](operand)
}

/** Profile values come trimmed; so are operands that are compared whole, and only those. */
const valueTests: Record<ValueOperator, (operand: string) => ValueTest> = {
  equals(operand) {
    const [whole] = wholeValues('equals', operand)
    return ({ folded }) => folded === whole
  },
  in(operand) {
    const allowed = new Set(wholeValues('in', operand))
    return ({ folded }) => allowed.has(folded)
  },
  contains(operand) {
    const part = fold(operand)
    return ({ folded }) => folded.includes(part)
  },
  starts_with(operand) {
    const start = fold(operand)
    return ({ folded }) => folded.startsWith(start)
  },
  ends_with(operand) {
    const end = fold(operand)
    return ({ folded }) => folded.endsWith(end)
  },
  matches(operand) {
    const matches = compilePattern(operand)
    return ({ text }) => matches(text)
  },
  greater_than: (operand) => compileComparison(operand, (order) => order > 0),
  less_than: (operand) => compileComparison(operand, (order) => order < 0),
}

function compileComparison(operand: string, holds: (order: number) => boolean): ValueTest {
  const limit = readComparable(operand.trim())
  if (limit === null) throw new Error('must be a number or an ISO 8601 date')
  return ({ text }) => {
    const value = readComparable(text)
    const order = value === null ? null : compare(value, limit)
    return order !== null && holds(order)
  }
}

/** What a test of one value sees. */
export function foundValue(value: ComparedText): Found {
  return { hasIdentity: true, values: [value] }
}

/** The texts of a value of `in` or `not_in`; throws if it is not such a list. */
export function readList(operand: string): string[] {
  const list = parseJson(operand)
  if (!Array.isArray(list) || list.length === 0 || !list.every(isText)) {
    throw new Error('must be a JSON array of one or more strings, none of them blank')
  }
  return list
}

function isText(item: unknown): item is string {
  return typeof item === 'string' && item.trim() !== ''
}

/** As many texts as an operand has room for, in one list. */
const listBounds = { levels: 1, keys: 0, values: 50_000 }

function parseJson(text: string): unknown {
  if (exceededBound(text, listBounds) !== undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

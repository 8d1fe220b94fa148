import type { ConditionOperator } from '../../contract/states.ts'
import { UnreadableExpression } from './tokens.ts'

/** Whose group rules are read. */
export const languages = ['okta', 'entra', 'google', 'ldap'] as const
export type Language = (typeof languages)[number]

/** A positive test of a value. */
export type TestOperator = Exclude<ConditionOperator, `not_${string}`>

export type Test = {
  kind: 'test'
  key: string
  operator: TestOperator
  /** A list for `in`; null for `exists`. */
  value: string | readonly string[] | null
  /** In what it differs from what the other product asks. */
  except?: readonly string[]
  /** Why the source may have the value under another key, or in another form. Denied, such a test would let in everybody. */
  unsure?: string
}

/** What a rule of another product asks of an account. `untold`: what Muster can't ask, and why. `always`: of nobody in particular. */
export type Expression =
  | Test
  | { kind: 'all' | 'any'; of: readonly Expression[] }
  | { kind: 'not'; of: Expression }
  | { kind: 'always' }
  | { kind: 'untold'; why: string }

/** A rule of another product, for one group. */
export type SourceRule = {
  name: string
  /** As it is written there. */
  text: string
  group: { type: string; vendor_id: string } | { type: string; handle: string }
  expression: Expression
  except: readonly string[]
}

export const all = (...of: Expression[]): Expression => ({ kind: 'all', of })
export const any = (...of: Expression[]): Expression => ({ kind: 'any', of })
export const not = (of: Expression): Expression => ({ kind: 'not', of })
export const untold = (why: string): Expression => ({ kind: 'untold', why })

export function test(
  key: string,
  operator: TestOperator,
  value: Test['value'],
  except?: string,
): Test {
  return { kind: 'test', key, operator, value, ...(except !== undefined && { except: [except] }) }
}

export const exists = (key: string) => test(key, 'exists', null)

/** In what a text differs that another product compares exactly. */
export function exactnessOf(value: unknown, kind = 'value'): string | undefined {
  const text = String(value)
  if (typeof value !== 'string' || kind === 'number') return undefined
  const hasCase = text.toLowerCase() !== text.toUpperCase()
  return hasCase
    ? 'case, and blanks at the ends, are ignored here'
    : 'blanks at the ends are ignored here'
}

/** What `read` makes of a rule; what can't be read, or is too deep, is told. */
export function readTree(read: () => Expression): Expression {
  try {
    return read()
  } catch (error) {
    if (error instanceof UnreadableExpression) return untold(`it can't be read ${error.message}`)
    if (error instanceof RangeError) return untold('it is too long')
    throw error
  }
}

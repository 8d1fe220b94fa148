import { isList, type JsonValue } from '../../contract/json.ts'
import { compilePattern, type Matcher } from '../../engine/pattern.ts'
import type { Mapping, Test } from './mapping.ts'
import { isBeforeDates, isNoDay, readDay } from './read-day.ts'
import { plainOf, tableKey, valueAt } from './value-path.ts'

export const shapes = ['accounts', 'groups', 'memberships'] as const
export type Shape = (typeof shapes)[number]

/** Whether all tests hold on the record. A key that is null counts as absent, a blank one does not; of a list any element counts. */
export function holds(record: JsonValue, tests: readonly Test[]): boolean {
  return tests.every((test) => {
    const value = valueAt(record, test.path)
    const exists = value !== undefined && value !== null
    if (test.exists !== undefined && test.exists !== exists) return false
    if (test.is_blank !== undefined && test.is_blank !== isBlank(value)) return false
    if (test.is_text !== undefined && test.is_text !== (typeof value === 'string')) return false
    const { confirmed } = test
    if (confirmed !== undefined && (value === undefined || confirmed !== isConfirmed(value)))
      return false
    const { one_of: values, matches } = test
    if (values === undefined && matches === undefined) return true
    const keys = (isList(value) ? value.map(tableKey) : [tableKey(value) ?? '']).filter(
      (key) => key !== undefined,
    )
    return (
      (values === undefined || keys.some((key) => values.includes(key))) &&
      (matches === undefined || keys.some(matcherOf(matches)))
    )
  })
}

/** Whether there is a key without a value. */
function isBlank(value: JsonValue | undefined): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '')
}

const confirmations = new Set(['yes', 'y', 'true', 't', '1', 'verified', 'confirmed'])

/** Whether a value says that something is confirmed, or when it was. */
function isConfirmed(value: JsonValue): boolean {
  const said = plainOf(value)
  if (said === undefined) return false
  if (confirmations.has(tableKey(said) ?? '')) return true
  return readDay(said).length > 0 && !isNoDay(said) && !isBeforeDates(said)
}

/** Whether any of these lists of tests holds. */
export function holdsAny(record: JsonValue, any: readonly (readonly Test[])[] = []): boolean {
  return any.some((tests) => holds(record, tests))
}

const matchers = new Map<string, Matcher>()

function matcherOf(pattern: string): Matcher {
  const known = matchers.get(pattern) ?? compilePattern(pattern)
  // Mappings are few and bounded; this keeps a hostile one from filling memory.
  if (matchers.size > 1000) matchers.clear()
  matchers.set(pattern, known)
  return known
}

/** What a record can be. `members`: a member of a group that the record does not name. */
export type RecordKind = Shape | 'members'

/** Every kind that the tests of the mapping find in a record; it should be one at most. */
export function kindsOf(record: JsonValue, mapping: Mapping): RecordKind[] {
  const { account, groups, memberships, members } = mapping
  const kinds: RecordKind[] = []
  if (holdsAny(record, account.when)) kinds.push('accounts')
  if (groups.some(({ when }) => holds(record, when))) kinds.push('groups')
  if (memberships.some(({ when }) => holds(record, when))) kinds.push('memberships')
  else if (holdsAny(record, members?.when)) kinds.push('members')
  return kinds
}

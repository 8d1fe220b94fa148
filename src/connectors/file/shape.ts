import type { JsonValue } from '../../contract/json.ts'
import type { Mapping, Shape, Test } from './mapping.ts'
import { tableKey, valueAt } from './value-path.ts'

/** Whether all tests hold on the record. A key that is null counts as absent, a blank one does not. */
export function holds(record: JsonValue, tests: readonly Test[]): boolean {
  return tests.every((test) => {
    const value = valueAt(record, test.path)
    const exists = value !== undefined && value !== null
    if (test.exists !== undefined && test.exists !== exists) return false
    return test.one_of === undefined || test.one_of.includes(tableKey(value) ?? '')
  })
}

/** What a record of this vendor is, or null if no test of the mapping knows it. */
export function shapeOf(record: JsonValue, mapping: Mapping): Shape | null {
  if (mapping.memberships.some(({ when }) => holds(record, when))) return 'memberships'
  if (mapping.groups.some(({ when }) => holds(record, when))) return 'groups'
  return mapping.account.when.some((tests) => holds(record, tests)) ? 'accounts' : null
}

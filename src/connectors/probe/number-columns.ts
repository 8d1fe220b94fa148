import type { JsonValue } from '../../contract/json.ts'
import { columnNamed } from '../file/bind-columns.ts'
import type { AccountMapping } from '../file/mapping.ts'
import type { IntegrationDefaults } from '../file/mappings/default-mappings.ts'
import { plainOf, valueAt } from '../file/value-path.ts'
import type { Product } from './choose-product.ts'

/** The keys of profiles that have the numbers of people. */
export type NumberKeys = Pick<
  IntegrationDefaults,
  'badgeIdProfileKey' | 'employeeIdProfileKey' | 'employeeAltIdProfileKey'
>

const badges = ['Badge ID', 'Badge Number', 'Badge No', 'Badge Code', 'Badge']

/** The keys of the product; of a table the name of its column of badge numbers. */
export function findNumberKeys(
  { name, defaults }: Product,
  { rows, leaves }: { rows: readonly JsonValue[]; leaves: readonly string[] },
): NumberKeys {
  const { badgeIdProfileKey, employeeIdProfileKey, employeeAltIdProfileKey } = defaults
  const column = name === 'file' ? columnNamed(badges, leaves) : undefined
  const isOfBadges = column !== undefined && areNumbers(rows, column)
  return {
    badgeIdProfileKey: isOfBadges ? column : badgeIdProfileKey,
    employeeIdProfileKey,
    employeeAltIdProfileKey,
  }
}

/** No two people share one, and each has a digit; of fewer than three people that may be chance. */
function areNumbers(rows: readonly JsonValue[], column: string): boolean {
  const values = rows
    .map((row) => plainOf(valueAt(row, column)))
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map((value) => String(value))
    .filter((value) => value !== '')
  return (
    values.length >= 3 &&
    new Set(values).size === values.length &&
    values.every((value) => /\d/.test(value))
  )
}

/** The numbers of people that a column has, which is a key of their profile. */
export function numbersIn(
  column: string,
  { badgeIdProfileKey, employeeIdProfileKey, employeeAltIdProfileKey }: NumberKeys,
  { profile_root: root }: AccountMapping,
): string[] {
  const numbers = {
    badge_id: badgeIdProfileKey,
    employee_id: employeeIdProfileKey,
    employee_alt_id: employeeAltIdProfileKey,
  }
  return Object.entries(numbers)
    .filter(([, key]) => key !== null && column === (root === null ? key : `${root}.${key}`))
    .map(([number]) => number)
}

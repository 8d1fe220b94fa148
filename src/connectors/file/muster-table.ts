import { isObject, type JsonValue } from '../../contract/json.ts'
import { completeMapping } from './complete-mapping.ts'
import { pathLists } from './mapping-paths.ts'

const ownKeys = {
  employeeNumber: ['employee_id'],
  badgeNumber: ['badge_id'],
  managerId: ['manager_id'],
  department: ['department'],
  division: ['division'],
  title: ['title'],
  costCenter: ['cost_center'],
  location: ['location'],
  userType: ['type'],
}

/** How Muster's own table is read (docs/muster-table.md). */
export const musterTableMapping = completeMapping({
  account: {
    vendor_id: ['id'],
    handle: ['username'],
    email: ['email'],
    first_name: ['first_name'],
    last_name: ['last_name'],
    full_name: ['full_name'],
    created_at: ['first_day'],
    state: {
      sources: [
        {
          path: 'state',
          values: {
            active: 'active',
            staged: 'suspended',
            suspended: 'suspended',
            deactivated: 'deactivated',
          },
        },
      ],
      new_values: ['staged'],
      first_day: ['first_day'],
      ended_at: ['last_day'],
    },
    profile_root: 'profile',
    profile_extra: ownKeys,
  },
})

/** Any other column is called `profile.<key>`. */
const known: ReadonlySet<string> = new Set([
  'state',
  ...pathLists(musterTableMapping.account)
    .values()
    .flatMap((paths) => paths),
])

/** Whether records are of Muster's own table: exactly its columns, with an id, and a name or an address. */
export function isMusterTable(records: readonly JsonValue[]): boolean {
  return (
    records.length > 0 &&
    records.every((record) => {
      if (!isObject(record)) return false
      const columns = Object.keys(record)
      return (
        columns.includes('id') &&
        ['email', 'first_name', 'last_name', 'full_name'].some((name) => columns.includes(name)) &&
        columns.every(
          (column) => known.has(column) || column === 'profile' || column.startsWith('profile.'),
        )
      )
    })
  )
}

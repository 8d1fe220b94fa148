import { isObject, type JsonValue } from '../../contract/json.ts'
import { completeMapping } from './complete-mapping.ts'

/** The columns of Muster's own table (docs/muster-table.md). Any other column is called `profile.<key>`. */
const tableColumns = [
  'id',
  'username',
  'email',
  'first_name',
  'last_name',
  'full_name',
  'state',
  'first_day',
  'last_day',
  'employee_id',
  'badge_id',
  'manager_id',
  'department',
  'division',
  'title',
  'cost_center',
  'location',
  'type',
] as const

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

/** How Muster's own table is read. */
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

const known: ReadonlySet<string> = new Set(tableColumns)

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

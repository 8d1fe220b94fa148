import type { RowOf } from 'muster-sdk'
import { personColumn, stateColumn, textColumn, timeColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { stateFilter } from '../../parts/list/filters.ts'
import { text } from './text.ts'

export type PersonRow = RowOf<'/directory/users'>

const { columns: names } = text

export const personStates = stateFilter(text.filters.state, [
  'staged',
  'active',
  'expiring',
  'expired',
  'suspended',
  'deactivated',
])

/** By importance: the last ones are left out first where there is little room. */
export const peopleColumns: readonly Column<PersonRow>[] = [
  personColumn('name', names.name, ({ full_name }) => full_name, {
    sort: 'full_name',
    to: ({ id }) => `/people/${id}`,
  }),
  stateColumn(names.state),
  ofOrg('title', names.title, { min: 150, grow: 1.6 }),
  ofOrg('department', names.department, { grow: 1.2 }),
  textColumn('email', names.email, ({ email }) => email, { min: 210, grow: 1.8 }),
  textColumn('username', names.username, ({ username }) => username, { isOptional: true }),
  ofOrg('division', names.division, { isOptional: true }),
  ofOrg('cost_center', names.costCenter, { min: 110, isOptional: true }),
  textColumn('employee_id', names.employeeId, ({ employee_id }) => employee_id, {
    min: 110,
    isOptional: true,
  }),
  textColumn('is_manager', names.isManager, ({ is_manager }) => (is_manager ? text.yes : text.no), {
    min: 120,
    isOptional: true,
  }),
  ofTime('ends', names.ends, ({ timestamp }) => timestamp.expires_at),
  ofTime('created', names.created, ({ timestamp }) => timestamp.created_at, 'created_at'),
  ofTime('updated', names.updated, ({ timestamp }) => timestamp.updated_at, 'updated_at'),
]

/** A value that a dimension gives. */
function ofOrg(key: string, header: string, rest: Partial<Column<PersonRow>>) {
  return textColumn<PersonRow>(key, header, ({ org }) => org[key], rest)
}

function ofTime(
  id: string,
  header: string,
  read: (row: PersonRow) => string | null,
  sort?: string,
) {
  return timeColumn(id, header, read, {
    grow: 1,
    isOptional: true,
    ...(sort !== undefined && { sort }),
  })
}

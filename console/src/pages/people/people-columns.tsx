import { Link } from '@tanstack/react-router'
import type { RowOf } from 'muster-sdk'
import { Avatar } from '../../parts/avatar.tsx'
import type { Column } from '../../parts/columns.ts'
import { Middle } from '../../parts/middle.tsx'
import { stateColumn } from '../../parts/state-column.tsx'
import { Time } from '../../parts/time.tsx'
import { text } from './text.ts'
import classes from './people.module.css'

export type PersonRow = RowOf<'/directory/users'>

const { columns: names } = text

/** By importance: the last ones are left out first where there is little room. */
export const peopleColumns: readonly Column<PersonRow>[] = [
  {
    id: 'name',
    header: names.name,
    min: 170,
    grow: 2,
    sort: 'full_name',
    text: ({ full_name }) => full_name,
    cell: ({ id, full_name }) => (
      <>
        <Avatar name={full_name} />
        <Link to="/people/$user" params={{ user: id }} className={classes['name']} tabIndex={-1}>
          <Middle text={full_name} />
        </Link>
      </>
    ),
  },
  stateColumn(names.state),
  ofOrg('title', names.title, { min: 150, grow: 1.6 }),
  ofOrg('department', names.department, { min: 130, grow: 1.2 }),
  ofText('email', names.email, ({ email }) => email, { min: 210, grow: 1.8 }),
  ofText('username', names.username, ({ username }) => username, { min: 130, isOptional: true }),
  ofOrg('division', names.division, { min: 130, isOptional: true }),
  ofOrg('cost_center', names.costCenter, { min: 110, isOptional: true }),
  ofText('employee_id', names.employeeId, ({ employee_id }) => employee_id, {
    min: 110,
    isOptional: true,
  }),
  ofText('is_manager', names.isManager, ({ is_manager }) => (is_manager ? text.yes : text.no), {
    min: 120,
    isOptional: true,
  }),
  ofTime('ends', names.ends, ({ timestamp }) => timestamp.expires_at, {}),
  ofTime('created', names.created, ({ timestamp }) => timestamp.created_at, { sort: 'created_at' }),
  ofTime('updated', names.updated, ({ timestamp }) => timestamp.updated_at, { sort: 'updated_at' }),
]

type Rest = Pick<Column<PersonRow>, 'min'> & Partial<Column<PersonRow>>

function ofText(
  id: string,
  header: string,
  read: (row: PersonRow) => string | null | undefined,
  rest: Rest,
): Column<PersonRow> {
  const textOf = (row: PersonRow) => read(row) ?? ''
  return { id, header, text: textOf, cell: (row) => <Middle text={textOf(row)} />, ...rest }
}

/** A value that a dimension gives. */
function ofOrg(key: string, header: string, rest: Rest): Column<PersonRow> {
  return ofText(key, header, ({ org }) => org[key], rest)
}

function ofTime(
  id: string,
  header: string,
  read: (row: PersonRow) => string | null,
  rest: Partial<Column<PersonRow>>,
): Column<PersonRow> {
  return {
    id,
    header,
    min: 110,
    isOptional: true,
    text: (row) => read(row) ?? '',
    cell: (row) => {
      const at = read(row)
      return at === null ? null : <Time at={at} />
    },
    ...rest,
  }
}

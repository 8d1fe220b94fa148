import type { RowOf } from 'muster-sdk'
import { personColumn, textColumn, timeColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { text } from './text.ts'
import classes from './service.module.css'

export type Admin = RowOf<'/workspace/services/{service}/admins'>
export type AdminRole = Admin['admin_role']

export const adminRoles = ['admin', 'audit', 'permission', 'token'] as const

const { admins: words, roles } = text

/** The four roles on a service, each with what it lets one do. */
export const roleOptions = adminRoles.map((value) => ({
  value,
  label: roles[value].word,
  detail: roles[value].may,
}))

/** A person whose name the viewer may not see is shown by id. */
export function nameOf({ name, workspace_user_id: id }: Admin): string {
  return name ?? id
}

export const adminColumns: readonly Column<Admin>[] = [
  personColumn('name', words.name, nameOf, { min: 180, grow: 1.4, sort: 'name' }),
  textColumn('role', words.role, ({ admin_role }) => admin_role, {
    min: 110,
    grow: 0.6,
    cell: ({ admin_role }) => roles[admin_role].word,
  }),
  textColumn(
    'state',
    words.state,
    ({ is_active }) => (is_active ? words.canAct : words.cannotAct),
    {
      min: 110,
      grow: 0.6,
      cell: ({ is_active }) =>
        is_active ? words.canAct : <span className={classes['inactive']}>{words.cannotAct}</span>,
    },
  ),
  textColumn('may', words.may, ({ admin_role }) => roles[admin_role].may, {
    min: 260,
    grow: 2.4,
    cell: ({ admin_role }) => <span className={classes['may']}>{roles[admin_role].may}</span>,
  }),
  timeColumn('since', words.since, ({ timestamp }) => timestamp.created_at, { sort: 'created_at' }),
]

import type { RowOf } from 'muster-sdk'
import { Avatar } from '../../parts/avatar.tsx'
import type { Column } from '../../parts/columns.ts'
import { Middle } from '../../parts/middle.tsx'
import { Time } from '../../parts/time.tsx'
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
  {
    id: 'name',
    header: words.name,
    min: 180,
    grow: 1.4,
    sort: 'name',
    text: nameOf,
    cell: (admin) => (
      <>
        <Avatar name={nameOf(admin)} />
        <Middle text={nameOf(admin)} />
      </>
    ),
  },
  {
    id: 'role',
    header: words.role,
    min: 110,
    grow: 0.6,
    text: ({ admin_role }) => admin_role,
    cell: ({ admin_role }) => roles[admin_role].word,
  },
  {
    id: 'state',
    header: words.state,
    min: 110,
    grow: 0.6,
    text: ({ is_active }) => (is_active ? words.canAct : words.cannotAct),
    cell: ({ is_active }) =>
      is_active ? words.canAct : <span className={classes['inactive']}>{words.cannotAct}</span>,
  },
  {
    id: 'may',
    header: words.may,
    min: 260,
    grow: 2.4,
    text: ({ admin_role }) => roles[admin_role].may,
    cell: ({ admin_role }) => <span className={classes['may']}>{roles[admin_role].may}</span>,
  },
  {
    id: 'since',
    header: words.since,
    min: 110,
    grow: 0.6,
    sort: 'created_at',
    text: ({ timestamp }) => timestamp.created_at,
    cell: ({ timestamp }) => <Time at={timestamp.created_at} />,
  },
]

import { Link } from '@tanstack/react-router'
import type { RowOf } from 'muster-sdk'
import { Avatar } from '../../parts/avatar.tsx'
import type { Column } from '../../parts/columns.ts'
import { Middle } from '../../parts/middle.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { stateColumn, textColumn, timeColumn } from '../../parts/column-kinds.tsx'
import { text } from './text.ts'
import classes from './settings.module.css'

type User = RowOf<'/workspace/users'>

const { users: words } = text

export const userColumns: readonly Column<User>[] = [
  textColumn('name', words.name, ({ name }) => name, {
    min: 190,
    grow: 1.6,
    sort: 'name',
    cell: ({ id, name }) => (
      <>
        <Avatar name={name} />
        <Link to="/settings/users/$user" params={{ user: id }} tabIndex={-1}>
          <Middle text={name === '' ? id : name} />
        </Link>
      </>
    ),
  }),
  stateColumn(words.state),
  textColumn('roles', words.roles, ({ roles }) => roles.join(' '), {
    min: 160,
    grow: 1.4,
    cell: ({ roles }) =>
      roles.length === 0 ? (
        <span className={classes['quiet']}>{words.noRole}</span>
      ) : (
        <Middle text={roles.join(', ')} />
      ),
  }),
  textColumn('email', words.email, ({ email }) => email, { min: 200, grow: 1.4 }),
  textColumn('person', words.person, ({ directory_user_id: person }) => person, {
    min: 180,
    cell: ({ directory_user_id: person }) => person !== null && <RecordLink id={person} />,
  }),
  textColumn('provider', words.provider, ({ provider }) => provider, { min: 180 }),
  timeColumn('created', words.created, ({ timestamp }) => timestamp.created_at, {
    grow: 0.5,
    sort: 'created_at',
  }),
]

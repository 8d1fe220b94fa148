import type { RowOf } from 'muster-sdk'
import type { Column } from '../../parts/columns.ts'
import { Middle } from '../../parts/middle.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import {
  NameLink,
  personColumn,
  stateColumn,
  textColumn,
  timeColumn,
} from '../../parts/column-kinds.tsx'
import { text } from './text.ts'
import classes from './settings.module.css'

type User = RowOf<'/workspace/users'>

const { users: words } = text

export const userColumns: readonly Column<User>[] = [
  personColumn('name', words.name, ({ id, name }) => (name === '' ? id : name), {
    min: 190,
    grow: 1.6,
    sort: 'name',
    link: ({ id }, name) => (
      <NameLink to="/settings/users/$user" params={{ user: id }}>
        {name}
      </NameLink>
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

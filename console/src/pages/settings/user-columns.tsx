import { Link } from '@tanstack/react-router'
import type { RowOf } from 'muster-sdk'
import { Avatar } from '../../parts/avatar.tsx'
import type { Column } from '../../parts/columns.ts'
import { Middle } from '../../parts/middle.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { stateColumn } from '../../parts/column-kinds.tsx'
import { Time } from '../../parts/time.tsx'
import { text } from './text.ts'
import classes from './settings.module.css'

type User = RowOf<'/workspace/users'>

const { users: words } = text

export const userColumns: readonly Column<User>[] = [
  {
    id: 'name',
    header: words.name,
    min: 190,
    grow: 1.6,
    sort: 'name',
    text: ({ name }) => name,
    cell: ({ id, name }) => (
      <>
        <Avatar name={name} />
        <Link to="/settings/users/$user" params={{ user: id }} tabIndex={-1}>
          <Middle text={name === '' ? id : name} />
        </Link>
      </>
    ),
  },
  stateColumn(words.state),
  {
    id: 'roles',
    header: words.roles,
    min: 160,
    grow: 1.4,
    text: ({ roles }) => roles.join(' '),
    cell: ({ roles }) =>
      roles.length === 0 ? (
        <span className={classes['quiet']}>{words.noRole}</span>
      ) : (
        <Middle text={roles.join(', ')} />
      ),
  },
  {
    id: 'email',
    header: words.email,
    min: 200,
    grow: 1.4,
    text: ({ email }) => email ?? '',
    cell: ({ email }) => <Middle text={email ?? ''} />,
  },
  {
    id: 'person',
    header: words.person,
    min: 180,
    text: ({ directory_user_id: person }) => person ?? '',
    cell: ({ directory_user_id: person }) => person !== null && <RecordLink id={person} />,
  },
  {
    id: 'provider',
    header: words.provider,
    min: 180,
    text: ({ provider }) => provider,
    cell: ({ provider }) => <Middle text={provider} />,
  },
  {
    id: 'created',
    header: words.created,
    min: 110,
    grow: 0.5,
    sort: 'created_at',
    text: ({ timestamp }) => timestamp.created_at,
    cell: ({ timestamp }) => <Time at={timestamp.created_at} />,
  },
]

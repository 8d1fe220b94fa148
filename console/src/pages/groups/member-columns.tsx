import { Link } from '@tanstack/react-router'
import type { RowOf } from 'muster-sdk'
import { Avatar } from '../../parts/avatar.tsx'
import type { Column } from '../../parts/columns.ts'
import { Middle } from '../../parts/middle.tsx'
import { roleWords } from '../../parts/role-words.ts'
import { stateColumn } from '../../parts/column-kinds.tsx'
import { Time } from '../../parts/time.tsx'
import { text } from './text.ts'
import classes from './groups.module.css'

type MemberRow = RowOf<'/directory/resources/{resource}/members'>

const { columns: names } = text

const account: Column<MemberRow> = {
  id: 'person',
  header: names.account,
  min: 150,
  grow: 1.6,
  text: nameOf,
  cell: (row) => (
    <>
      <Avatar name={nameOf(row)} />
      {row.directory_user_id === null ? (
        <Middle text={nameOf(row)} />
      ) : (
        <Link
          to="/people/$user"
          params={{ user: row.directory_user_id }}
          className={classes['name']}
          tabIndex={-1}
        >
          <Middle text={nameOf(row)} />
        </Link>
      )}
    </>
  ),
}

/** What is known of an account: some sources give no name. */
function nameOf({ full_name, email, vendor_id, id }: MemberRow): string {
  return full_name || email || vendor_id || id
}

/** By importance: the last ones are left out first where there is little room. */
export const memberColumns: readonly Column<MemberRow>[] = [
  account,
  {
    id: 'role',
    header: names.role,
    min: 110,
    grow: 0.7,
    text: ({ role_handle }) => role_handle,
    cell: ({ role_handle }) => <Middle text={roleWords(role_handle)} />,
  },
  stateColumn(names.state),
  {
    id: 'seen',
    header: names.seen,
    min: 115,
    grow: 0.6,
    text: ({ timestamp }) => timestamp.first_seen_at,
    cell: ({ timestamp }) => <Time at={timestamp.first_seen_at} />,
  },
  {
    id: 'email',
    header: names.email,
    min: 200,
    grow: 1.4,
    text: ({ email }) => email ?? '',
    cell: ({ email }) => <Middle text={email ?? ''} />,
  },
]

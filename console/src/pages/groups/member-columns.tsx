import type { RowOf } from 'muster-sdk'
import type { Column } from '../../parts/columns.ts'
import { Middle } from '../../parts/middle.tsx'
import { roleWords } from '../../parts/role-words.ts'
import {
  NameLink,
  personColumn,
  stateColumn,
  textColumn,
  timeColumn,
} from '../../parts/column-kinds.tsx'
import { text } from './text.ts'

type MemberRow = RowOf<'/directory/resources/{resource}/members'>

const { columns: names } = text

/** What is known of an account: some sources give no name. */
function nameOf({ full_name, email, vendor_id, id }: MemberRow): string {
  return full_name || email || vendor_id || id
}

/** By importance: the last ones are left out first where there is little room. */
export const memberColumns: readonly Column<MemberRow>[] = [
  personColumn('person', names.account, nameOf, {
    min: 150,
    grow: 1.6,
    link: ({ directory_user_id: user }, name) =>
      user === null ? (
        name
      ) : (
        <NameLink to="/people/$user" params={{ user }}>
          {name}
        </NameLink>
      ),
  }),
  textColumn('role', names.role, ({ role_handle }) => role_handle, {
    min: 110,
    grow: 0.7,
    cell: ({ role_handle }) => <Middle text={roleWords(role_handle)} />,
  }),
  stateColumn(names.state),
  timeColumn('seen', names.seen, ({ timestamp }) => timestamp.first_seen_at, { min: 115 }),
  textColumn('email', names.email, ({ email }) => email, { min: 200, grow: 1.4 }),
]

import type { RowOf } from 'muster-sdk'
import type { Column } from '../../parts/columns.ts'
import { Middle } from '../../parts/middle.tsx'
import { roleWords } from '../../parts/kinds.ts'
import { personColumn, stateColumn, textColumn, timeColumn } from '../../parts/column-kinds.tsx'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { text } from './text.ts'
import { DriftBar } from './drift-bar.tsx'
import { useGroup, type Group } from './use-group.ts'
import { whyOf } from './why-of.tsx'

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
    to: ({ directory_user_id: user }) => (user === null ? undefined : `/people/${user}`),
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

/** Who is a member at the vendor, as it was last read, beside what the rules say. */
export function Vendor() {
  const { data: group } = useGroup()
  return group === undefined ? null : <Members group={group} />
}

function Members({ group }: { group: Group }) {
  const list = useFilteredList('/directory/resources/{resource}/members', {
    words: { title: text.tabs.vendor, count: text.countMembers, none: text.noMembers },
    columns: memberColumns,
    path: { resource: group.id },
  })
  return (
    <List
      list={list}
      csv={`members-${group.name}`}
      note={
        <div className="inline between">
          <DriftBar group={group} />
        </div>
      }
      opening={({ directory_user_id: person }) => (person === null ? undefined : { open: person })}
      panelOf={whyOf(group, group.ruleset, ({ full_name: name }: { full_name: string }) => name)}
    />
  )
}

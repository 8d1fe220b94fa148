import type { RowOf } from 'muster-sdk'
import { personColumn, textColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { Middle, Reason } from '../../parts/middle.tsx'
import { roleWords } from '../../parts/kinds.ts'
import { shouldHasColumns } from '../../parts/should-has-columns.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { useApi } from '../../api/use-api.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { recordFilter } from '../../parts/list/filters.ts'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { stateLooks } from '../../parts/state-looks.ts'
import { WhyPanel } from '../why/why-panel.tsx'
import { text } from './text.ts'
import { useGroup, type Group } from './use-group.ts'

export type DriftRow = RowOf<'/directory/resources/{resource}/drift'>

const { compare: words } = text
const compared = shouldHasColumns<DriftRow>(
  ({ should }) => should,
  ({ has }) => has,
)

/** Who should have a resource beside who has it. By importance: the last ones are left out first where there is little room. */
export const driftColumns: readonly Column<DriftRow>[] = [
  personColumn('person', words.person, nameOf, {
    min: 150,
    grow: 1.5,
    sort: 'full_name',
    to: ({ included: { directory_user: user } }) =>
      user === null ? undefined : `/people/${user.id}/vendors`,
  }),
  textColumn('status', words.status, ({ status }) => status, {
    min: 190,
    grow: 0.6,
    sort: 'status',
    cell: ({ status, is_held: isHeld }) => (
      <>
        <StateBadge state={status} />
        {isHeld && <StateBadge state="held" />}
      </>
    ),
  }),
  compared.should,
  {
    ...compared.has,
    text: (row) => rolesOf(row).join(', '),
    cell: (row) => <Middle text={rolesOf(row).map(roleWords).join(', ')} />,
  },
  textColumn('why', words.why, ({ should }) => should?.why, {
    min: 180,
    grow: 1.8,
    cell: ({ should }) => should && <Reason why={should.why} />,
  }),
  compared.shouldSince,
  compared.hasSince,
  textColumn('accounts', words.accounts, accountsOf, { min: 150 }),
]

/** A person, or else the account that belongs to no one. */
export function nameOf({ included, accounts, id }: DriftRow): string {
  const [account] = accounts
  return included.directory_user?.full_name || account?.full_name || account?.vendor_id || id
}

/** The roles of all accounts, those that differ from what they should be first. */
function rolesOf({ accounts }: DriftRow): string[] {
  return [...new Set(accounts.flatMap(({ has }) => has?.role_handle ?? []))]
}

function accountsOf({ accounts }: DriftRow): string {
  return accounts
    .map(({ handle, email, vendor_id, id }) => handle ?? email ?? vendor_id ?? id)
    .join(', ')
}

const statuses = ['missing', 'extra', 'role_differs', 'unmanaged', 'in_sync'] as const

/** Who should have the resource beside who has it at the vendor, with what to change there. */
export function Compare() {
  const { data: group } = useGroup()
  if (group === undefined) return null
  if (group.members === null) return <EmptyState title={words.noVendor} />
  return <Compared group={group} />
}

/** What is to do comes first, unless all of very many people would have to be compared for each page. */
function firstSort({ members }: Group) {
  return members !== null && members <= 5000 ? 'status' : 'full_name'
}

function Compared({ group }: { group: Group }) {
  const { ruleset } = group
  const list = useFilteredList('/directory/resources/{resource}/drift', {
    words: { ...words, title: text.tabs.compare, noMatch: text.noMatch },
    columns: driftColumns,
    path: { resource: group.id },
    search: 'filter[user_search]',
    filters: [useStatusFilter(group.id)],
    sort: firstSort(group),
  })
  return (
    <List
      list={list}
      csv={`should-and-has-${group.name}`}
      opening={({ id, included }) => (included.directory_user === null ? undefined : { open: id })}
      panel={
        ruleset === null
          ? undefined
          : (opened, close) => (
              <WhyPanel
                key={opened.id}
                title={text.whyTitle(nameOf(opened))}
                person={opened.id}
                ruleset={ruleset}
                onClose={close}
              />
            )
      }
    />
  )
}

/** The statuses, each with how many there are. */
function useStatusFilter(resource: string) {
  const { data } = useApi('/directory/resources/{resource}/drift', {
    params: { path: { resource }, query: { include: ['counts'], 'page[size]': '1' } },
  })
  return recordFilter('status', 'filter[status]', words.status, statuses, (status) => [
    status,
    [stateLooks(status).word, data?.count?.[status].toLocaleString('en')]
      .filter(Boolean)
      .join(' · '),
  ])
}

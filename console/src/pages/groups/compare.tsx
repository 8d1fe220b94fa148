import { Button } from '@mantine/core'
import type { RowOf } from 'muster-sdk'
import { useUrlState } from '../../app/url-state.ts'
import { DraftsBar } from '../../parts/drafts-bar.tsx'
import { personColumn, textColumn, wordColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { Middle, Reason } from '../../parts/middle.tsx'
import { roleWords } from '../../parts/kinds.ts'
import { shouldHasColumns } from '../../parts/should-has-columns.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { useApi } from '../../api/use-api.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { flagFilter, recordFilter } from '../../parts/list/filters.ts'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { stateLooks } from '../../parts/state-looks.ts'
import { WhyPanel } from '../why/why-panel.tsx'
import { text } from './text.ts'
import { useGroup, useRulesetIf, type Group } from './use-group.ts'

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
  textColumn('why', words.why, whyOf, {
    min: 180,
    grow: 1.8,
    cell: (row) => <Reason why={whyOf(row) ?? ''} />,
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

/** Why they should have it, or why a member should not. */
function whyOf({ should, outside }: DriftRow): string | null {
  return should === null ? outside : should.why
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

const [person, ...others] = driftColumns

/** The same if drafts were in force. */
const draftColumns: readonly Column<DriftRow>[] = [
  ...(person === undefined ? [] : [person]),
  wordColumn('enters', words.enters, ({ enters }) => (enters ? words.yes : ''), { min: 90 }),
  ...others,
]

const entersFilter = flagFilter('enters', 'filter[enters]', words.enters, [words.yes, words.no])

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
  const [url, setUrl] = useUrlState()
  const { data: rules } = useRulesetIf(ruleset)
  const drafts = rules?.count.staged_rules ?? 0
  const isForeseen = url['rules'] === 'staged'
  const list = useFilteredList('/directory/resources/{resource}/drift', {
    words: { ...words, title: text.tabs.compare, noMatch: text.noMatch },
    columns: isForeseen ? draftColumns : driftColumns,
    path: { resource: group.id },
    ...(isForeseen && { query: { rules: 'staged' } }),
    search: 'filter[user_search]',
    filters: [useStatusFilter(group.id, isForeseen), ...(isForeseen ? [entersFilter] : [])],
    sort: firstSort(group),
  })
  return (
    <List
      list={list}
      csv={`should-and-has-${group.name}${isForeseen ? '-with-drafts' : ''}`}
      above={<DraftsBar resource={group.id} drafts={drafts} />}
      actions={
        isForeseen && (
          <Button onClick={() => setUrl({ rules: '', enters: '' })}>{words.inForce}</Button>
        )
      }
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
function useStatusFilter(resource: string, isForeseen: boolean) {
  const { data } = useApi('/directory/resources/{resource}/drift', {
    params: {
      path: { resource },
      query: {
        ...(isForeseen && { rules: 'staged' as const }),
        include: ['counts'],
        'page[size]': '1',
      },
    },
  })
  return recordFilter('status', 'filter[status]', words.status, statuses, (status) => [
    status,
    [stateLooks(status).word, data?.count?.[status].toLocaleString('en')]
      .filter(Boolean)
      .join(' · '),
  ])
}

import type { RowOf } from 'muster-sdk'
import { useParams } from '@tanstack/react-router'
import { textColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { kindWords } from '../../parts/kinds.ts'
import { RecordLink } from '../../parts/record-link.tsx'
import { shouldHasColumns } from '../../parts/should-has-columns.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { useMay } from '../../api/session.ts'
import { stateFilter } from '../../parts/list/filters.ts'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { WhyPanel } from '../why/why-panel.tsx'
import { text } from './text.ts'

type VendorRow = RowOf<'/directory/users/{user}/resources'>

const words = { ...text.vendors, title: text.tabs.vendors }
const compared = shouldHasColumns<VendorRow>(
  ({ should }) => should,
  ({ has }) => has,
)

/** What a person has at the vendors. By importance: the last ones are left out first where there is little room. */
export const vendorColumns: readonly Column<VendorRow>[] = [
  textColumn('resource', words.resource, ({ name }) => name, {
    min: 140,
    grow: 1.6,
    sort: 'name',
    to: ({ id }) => `/groups/${id}/compare`,
  }),
  textColumn('drift', words.drift, ({ drift }) => drift, {
    grow: 0.8,
    cell: ({ drift }) => drift !== undefined && <StateBadge state={drift} />,
  }),
  compared.should,
  compared.has,
  textColumn('type', words.type, ({ type }) => type, {
    min: 140,
    grow: 0.8,
    cell: ({ type }) => kindWords(type),
  }),
  compared.shouldSince,
  compared.hasSince,
  textColumn('source', words.source, ({ integration_handle: handle }) => handle, {
    grow: 0.8,
    cell: ({ integration_id: id }) => <RecordLink id={id} />,
  }),
]

/** What callers see who may not see rules. */
export const memberColumns = vendorColumns.filter(
  ({ id }) => !['drift', 'should', 'should_since'].includes(id),
)

/** What the person has at the vendors, and what of it they should not have, as of people who have left. */
export function Vendors() {
  const path = useParams({ from: '/people/$user/vendors' })
  const mayCompare = useMay('policy.rule.view')
  const list = useFilteredList('/directory/users/{user}/resources', {
    words,
    columns: mayCompare ? vendorColumns : memberColumns,
    path,
    filters: mayCompare ? [byDrift] : [],
    sort: 'name',
  })
  return (
    <List
      list={list}
      csv="at-the-vendors"
      opening={({ id, ruleset_id: ruleset }) => (ruleset === null ? undefined : { open: id })}
      panel={({ id, name, ruleset_id: ruleset }, close) =>
        ruleset !== null && (
          <WhyPanel key={id} title={name} person={path.user} ruleset={ruleset} onClose={close} />
        )
      }
    />
  )
}

const byDrift = stateFilter(words.drift, ['extra', 'role_differs', 'unmanaged', 'in_sync'], {
  key: 'drift',
  field: 'filter[drift]',
})

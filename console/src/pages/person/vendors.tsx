import { useParams } from '@tanstack/react-router'
import { useMay } from '../../api/session.ts'
import { stateFilter } from '../../parts/list/filters.ts'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { WhyPanel } from '../why/why-panel.tsx'
import { text } from './text.ts'
import { memberColumns, vendorColumns } from './vendor-columns.tsx'

const words = { ...text.vendors, title: text.tabs.vendors }

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

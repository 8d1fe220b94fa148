import { useNavigate } from '@tanstack/react-router'
import { stateFilter } from '../../parts/list/filters.ts'
import { ListPage } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { PolicyTabs } from '../policy/policy-tabs.tsx'
import { incidentColumns } from './incident-columns.tsx'
import { text } from './text.ts'

const { filters: words } = text

/** Incidents, the newest first. */
export function IncidentsPage() {
  const navigate = useNavigate()
  const list = useFilteredList('/policy/incidents', {
    words: text,
    columns: incidentColumns,
    filters: [
      stateFilter(words.state, ['open', 'closed']),
      stateFilter(words.closedAs, ['approved', 'rejected', 'released', 'applied'], {
        key: 'closed_as',
        field: 'filter[closed_as]',
      }),
    ],
    sort: '-opened_at',
  })
  return (
    <ListPage
      list={list}
      subtitle={text.what}
      tabs={<PolicyTabs />}
      onOpen={({ id }) => void navigate({ to: '/incidents/$incident', params: { incident: id } })}
    />
  )
}

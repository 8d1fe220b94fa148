import { useNavigate } from '@tanstack/react-router'
import { useList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyList } from '../../parts/empty-list.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Page } from '../../parts/page.tsx'
import { Beside } from '../../parts/scroll.tsx'
import { stateLooks } from '../../parts/state-looks.ts'
import { incidentColumns } from './incident-columns.tsx'
import { PolicyTabs } from '../policy/policy-tabs.tsx'
import { text } from './text.ts'

/** Incidents, the newest first. */
export function IncidentsPage() {
  const [url, setUrl] = useUrlState()
  const navigate = useNavigate()
  const { state, closed_as: closedAs, sort = '-opened_at' } = url
  const list = useList('/policy/incidents', {
    params: {
      query: {
        ...(state !== undefined && { 'filter[state]': state }),
        ...(closedAs !== undefined && { 'filter[closed_as]': closedAs }),
        sort: sort === 'opened_at' ? 'opened_at' : '-opened_at',
      },
    },
  })
  const isFiltered = state !== undefined || closedAs !== undefined
  return (
    <Page title={text.title} subtitle={text.what} tabs={<PolicyTabs />} isFilled>
      <Beside>
        <FilterBar url={url} onChange={setUrl} filters={filters} />
        <DataTable
          label={text.title}
          list={list}
          columns={incidentColumns}
          sorting={{ value: sort, onChange: (next) => setUrl({ sort: next }) }}
          onOpen={({ id }) =>
            void navigate({ to: '/incidents/$incident', params: { incident: id } })
          }
          empty={
            <EmptyList
              none={{ title: text.none, why: text.noneWhy }}
              noMatch={{ title: text.noMatch }}
              onClear={isFiltered ? () => setUrl({ state: '', closed_as: '' }) : undefined}
            />
          }
        />
      </Beside>
    </Page>
  )
}

const optionsOf = (states: readonly string[]) =>
  states.map((value) => ({ value, label: stateLooks(value).word }))

const filters = [
  { key: 'state', label: text.filters.state, options: optionsOf(['open', 'closed']) },
  {
    key: 'closed_as',
    label: text.filters.closedAs,
    options: optionsOf(['approved', 'rejected', 'released', 'applied']),
  },
]

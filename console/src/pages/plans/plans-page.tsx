import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { muster } from '../../api/muster.ts'
import { useSession } from '../../api/session.ts'
import { useList } from '../../api/use-list.ts'
import { useUrlState, type UrlState } from '../../app/url-state.ts'
import { CsvButton } from '../../parts/csv-button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Page } from '../../parts/page.tsx'
import { Beside } from '../../parts/scroll.tsx'
import { stateLooks } from '../../parts/state-looks.ts'
import { plansColumns } from './plans-columns.tsx'
import { PolicyTabs } from '../policy/policy-tabs.tsx'
import { text } from './text.ts'

/** The plans that the viewer may read, the newest first. */
export function PlansPage() {
  const [url, setUrl] = useUrlState()
  const navigate = useNavigate()
  const { owner_id: self } = useSession()
  const query = plansQuery(url)
  const list = useList('/policy/plans', {
    params: { query },
  })
  const isFiltered = Object.keys(query).some((name) => name.startsWith('filter'))
  return (
    <Page title={text.title} subtitle={text.what} tabs={<PolicyTabs />} isFilled>
      <Beside>
        <FilterBar url={url} onChange={setUrl} filters={[...filters, byAuthor(self)]}>
          <CsvButton
            list={list}
            name="plans"
            columns={plansColumns}
            read={(signal) =>
              muster.list('/policy/plans', {
                params: { query: { ...query, 'page[size]': '500' } },
                signal,
              })
            }
          />
        </FilterBar>
        <DataTable
          label={text.title}
          list={list}
          columns={plansColumns}
          sorting={{ value: query.sort, onChange: (sort) => setUrl({ sort }) }}
          onOpen={({ id }) => void navigate({ to: '/plans/$plan', params: { plan: id } })}
          empty={
            isFiltered ? (
              <EmptyState title={text.noMatch}>
                <Button onClick={() => setUrl(noFilters)}>{text.clear}</Button>
              </EmptyState>
            ) : (
              <EmptyState title={text.none}>{text.noneWhy}</EmptyState>
            )
          }
        />
      </Beside>
    </Page>
  )
}

function plansQuery({ state, kind, beyond, author, sort }: UrlState) {
  const isBeyond = (['true', 'false'] as const).find((each) => each === beyond)
  return {
    ...(state !== undefined && { 'filter[state]': state }),
    ...(kind !== undefined && { 'filter[kind]': kind }),
    ...(isBeyond !== undefined && { 'filter[exceeds_limits]': isBeyond }),
    ...(author !== undefined && { 'filter[author_id]': author }),
    sort: sort === 'created_at' ? 'created_at' : '-created_at',
  } as const
}

const noFilters = { state: '', kind: '', beyond: '', author: '' }

const states = ['ready', 'planning', 'applying', 'applied', 'failed', 'stale', 'expired']

const filters = [
  {
    key: 'state',
    label: text.filters.state,
    options: states.map((value) => ({ value, label: stateLooks(value).word })),
  },
  {
    key: 'kind',
    label: text.filters.kind,
    options: Object.entries(text.kinds).map(([value, label]) => ({ value, label })),
  },
  {
    key: 'beyond',
    label: text.filters.beyond,
    options: [
      { value: 'true', label: text.beyond },
      { value: 'false', label: text.within },
    ],
  },
]

function byAuthor(self: string) {
  return {
    key: 'author',
    label: text.filters.author,
    options: [{ value: self, label: text.you }],
  }
}

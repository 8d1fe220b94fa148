import { useNavigate } from '@tanstack/react-router'
import { useList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import { ButtonLink } from '../../parts/button-link.tsx'
import { May } from '../../parts/can.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyList } from '../../parts/empty-list.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Page } from '../../parts/page.tsx'
import { Beside } from '../../parts/scroll.tsx'
import { stateLooks } from '../../parts/state-looks.ts'
import { Total } from '../../parts/total.tsx'
import { sourcesColumns } from './sources-columns.tsx'
import { SourcesTabs } from './sources-tabs.tsx'
import { text } from './text.ts'

/** The vendors that people, accounts and groups come from. */
export function SourcesPage() {
  const [url, setUrl] = useUrlState()
  const navigate = useNavigate()
  const { state, vendor, run, sort } = url
  const list = useList('/workspace/integrations', {
    params: {
      query: {
        ...(state !== undefined && { 'filter[state]': state }),
        ...(run !== undefined && { 'filter[is_failing]': 'true' }),
        ...(vendor !== undefined && { 'filter[vendor]': vendor }),
        sort: sort === '-name' ? '-name' : 'name',
        'page[total]': 'true',
      },
    },
  })
  const isFiltered = [state, vendor, run].some((each) => each !== undefined)
  return (
    <Page
      title={text.title}
      tabs={<SourcesTabs />}
      action={
        <May permission="workspace.integration.manage">
          <ButtonLink to="/sources/connect" icon="plus" isPrimary>
            {text.connect}
          </ButtonLink>
        </May>
      }
      isFilled
    >
      <Beside>
        <FilterBar url={url} onChange={setUrl} filters={filters}>
          <Total total={list.total} label={text.count} />
        </FilterBar>
        <DataTable
          label={text.title}
          list={list}
          columns={sourcesColumns}
          sorting={{ value: sort ?? 'name', onChange: (next) => setUrl({ sort: next }) }}
          onOpen={({ id }) =>
            void navigate({ to: '/sources/$integration', params: { integration: id } })
          }
          empty={
            <EmptyList
              none={text.none}
              noMatch={text.noMatch}
              onClear={isFiltered ? () => setUrl({ state: '', vendor: '', run: '' }) : undefined}
            />
          }
        />
      </Beside>
    </Page>
  )
}

const filters = [
  {
    key: 'state',
    label: text.filters.state,
    options: ['active', 'deactivated'].map((value) => ({ value, label: stateLooks(value).word })),
  },
  {
    key: 'run',
    label: text.filters.run,
    options: [{ value: 'failing', label: text.filters.failing }],
  },
  {
    key: 'vendor',
    label: text.filters.vendor,
    options: Object.entries(text.vendors).map(([value, label]) => ({ value, label })),
  },
]

import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useList } from '../../api/use-list.ts'
import { useUrlState, type UrlState } from '../../app/url-state.ts'
import { May } from '../../parts/can.tsx'
import { CsvButton } from '../../parts/csv-button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyList } from '../../parts/empty-list.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Page } from '../../parts/page.tsx'
import { searchText } from '../../parts/search-text.ts'
import { stateLooks } from '../../parts/state-looks.ts'
import { Total } from '../../parts/total.tsx'
import { CreateServiceDialog } from './create-service-dialog.tsx'
import { servicesColumns } from './services-columns.tsx'
import { text } from './text.ts'

/** The accounts of programs. Those without an active admin are marked. */
export function ServicesPage() {
  const [url, setUrl] = useUrlState()
  const navigate = useNavigate()
  const query = servicesQuery(url)
  const list = useList('/workspace/services', {
    params: { query: { ...query, 'page[total]': 'true' } },
  })
  const isFiltered = Object.keys(query).some((name) => name.startsWith('filter'))
  const open = (service: string) => void navigate({ to: '/services/$service', params: { service } })
  return (
    <Page title={text.title} action={<Create onCreated={open} />} isFilled>
      <FilterBar url={url} onChange={setUrl} searchLabel={text.search} filters={filters}>
        <Total total={list.total} label={text.count} />
        <CsvButton
          list={list}
          name="services"
          columns={servicesColumns}
          read={(signal) =>
            muster.list('/workspace/services', {
              params: { query: { ...query, 'page[size]': '500' } },
              signal,
            })
          }
        />
      </FilterBar>
      <DataTable
        label={text.title}
        list={list}
        columns={servicesColumns}
        sorting={{ value: query.sort, onChange: (sort) => setUrl({ sort }) }}
        onOpen={({ id }) => open(id)}
        empty={
          <EmptyList
            none={text.none}
            noMatch={text.noMatch}
            onClear={isFiltered ? () => setUrl(noFilters) : undefined}
          />
        }
      />
    </Page>
  )
}

function Create({ onCreated }: { onCreated: (service: string) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <May permission="workspace.service.create">
      <Button
        variant="filled"
        leftSection={<Icon name="plus" size={12} />}
        onClick={() => setIsOpen(true)}
      >
        {text.create.action}
      </Button>
      {isOpen && <CreateServiceDialog onCreated={onCreated} onClose={() => setIsOpen(false)} />}
    </May>
  )
}

const sorts = ['name', '-name', 'created_at', '-created_at'] as const

function servicesQuery({ search, state, unattended, sort }: UrlState) {
  const wanted = searchText(search)
  const flag = (['true', 'false'] as const).find((each) => each === unattended)
  return {
    ...(wanted !== undefined && { 'filter[name_search]': wanted }),
    ...(state !== undefined && { 'filter[state]': state }),
    ...(flag !== undefined && { 'filter[unattended]': flag }),
    sort: sorts.find((each) => each === sort) ?? 'name',
  } as const
}

const noFilters = { search: '', state: '', unattended: '' }

const filters = [
  {
    key: 'state',
    label: text.filters.state,
    options: ['active', 'deactivated'].map((value) => ({ value, label: stateLooks(value).word })),
  },
  {
    key: 'unattended',
    label: text.filters.unattended,
    options: [
      { value: 'true', label: text.withoutAdmin },
      { value: 'false', label: text.withAdmin },
    ],
  },
]

import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { muster } from '../../api/muster.ts'
import { useApi } from '../../api/use-api.ts'
import { useList } from '../../api/use-list.ts'
import { useUrlState, type UrlState } from '../../app/url-state.ts'
import { CsvButton } from '../../parts/csv-button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyList } from '../../parts/empty-list.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import type { Filter } from '../../parts/filter-chip.tsx'
import { Page } from '../../parts/page.tsx'
import { stateLooks } from '../../parts/state-looks.ts'
import { Total } from '../../parts/total.tsx'
import { groupColumns } from './group-columns.tsx'
import { GroupsTabs } from './groups-tabs.tsx'
import { kindOptions } from '../../parts/kinds.ts'
import { searchText } from '../../parts/search-text.ts'
import { text } from './text.ts'
import classes from './groups.module.css'
import { useRulesetsOf } from './use-rulesets-of.ts'

/** The resources of all vendors, with the state of their rules. */
export function GroupsPage() {
  const [url, setUrl] = useUrlState()
  const navigate = useNavigate()
  const query = groupsQuery(url)
  const list = useList('/directory/resources', {
    params: { query: { ...query, include: ['counts'], 'page[total]': 'true' } },
  })
  const ids = useMemo(() => list.rows.map(({ id }) => id), [list.rows])
  const rulesets = useRulesetsOf(ids)
  const columns = useMemo(() => groupColumns(rulesets), [rulesets])
  const isFiltered = Object.keys(query).some((name) => name.startsWith('filter'))
  return (
    <Page title={text.title} tabs={<GroupsTabs />} isFilled>
      <div className={classes['column']}>
        <FilterBar url={url} onChange={setUrl} searchLabel={text.search} filters={useFilters()}>
          <Total total={list.total} label={text.count} />
          <CsvButton
            list={list}
            name="groups"
            columns={columns}
            read={(signal) =>
              muster.list('/directory/resources', {
                params: { query: { ...query, include: ['counts'], 'page[size]': '500' } },
                signal,
              })
            }
          />
        </FilterBar>
        <DataTable
          label={text.title}
          list={list}
          columns={columns}
          sorting={{ value: url['sort'] ?? 'name', onChange: (sort) => setUrl({ sort }) }}
          onOpen={({ id }) => void navigate({ to: '/groups/$resource', params: { resource: id } })}
          empty={
            <EmptyList
              none={text.none}
              noMatch={{ title: text.noMatch }}
              onClear={isFiltered ? () => setUrl(noFilters) : undefined}
            />
          }
        />
      </div>
    </Page>
  )
}

const noFilters = { search: '', type: '', source: '', state: '' }

function groupsQuery({ search, type, source, state, sort }: UrlState) {
  const wanted = searchText(search)
  return {
    ...(wanted !== undefined && { 'filter[search]': wanted }),
    ...(type !== undefined && { 'filter[type]': type }),
    ...(source !== undefined && { 'filter[integration_id]': source }),
    ...(state !== undefined && { 'filter[state]': state }),
    sort: sort === '-name' ? ('-name' as const) : ('name' as const),
  }
}

function useFilters(): Filter[] {
  const { data } = useApi('/workspace/integrations', {
    params: { query: { 'page[size]': '500' } },
  })
  const { filters } = text
  return [
    { key: 'type', label: filters.type, options: kindOptions },
    {
      key: 'source',
      label: filters.source,
      options: (data?.data ?? []).map(({ id, handle }) => ({ value: id, label: handle })),
    },
    {
      key: 'state',
      label: filters.state,
      options: ['active', 'deactivated'].map((value) => ({ value, label: stateLooks(value).word })),
    },
  ]
}

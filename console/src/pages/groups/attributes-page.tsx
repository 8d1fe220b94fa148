import { Link, useNavigate } from '@tanstack/react-router'
import type { RowOf } from 'muster-sdk'
import { muster } from '../../api/muster.ts'
import { useApi } from '../../api/use-api.ts'
import { useList } from '../../api/use-list.ts'
import { useUrlState, type UrlState } from '../../app/url-state.ts'
import type { Column } from '../../parts/columns.ts'
import { CsvButton } from '../../parts/csv-button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyList } from '../../parts/empty-list.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Middle } from '../../parts/middle.tsx'
import { Page } from '../../parts/page.tsx'
import { searchText } from '../../parts/search-text.ts'
import { stateColumn } from '../../parts/state-column.tsx'
import { Total } from '../../parts/total.tsx'
import { GroupsTabs } from './groups-tabs.tsx'
import { text } from './text.ts'
import classes from './groups.module.css'

type Attribute = RowOf<'/directory/attributes'>

/** The values that rules ask for: departments, divisions and so on, each with who has it. */
export function AttributesPage() {
  const [url, setUrl] = useUrlState()
  const navigate = useNavigate()
  const { data: dimensions } = useApi('/directory/dimensions', {
    params: { query: { 'page[size]': '500' } },
  })
  const query = attributesQuery(url)
  const list = useList('/directory/attributes', {
    params: { query: { ...query, 'page[total]': 'true' } },
  })
  const filters = [
    {
      key: 'dimension',
      label: text.filters.dimension,
      options: (dimensions?.data ?? []).map(({ handle, name }) => ({ value: handle, label: name })),
    },
  ]
  const isFiltered = Object.keys(query).some((name) => name.startsWith('filter'))
  return (
    <Page title={text.attributes} tabs={<GroupsTabs />} isFilled>
      <div className={classes['column']}>
        <FilterBar
          url={url}
          onChange={setUrl}
          searchLabel={text.searchAttributes}
          filters={filters}
        >
          <Total total={list.total} label={text.countAttributes} />
          <CsvButton
            list={list}
            name="attributes"
            columns={columns}
            read={(signal) =>
              muster.list('/directory/attributes', {
                params: { query: { ...query, 'page[size]': '500' } },
                signal,
              })
            }
          />
        </FilterBar>
        <DataTable
          label={text.attributes}
          list={list}
          columns={columns}
          sorting={{ value: url['sort'] ?? 'name', onChange: (sort) => setUrl({ sort }) }}
          onOpen={({ id }) => void navigate({ to: '/groups/$resource', params: { resource: id } })}
          empty={
            <EmptyList
              none={text.noAttributes}
              noMatch={{ title: text.noMatch }}
              onClear={isFiltered ? () => setUrl({ search: '', dimension: '' }) : undefined}
            />
          }
        />
      </div>
    </Page>
  )
}

function attributesQuery({ search, dimension, sort }: UrlState) {
  const wanted = searchText(search)
  return {
    ...(wanted !== undefined && { 'filter[name_search]': wanted }),
    ...(dimension !== undefined && { 'filter[dimension]': dimension }),
    sort: sort === '-name' ? ('-name' as const) : ('name' as const),
  }
}

const { columns: names } = text

const columns: readonly Column<Attribute>[] = [
  {
    id: 'name',
    header: names.name,
    min: 160,
    grow: 2,
    sort: 'name',
    text: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link
        to="/groups/$resource"
        params={{ resource: id }}
        className={classes['name']}
        tabIndex={-1}
      >
        <Middle text={name} />
      </Link>
    ),
  },
  {
    id: 'dimension',
    header: names.dimension,
    min: 120,
    text: ({ dimension_handle }) => dimension_handle,
    cell: ({ dimension_handle }) => <Middle text={dimension_handle} />,
  },
  {
    id: 'value',
    header: names.value,
    min: 140,
    grow: 1.5,
    text: ({ profile_value }) => profile_value,
    cell: ({ profile_value }) => <Middle text={profile_value} />,
  },
  stateColumn(names.state),
]

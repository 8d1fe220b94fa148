import { useNavigate } from '@tanstack/react-router'
import type { RowOf } from 'muster-sdk'
import { useApi } from '../../api/use-api.ts'
import { stateColumn, textColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { recordFilter } from '../../parts/list/filters.ts'
import { ListPage } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { nameColumn } from './group-columns.tsx'
import { GroupsTabs } from './groups-tabs.tsx'
import { text } from './text.ts'

const { attributes: words, columns: names, filters } = text

/** The values that rules ask for: departments, divisions and so on, each with who has it. */
export function AttributesPage() {
  const navigate = useNavigate()
  const { data } = useApi('/directory/dimensions', { params: { query: { 'page[size]': '500' } } })
  const list = useFilteredList('/directory/attributes', {
    words,
    columns,
    search: 'filter[name_search]',
    filters: [
      recordFilter('dimension', 'filter[dimension]', filters.dimension, data?.data, (dimension) => [
        dimension.handle,
        dimension.name,
      ]),
    ],
    sort: 'name',
  })
  return (
    <ListPage
      list={list}
      tabs={<GroupsTabs />}
      csv="attributes"
      onOpen={({ id }) => void navigate({ to: '/groups/$resource', params: { resource: id } })}
    />
  )
}

const columns: readonly Column<RowOf<'/directory/attributes'>>[] = [
  nameColumn(160),
  textColumn('dimension', names.dimension, ({ dimension_handle }) => dimension_handle, {
    min: 120,
  }),
  textColumn('value', names.value, ({ profile_value }) => profile_value, { min: 140, grow: 1.5 }),
  stateColumn(names.state),
]

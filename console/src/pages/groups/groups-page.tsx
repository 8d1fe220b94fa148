import type { RowOf } from 'muster-sdk'
import { useMemo } from 'react'
import { useQueries } from '@tanstack/react-query'
import { badgeColumn, countColumn, stateColumn, textColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { kindWords, kindOptions } from '../../parts/kinds.ts'
import { Middle } from '../../parts/middle.tsx'
import { useApi } from '../../api/use-api.ts'
import { recordFilter, stateFilter } from '../../parts/list/filters.ts'
import { ListPage } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { muster } from '../../api/muster.ts'
import { groupsTabs, text } from './text.ts'
import { PlaceTabs } from '../../parts/page.tsx'

const { columns: names, filters } = text

/** The name of a resource or an attribute, which leads to its page. */
export function nameColumn<Row extends { id: string; name: string }>(min: number): Column<Row> {
  return textColumn('name', names.name, ({ name }) => name, {
    min,
    grow: 2,
    sort: 'name',
    to: ({ id }) => `/groups/${id}`,
  })
}

/** By importance: the last ones are left out first where there is little room. */
export function groupColumns(
  rulesets: ReadonlyMap<string, RulesetRow>,
): Column<RowOf<'/directory/resources'>>[] {
  const wide = { min: 110, grow: 0.4 }
  return [
    nameColumn(150),
    badgeColumn('policy', names.policy, ({ id }) => rulesets.get(id)?.state, {
      min: 120,
      grow: 0.7,
    }),
    textColumn('kind', names.kind, ({ type }) => type, {
      min: 150,
      cell: ({ type }) => <Middle text={kindWords(type)} />,
    }),
    textColumn('source', names.source, ({ integration_handle }) => integration_handle, {
      min: 100,
      grow: 0.7,
    }),
    countColumn('manifest', names.manifest, ({ count }) => count?.manifest_users, wide),
    countColumn('members', names.members, ({ count }) => count?.members, wide),
    textColumn('handle', names.handle, ({ handle }) => handle, {
      min: 160,
      grow: 1.5,
      cell: ({ handle, name }) =>
        handle === null || handle === name ? null : <Middle text={handle} />,
    }),
    stateColumn(names.state),
  ]
}

/** The resources of all vendors, with the state of their rules. */
export function GroupsPage() {
  const { data } = useApi('/workspace/integrations', { params: { query: { 'page[size]': '500' } } })
  const list = useFilteredList('/directory/resources', {
    words: text,
    columns: columnsBefore,
    query: { include: ['counts'] },
    search: 'filter[search]',
    filters: [
      { key: 'type', field: 'filter[type]', label: filters.type, options: kindOptions },
      recordFilter('source', 'filter[integration_id]', filters.source, data?.data, (source) => [
        source.id,
        source.handle,
      ]),
      stateFilter(filters.state, ['active', 'deactivated']),
    ],
    sort: 'name',
  })
  const rulesets = useRulesetsOf(useMemo(() => list.rows.map(({ id }) => id), [list.rows]))
  const columns = useMemo(() => groupColumns(rulesets), [rulesets])
  return (
    <ListPage list={list} columns={columns} tabs={<PlaceTabs of={groupsTabs} />} csv="groups" />
  )
}

const columnsBefore = groupColumns(new Map())

/** The values that rules ask for: departments, divisions and so on, each with who has it. */
export function AttributesPage() {
  const { data } = useApi('/directory/dimensions', { params: { query: { 'page[size]': '500' } } })
  const list = useFilteredList('/directory/attributes', {
    words: text.attributes,
    columns: attributeColumns,
    search: 'filter[name_search]',
    filters: [
      recordFilter('dimension', 'filter[dimension]', filters.dimension, data?.data, (dimension) => [
        dimension.handle,
        dimension.name,
      ]),
    ],
    sort: 'name',
  })
  return <ListPage list={list} tabs={<PlaceTabs of={groupsTabs} />} csv="attributes" />
}

const attributeColumns: readonly Column<RowOf<'/directory/attributes'>>[] = [
  nameColumn(160),
  textColumn('dimension', names.dimension, ({ dimension_handle }) => dimension_handle, {
    min: 120,
  }),
  textColumn('value', names.value, ({ profile_value }) => profile_value, { min: 140, grow: 1.5 }),
  stateColumn(names.state),
]

export type RulesetRow = RowOf<'/policy/rulesets'>

/** As many as a page of a list, so that each page is asked for once. */
const idsAtOnce = 100

/** The rulesets of resources, by the id of the resource; none for a caller who may see none. */
export function useRulesetsOf(resources: readonly string[]): ReadonlyMap<string, RulesetRow> {
  return useQueries({
    queries: chunksOf(resources).map((ids) => ({
      queryKey: ['/policy/rulesets', 'of', ids],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const query = { 'filter[resource_id]': ids.join(','), 'page[size]': '500' }
        return (await muster.get('/policy/rulesets', { params: { query }, signal })).data
      },
    })),
    combine: byResource,
  })
}

function byResource(answers: readonly { data?: readonly RulesetRow[] | undefined }[]) {
  return new Map(answers.flatMap(({ data = [] }) => data.map((row) => [row.resource_id, row])))
}

function chunksOf(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / idsAtOnce) }, (_chunk, at) =>
    ids.slice(at * idsAtOnce, (at + 1) * idsAtOnce),
  )
}

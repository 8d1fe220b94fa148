import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useApi } from '../../api/use-api.ts'
import { kindOptions } from '../../parts/kinds.ts'
import { recordFilter, stateFilter } from '../../parts/list/filters.ts'
import { ListPage } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { groupColumns } from './group-columns.tsx'
import { GroupsTabs } from './groups-tabs.tsx'
import { text } from './text.ts'
import { useRulesetsOf } from './use-rulesets-of.ts'

const { filters: words } = text

/** The resources of all vendors, with the state of their rules. */
export function GroupsPage() {
  const navigate = useNavigate()
  const { data } = useApi('/workspace/integrations', { params: { query: { 'page[size]': '500' } } })
  const list = useFilteredList('/directory/resources', {
    words: text,
    columns: columnsBefore,
    query: { include: ['counts'] },
    search: 'filter[search]',
    filters: [
      { key: 'type', field: 'filter[type]', label: words.type, options: kindOptions },
      recordFilter('source', 'filter[integration_id]', words.source, data?.data, (source) => [
        source.id,
        source.handle,
      ]),
      stateFilter(words.state, ['active', 'deactivated']),
    ],
    sort: 'name',
  })
  const rulesets = useRulesetsOf(useMemo(() => list.rows.map(({ id }) => id), [list.rows]))
  const columns = useMemo(() => groupColumns(rulesets), [rulesets])
  return (
    <ListPage
      list={list}
      columns={columns}
      tabs={<GroupsTabs />}
      csv="groups"
      onOpen={({ id }) => void navigate({ to: '/groups/$resource', params: { resource: id } })}
    />
  )
}

const columnsBefore = groupColumns(new Map())

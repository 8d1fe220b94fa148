import { useMay } from '../../api/session.ts'
import { useApiIf } from '../../api/use-api.ts'
import { flagFilter, recordFilter, wordFilter } from '../../parts/list/filters.ts'
import { ListPage } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { peopleColumns, personStates } from './people-columns.tsx'
import { text } from './text.ts'

const { filters: words } = text

export function PeoplePage() {
  const list = useFilteredList('/directory/users', {
    words: text,
    columns: peopleColumns,
    search: 'filter[search]',
    filters: [
      personStates,
      ...useDepartmentFilter(),
      flagFilter('is_manager', 'filter[is_manager]', words.isManager, [text.yes, text.no]),
      wordFilter('review', 'filter[review]', words.review, text.reviews),
    ],
    ranges: [
      { key: 'activates', label: words.activates },
      { key: 'expires', label: words.expires },
    ],
    sort: 'full_name',
  })
  return <ListPage list={list} csv="people" />
}

/** The departments that the workspace has. */
function useDepartmentFilter() {
  const mayRead = useMay('directory.attribute.view')
  const { data } = useApiIf(mayRead, '/directory/attributes', {
    params: { query: { 'filter[dimension]': 'department', 'page[size]': '500' } },
  })
  if (!mayRead) return []
  const rows = data?.data
  const filter = recordFilter('department', 'filter[org]', words.department, rows, ({ name }) => [
    name,
    name,
  ])
  return [{ ...filter, ask: askDepartments }]
}

function askDepartments(chosen: string): string {
  return chosen
    .split(',')
    .map((each) => `department:${each}`)
    .join(',')
}

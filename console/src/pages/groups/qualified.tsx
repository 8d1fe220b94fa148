import { EmptyState } from '../../parts/empty-state.tsx'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { peopleColumns, personStates } from '../people/people-columns.tsx'
import { text } from './text.ts'
import { useGroup, type Group } from './use-group.ts'
import { whyOf } from './why-of.tsx'

/** Who qualifies for an attribute, in any state: those who are not active are not in its manifest. */
export function Qualified() {
  const { data: group } = useGroup()
  if (group === undefined) return null
  // A link can name a resource too.
  if (group.qualified === null) return <EmptyState title={text.isNoAttribute} />
  return <Users group={group} />
}

function Users({ group }: { group: Group }) {
  const list = useFilteredList('/directory/attributes/{attribute}/users', {
    words: {
      title: text.tabs.qualified,
      search: text.searchPeople,
      count: text.countPeople,
      none: text.nobodyQualifies,
      noMatch: text.noMatch,
    },
    columns,
    path: { attribute: group.id },
    search: 'filter[search]',
    filters: [personStates],
  })
  return (
    <List
      list={list}
      csv={`qualifies-${group.name}`}
      panelOf={whyOf(group, group.ruleset, ({ full_name: name }: { full_name: string }) => name)}
    />
  )
}

/** The API does not order them. */
const columns = peopleColumns.map(({ sort: _sort, ...column }) => column)

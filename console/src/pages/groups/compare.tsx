import { useApi } from '../../api/use-api.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { recordFilter } from '../../parts/list/filters.ts'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { stateLooks } from '../../parts/state-looks.ts'
import { WhyPanel } from '../why/why-panel.tsx'
import { driftColumns, nameOf } from './drift-columns.tsx'
import { text } from './text.ts'
import { useGroup, type Group } from './use-group.ts'

const { compare: words } = text
const statuses = ['missing', 'extra', 'role_differs', 'unmanaged', 'in_sync'] as const

/** Who should have the resource beside who has it at the vendor, with what to change there. */
export function Compare() {
  const { data: group } = useGroup()
  if (group === undefined) return null
  if (group.members === null) return <EmptyState title={words.noVendor} />
  return <Compared group={group} />
}

/** What is to do comes first, unless all of very many people would have to be compared for each page. */
function firstSort({ members }: Group) {
  return members !== null && members <= 5000 ? 'status' : 'full_name'
}

function Compared({ group }: { group: Group }) {
  const { ruleset } = group
  const list = useFilteredList('/directory/resources/{resource}/drift', {
    words: { ...words, title: text.tabs.compare, noMatch: text.noMatch },
    columns: driftColumns,
    path: { resource: group.id },
    search: 'filter[user_search]',
    filters: [useStatusFilter(group.id)],
    sort: firstSort(group),
  })
  return (
    <List
      list={list}
      csv={`should-and-has-${group.name}`}
      opening={({ id, included }) => (included.directory_user === null ? undefined : { open: id })}
      panel={
        ruleset === null
          ? undefined
          : (opened, close) => (
              <WhyPanel
                key={opened.id}
                title={text.whyTitle(nameOf(opened))}
                person={opened.id}
                ruleset={ruleset}
                onClose={close}
              />
            )
      }
    />
  )
}

/** The statuses, each with how many there are. */
function useStatusFilter(resource: string) {
  const { data } = useApi('/directory/resources/{resource}/drift', {
    params: { path: { resource }, query: { include: ['counts'], 'page[size]': '1' } },
  })
  return recordFilter('status', 'filter[status]', words.status, statuses, (status) => [
    status,
    [stateLooks(status).word, data?.count?.[status].toLocaleString('en')]
      .filter(Boolean)
      .join(' · '),
  ])
}

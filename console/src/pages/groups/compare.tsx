import { muster } from '../../api/muster.ts'
import { useApi } from '../../api/use-api.ts'
import { useList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import { CsvButton } from '../../parts/csv-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Beside } from '../../parts/scroll.tsx'
import { searchText } from '../../parts/search-text.ts'
import { stateLooks } from '../../parts/state-looks.ts'
import { Total } from '../../parts/total.tsx'
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
function firstSort({ members }: Group): string {
  return members !== null && members <= 5000 ? 'status' : 'full_name'
}

function Compared({ group }: { group: Group }) {
  const [url, setUrl] = useUrlState()
  const { status, search, open, sort = firstSort(group) } = url
  const wanted = searchText(search)
  const query = {
    ...(status !== undefined && { 'filter[status]': status }),
    ...(wanted !== undefined && { 'filter[user_search]': wanted }),
  }
  const path = { resource: group.id }
  const list = useList('/directory/resources/{resource}/drift', {
    params: { path, query: { ...query, sort: sortOf(sort), 'page[total]': 'true' } },
  })
  const opened = list.rows.find(({ id }) => id === open)
  const isFiltered = Object.keys(query).length > 0
  return (
    <Beside
      panel={
        opened !== undefined &&
        group.ruleset !== null && (
          <WhyPanel
            key={opened.id}
            title={text.whyTitle(nameOf(opened))}
            person={opened.id}
            ruleset={group.ruleset}
            onClose={() => setUrl({ open: '' })}
          />
        )
      }
    >
      <FilterBar
        url={url}
        onChange={setUrl}
        searchLabel={words.search}
        filters={[{ key: 'status', label: words.status, options: useStatuses(group.id) }]}
      >
        <Total total={list.total} label={words.count} />
        <CsvButton
          list={list}
          name={`should-and-has-${group.name}`}
          columns={driftColumns}
          read={(signal) =>
            muster.list('/directory/resources/{resource}/drift', {
              params: { path, query: { ...query, sort: sortOf(sort), 'page[size]': '500' } },
              signal,
            })
          }
        />
      </FilterBar>
      <DataTable
        label={text.tabs.compare}
        list={list}
        columns={driftColumns}
        sorting={{ value: sort, onChange: (next) => setUrl({ sort: next }) }}
        selectedId={opened?.id}
        onOpen={
          group.ruleset === null
            ? undefined
            : ({ id, included }) => {
                if (included.directory_user !== null) setUrl({ open: id }, { push: true })
              }
        }
        empty={<EmptyState title={isFiltered ? text.noMatch : words.none} />}
      />
    </Beside>
  )
}

const sorts = ['status', '-status', 'full_name', '-full_name'] as const

/** What is to do at the vendor comes first, unless another order is asked for. */
function sortOf(wanted: string) {
  return sorts.find((each) => each === wanted) ?? 'status'
}

/** The statuses, each with how many there are. */
function useStatuses(resource: string) {
  const { data } = useApi('/directory/resources/{resource}/drift', {
    params: { path: { resource }, query: { include: ['counts'], 'page[size]': '1' } },
  })
  return statuses.map((value) => ({
    value,
    label: [stateLooks(value).word, data?.count?.[value].toLocaleString('en')]
      .filter(Boolean)
      .join(' · '),
  }))
}

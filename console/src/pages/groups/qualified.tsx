import { useNavigate } from '@tanstack/react-router'
import { muster } from '../../api/muster.ts'
import { useList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import { CsvButton } from '../../parts/csv-button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { searchText } from '../../parts/search-text.ts'
import { stateLooks } from '../../parts/state-looks.ts'
import { Total } from '../../parts/total.tsx'
import { peopleColumns } from '../people/people-columns.tsx'
import { WhyPanel } from '../why/why-panel.tsx'
import { text } from './text.ts'
import { useGroup, type Group } from './use-group.ts'
import classes from './groups.module.css'

const states = ['staged', 'active', 'expiring', 'expired', 'suspended', 'deactivated']

/** Who qualifies for an attribute, in any state: those who are not active are not in its manifest. */
export function Qualified() {
  const { data: group } = useGroup()
  if (group === undefined) return null
  // A link can name a resource too.
  if (group.qualified === null) return <EmptyState title={text.isNoAttribute} />
  return <Users group={group} />
}

function Users({ group }: { group: Group }) {
  const [url, setUrl] = useUrlState()
  const navigate = useNavigate()
  const { search, state, open } = url
  const wanted = searchText(search)
  const path = { attribute: group.id }
  const query = {
    ...(wanted !== undefined && { 'filter[search]': wanted }),
    ...(state !== undefined && { 'filter[state]': state }),
  }
  const list = useList('/directory/attributes/{attribute}/users', {
    params: { path, query: { ...query, 'page[total]': 'true' } },
  })
  const opened = list.rows.find(({ id }) => id === open)
  const filters = [
    {
      key: 'state',
      label: text.filters.state,
      options: states.map((value) => ({ value, label: stateLooks(value).word })),
    },
  ]
  return (
    <div className={classes['fill']}>
      <div className={classes['column']}>
        <FilterBar url={url} onChange={setUrl} searchLabel={text.searchPeople} filters={filters}>
          <Total total={list.total} label={text.countPeople} />
          <CsvButton
            list={list}
            name={`qualifies-${group.name}`}
            columns={peopleColumns}
            read={(signal) =>
              muster.list('/directory/attributes/{attribute}/users', {
                params: { path, query: { ...query, 'page[size]': '500' } },
                signal,
              })
            }
          />
        </FilterBar>
        <DataTable
          label={text.tabs.qualified}
          list={list}
          columns={peopleColumns}
          selectedId={opened?.id}
          onOpen={({ id }) =>
            group.ruleset === null
              ? void navigate({ to: '/people/$user', params: { user: id } })
              : setUrl({ open: id }, { push: true })
          }
          empty={<EmptyState title={text.nobodyQualifies} />}
        />
      </div>
      {open !== undefined && group.ruleset !== null && (
        <WhyPanel
          key={open}
          title={text.whyTitle(opened?.full_name ?? group.name)}
          person={open}
          ruleset={group.ruleset}
          onClose={() => setUrl({ open: '' })}
        />
      )}
    </div>
  )
}

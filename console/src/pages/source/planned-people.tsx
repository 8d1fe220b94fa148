import { useMemo } from 'react'
import type { RowOf } from 'muster-sdk'
import { useList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import { badgeColumn, wordColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar, Total } from '../../parts/filter-bar.tsx'
import { plannedPerson } from '../../parts/plan/people.tsx'
import { searchText } from '../../parts/list/narrowing.ts'
import type { Run } from './run-columns.tsx'
import { text } from './text.ts'
import classes from './source.module.css'

const { planned: words } = text
type Person = RowOf<'/workspace/integrations/{integration}/runs/{run}/people'> & { id: string }

export const personChanges = [
  'created',
  'changed',
  'activated',
  'suspended',
  'deactivated',
] as const satisfies readonly Person['change'][]

const columns: readonly Column<Person>[] = [
  plannedPerson(words.person),
  wordColumn('change', words.change, ({ change }) => words.changes[change], { min: 110 }),
  badgeColumn('state', words.state, ({ state_after: state }) => state, { min: 110, grow: 1 }),
]

/** Who would be created or changed, with search. Search and filter are in the address: `person` and `change`. */
export function PlannedPeople({ run: { id: run, integration_id: integration } }: { run: Run }) {
  const [url, setUrl] = useUrlState()
  const { change } = url
  const wanted = searchText(url['person'])
  const list = useList('/workspace/integrations/{integration}/runs/{run}/people', {
    params: {
      path: { integration, run },
      query: {
        ...(wanted !== undefined && { 'filter[search]': wanted }),
        ...(change !== undefined && { 'filter[change]': change }),
        'page[total]': 'true',
      },
    },
  })
  const people = useMemo(
    () => ({
      ...list,
      rows: list.rows.map((row, index) => ({ ...row, id: row.directory_user.id ?? `${index}` })),
    }),
    [list],
  )
  const options = personChanges.map((value) => ({ value, label: words.changes[value] }))
  return (
    <section aria-label={words.title}>
      <h3 className="subheading">{words.title}</h3>
      <FilterBar
        url={url}
        onChange={setUrl}
        searchLabel={words.search}
        searchKey="person"
        filters={[{ key: 'change', label: words.change, options }]}
      >
        <Total total={list.total} label={words.count} />
      </FilterBar>
      <div className={classes['people']}>
        <DataTable
          label={words.title}
          list={people}
          columns={columns}
          empty={<EmptyState title={words.none} />}
        />
      </div>
    </section>
  )
}

import { useNavigate } from '@tanstack/react-router'
import { muster } from '../../api/muster.ts'
import { useList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import { ColumnsMenu } from '../../parts/columns-menu.tsx'
import { CsvButton } from '../../parts/csv-button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyList } from '../../parts/empty-list.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Page } from '../../parts/page.tsx'
import { Total } from '../../parts/total.tsx'
import { DateChips } from './date-chips.tsx'
import { peopleColumns } from './people-columns.tsx'
import { isTooShort, peopleQuery } from './people-query.ts'
import { text } from './text.ts'
import { usePeopleFilters } from './use-people-filters.ts'

export function PeoplePage() {
  const [url, setUrl] = useUrlState()
  const navigate = useNavigate()
  const filters = usePeopleFilters()
  const query = peopleQuery(url)
  const list = useList('/directory/users', {
    params: { query: { ...query, 'page[total]': 'true' } },
  })
  const chosen = url['columns']?.split(',')
  const shown = peopleColumns.filter(({ id, isOptional }) =>
    chosen === undefined ? isOptional !== true : chosen.includes(id),
  )
  const isFiltered = Object.keys(query).some((name) => name.startsWith('filter'))
  return (
    <Page title={text.title} isFilled>
      <FilterBar
        url={url}
        onChange={setUrl}
        searchLabel={text.search}
        filters={filters}
        more={<DateChips url={url} onChange={setUrl} />}
      >
        {isTooShort(url) ? (
          <output>{text.keepTyping}</output>
        ) : (
          <Total total={list.total} label={text.count} />
        )}
        <ColumnsMenu
          columns={peopleColumns}
          value={url['columns'] ?? ''}
          onChange={(columns) => setUrl({ columns })}
        />
        <CsvButton
          list={list}
          name="people"
          columns={shown}
          read={(signal) =>
            muster.list('/directory/users', {
              params: { query: { ...query, 'page[size]': '500' } },
              signal,
            })
          }
        />
      </FilterBar>
      <DataTable
        label={text.title}
        list={list}
        columns={peopleColumns}
        chosen={chosen}
        sorting={{ value: url['sort'] ?? 'full_name', onChange: (sort) => setUrl({ sort }) }}
        onOpen={({ id }) => void navigate({ to: '/people/$user', params: { user: id } })}
        empty={
          <EmptyList
            none={text.none}
            noMatch={text.noMatch}
            onClear={isFiltered ? () => setUrl(noFilters) : undefined}
          />
        }
      />
    </Page>
  )
}

const noFilters = {
  search: '',
  state: '',
  department: '',
  review: '',
  is_manager: '',
  activates_after: '',
  activates_before: '',
  expires_after: '',
  expires_before: '',
}

import { useParams } from '@tanstack/react-router'
import { muster } from '../../api/muster.ts'
import { useMay } from '../../api/session.ts'
import { useList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import { CsvButton } from '../../parts/csv-button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Beside } from '../../parts/scroll.tsx'
import { stateLooks } from '../../parts/state-looks.ts'
import { Total } from '../../parts/total.tsx'
import { WhyPanel } from '../why/why-panel.tsx'
import { text } from './text.ts'
import { memberColumns, vendorColumns } from './vendor-columns.tsx'

const { vendors: words } = text

/** What the person has at the vendors, and what of it they should not have, as of people who have left. */
export function Vendors() {
  const { user } = useParams({ from: '/people/$user/vendors' })
  const [url, setUrl] = useUrlState()
  const mayCompare = useMay('policy.rule.view')
  const columns = mayCompare ? vendorColumns : memberColumns
  const { drift, sort, open } = url
  const query = {
    ...(mayCompare && drift !== undefined && { 'filter[drift]': drift }),
    sort: sort === '-name' ? ('-name' as const) : ('name' as const),
  }
  const list = useList('/directory/users/{user}/resources', {
    params: { path: { user }, query: { ...query, 'page[total]': 'true' } },
  })
  const opened = list.rows.find(({ id }) => id === open)
  const ruleset = opened?.ruleset_id ?? null
  return (
    <Beside
      panel={
        opened !== undefined &&
        ruleset !== null && (
          <WhyPanel
            key={opened.id}
            title={opened.name}
            person={user}
            ruleset={ruleset}
            onClose={() => setUrl({ open: '' })}
          />
        )
      }
    >
      <FilterBar url={url} onChange={setUrl} {...(mayCompare && { filters })}>
        <Total total={list.total} label={words.count} />
        <CsvButton
          list={list}
          name="at-the-vendors"
          columns={columns}
          read={(signal) =>
            muster.list('/directory/users/{user}/resources', {
              params: { path: { user }, query: { ...query, 'page[size]': '500' } },
              signal,
            })
          }
        />
      </FilterBar>
      <DataTable
        label={text.tabs.vendors}
        list={list}
        columns={columns}
        sorting={{ value: sort ?? 'name', onChange: (next) => setUrl({ sort: next }) }}
        selectedId={opened?.id}
        onOpen={({ id, ruleset_id: rules }) => {
          if (rules !== null) setUrl({ open: id }, { push: true })
        }}
        empty={
          drift === undefined ? (
            <EmptyState title={words.none}>{words.noneWhy}</EmptyState>
          ) : (
            <EmptyState title={words.noMatch} />
          )
        }
      />
    </Beside>
  )
}

const filters = [
  {
    key: 'drift',
    label: words.drift,
    options: ['extra', 'role_differs', 'unmanaged', 'in_sync'].map((value) => ({
      value,
      label: stateLooks(value).word,
    })),
  },
]

import { useNavigate } from '@tanstack/react-router'
import { useList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Beside } from '../../parts/scroll.tsx'
import { stateLooks } from '../../parts/state-looks.ts'
import { Total } from '../../parts/total.tsx'
import { accountColumns, sourceColumn } from './account-columns.tsx'
import { text } from './text.ts'

const { accounts: words } = text

/** Accounts and the people that they belong to: of one source, or of all. */
export function AccountList({ integration }: { integration?: string }) {
  const navigate = useNavigate()
  const [url, setUrl] = useUrlState()
  const { state, held, sort } = url
  const isHeld = (['true', 'false'] as const).find((each) => each === held)
  const list = useList('/directory/identities', {
    params: {
      query: {
        ...(integration !== undefined && { 'filter[integration_id]': integration }),
        ...(state !== undefined && { 'filter[state]': state }),
        ...(isHeld !== undefined && { 'filter[is_held]': isHeld }),
        sort: sort === '-full_name' ? '-full_name' : 'full_name',
        'page[total]': 'true',
      },
    },
  })
  return (
    <Beside>
      <FilterBar url={url} onChange={setUrl} filters={filters}>
        <Total total={list.total} label={words.count} />
      </FilterBar>
      <DataTable
        label={text.tabs.accounts}
        list={list}
        columns={integration === undefined ? columnsOfAll : accountColumns}
        sorting={{ value: sort ?? 'full_name', onChange: (next) => setUrl({ sort: next }) }}
        onOpen={({ directory_user_id: user }) => {
          if (user !== null) void navigate({ to: '/people/$user/accounts', params: { user } })
        }}
        empty={<EmptyState title={words.none}>{words.noneWhy}</EmptyState>}
      />
    </Beside>
  )
}

const columnsOfAll = [...accountColumns.slice(0, 2), sourceColumn, ...accountColumns.slice(2)]

const filters = [
  {
    key: 'state',
    label: words.state,
    options: ['active', 'suspended', 'deactivated', 'orphan'].map((value) => ({
      value,
      label: stateLooks(value).word,
    })),
  },
  {
    key: 'held',
    label: words.isHeld,
    options: [
      { value: 'true', label: words.held },
      { value: 'false', label: words.notHeld },
    ],
  },
]

import { useUrlState } from '../../app/url-state.ts'
import type { ApiList } from '../../api/use-list.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Beside } from '../../parts/scroll.tsx'
import { Total } from '../../parts/total.tsx'
import { tokenColumns, type Token } from './token-columns.tsx'
import { TokenPanel } from './token-panel.tsx'
import { text } from './text.ts'
import { useStateFilter } from './use-state-filter.ts'

const { tokens: words } = text

/** What lists of tokens are asked for, from the address. */
export function useTokenQuery() {
  const [{ sort }] = useUrlState()
  const { query } = useStateFilter(words.state, states)
  return {
    ...query,
    sort: tokenSorts.find((each) => each === sort) ?? '-created_at',
    'page[total]': 'true',
    include: 'abilities',
  } as const
}

const tokenSorts = [
  'name',
  '-name',
  'created_at',
  '-created_at',
  'expires_at',
  '-expires_at',
] as const

/** Tokens as a table, with the one that is open in the panel. */
export function TokenList({
  label,
  list,
  revoke,
  action,
  empty,
}: {
  label: string
  list: ApiList<Token>
  revoke: (token: string) => Promise<unknown>
  action?: React.ReactNode
  empty: React.ReactNode
}) {
  const [url, setUrl] = useUrlState()
  const { bar } = useStateFilter(words.state, states)
  const opened = list.rows.find(({ id }) => id === url['open'])
  const close = () => setUrl({ open: '' })
  return (
    <Beside
      panel={
        opened !== undefined && (
          <TokenPanel key={opened.id} token={opened} revoke={revoke} onClose={close} />
        )
      }
    >
      <FilterBar {...bar}>
        <Total total={list.total} label={words.count} />
        {action}
      </FilterBar>
      <DataTable
        label={label}
        list={list}
        columns={tokenColumns}
        sorting={{ value: url['sort'] ?? '', onChange: (sort) => setUrl({ sort }) }}
        selectedId={url['open']}
        onOpen={({ id }) => setUrl({ open: id }, { push: true })}
        empty={empty}
      />
    </Beside>
  )
}

const states = ['active', 'expired', 'revoked']

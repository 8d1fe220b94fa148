import { useUrlState } from '../../app/url-state.ts'
import type { ApiList } from '../../api/use-list.ts'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { PanelList } from '../../parts/panel-list.tsx'
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
  const include: 'abilities'[] = ['abilities']
  return {
    ...query,
    sort: tokenSorts.find((each) => each === sort) ?? '-created_at',
    'page[total]': 'true',
    include,
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
  revoke: (token: Token) => Promise<unknown>
  action?: React.ReactNode
  empty: React.ReactNode
}) {
  const { bar } = useStateFilter(words.state, states)
  return (
    <PanelList
      label={label}
      list={list}
      columns={tokenColumns}
      bar={
        <FilterBar {...bar}>
          <Total total={list.total} label={words.count} />
          {action}
        </FilterBar>
      }
      panel={(token, close) => (
        <TokenPanel key={token.id} token={token} revoke={revoke} onClose={close} />
      )}
      empty={empty}
    />
  )
}

const states = ['active', 'expired', 'revoked']

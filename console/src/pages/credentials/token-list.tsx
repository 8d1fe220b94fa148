import type { ReactNode } from 'react'
import { stateFilter } from '../../parts/list/filters.ts'
import { List } from '../../parts/list/list.tsx'
import type { EmptyWords, FilteredList } from '../../parts/list/use-filtered-list.ts'
import { tokenColumns, type Token } from './token-columns.tsx'
import { TokenPanel } from './token-panel.tsx'
import { text } from './text.ts'

const { tokens: words } = text

/** What every list of tokens declares. Those that have ended are shown on request. */
export const tokensOf = (of: { title: string; none: EmptyWords }) => ({
  words: { ...of, count: words.count },
  columns: tokenColumns,
  query: { include: ['abilities' as const] },
  filters: [stateFilter(words.state, ['active', 'expired', 'revoked'], { usual: 'active' })],
  sort: '-created_at' as const,
})

/** Tokens as a table, with the one that is open in the panel. */
export function TokenList({
  list,
  revoke,
  actions,
}: {
  list: FilteredList<Token>
  revoke: (token: Token) => Promise<unknown>
  actions?: ReactNode
}) {
  return (
    <List
      list={list}
      actions={actions}
      panel={(token, close) => (
        <TokenPanel key={token.id} token={token} revoke={revoke} onClose={close} />
      )}
    />
  )
}

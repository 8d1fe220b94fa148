import type { RowOf } from 'muster-sdk'
import type { Column } from '../../parts/columns.ts'
import { Middle } from '../../parts/middle.tsx'
import { stateColumn, textColumn, timeColumn } from '../../parts/column-kinds.tsx'
import { text } from './text.ts'

/** A token of a person or of a service, without its secret. */
export type Token = RowOf<'/workspace/tokens'>

const { tokens: words } = text

export const tokenColumns: readonly Column<Token>[] = [
  textColumn('name', words.name, ({ name }) => name, { min: 160, grow: 2, sort: 'name' }),
  stateColumn(words.state),
  textColumn('scopes', words.scopes, ({ scopes }) => scopes.join(' '), {
    min: 170,
    grow: 2,
    cell: ({ scopes }) => <Middle text={shortScopes(scopes)} />,
  }),
  timeColumn('expires', words.expires, ({ timestamp }) => timestamp.expires_at, {
    grow: 0.7,
    sort: 'expires_at',
  }),
  timeColumn('used', words.used, ({ timestamp }) => timestamp.last_used_at, {
    grow: 0.7,
    never: words.never,
  }),
  textColumn('issuer', words.issuer, ({ issued_by: issuer }) => issuer?.name),
]

function shortScopes(scopes: readonly string[]): string {
  if (scopes.length === 0) return words.none
  return scopes.length > 2 ? words.number(scopes.length) : scopes.join(', ')
}

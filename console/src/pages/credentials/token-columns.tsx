import type { RowOf } from 'muster-sdk'
import type { Column } from '../../parts/columns.ts'
import { Middle } from '../../parts/middle.tsx'
import { stateColumn } from '../../parts/column-kinds.tsx'
import { Time } from '../../parts/time.tsx'
import { text } from './text.ts'

/** A token of a person or of a service, without its secret. */
export type Token = RowOf<'/workspace/tokens'>

const { tokens: words } = text

export const tokenColumns: readonly Column<Token>[] = [
  {
    id: 'name',
    header: words.name,
    min: 160,
    grow: 2,
    sort: 'name',
    text: ({ name }) => name,
    cell: ({ name }) => <Middle text={name} />,
  },
  stateColumn(words.state),
  {
    id: 'scopes',
    header: words.scopes,
    min: 170,
    grow: 2,
    text: ({ scopes }) => scopes.join(' '),
    cell: ({ scopes }) => <Middle text={shortScopes(scopes)} />,
  },
  {
    id: 'expires',
    header: words.expires,
    min: 110,
    grow: 0.7,
    sort: 'expires_at',
    text: ({ timestamp }) => timestamp.expires_at,
    cell: ({ timestamp }) => <Time at={timestamp.expires_at} />,
  },
  {
    id: 'used',
    header: words.used,
    min: 110,
    grow: 0.7,
    text: ({ timestamp }) => timestamp.last_used_at ?? '',
    cell: ({ timestamp: { last_used_at: used } }) =>
      used === null ? words.never : <Time at={used} />,
  },
  {
    id: 'issuer',
    header: words.issuer,
    min: 130,
    text: ({ issued_by: issuer }) => issuer?.name ?? '',
    cell: ({ issued_by: issuer }) => <Middle text={issuer?.name ?? ''} />,
  },
]

function shortScopes(scopes: readonly string[]): string {
  if (scopes.length === 0) return words.none
  return scopes.length > 2 ? words.number(scopes.length) : scopes.join(', ')
}

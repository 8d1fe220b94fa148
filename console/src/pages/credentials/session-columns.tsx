import type { RowOf } from 'muster-sdk'
import type { Column } from '../../parts/columns.ts'
import { Middle } from '../../parts/middle.tsx'
import { stateColumn } from '../../parts/column-kinds.tsx'
import { Time } from '../../parts/time.tsx'
import { browserOf } from './browser-of.ts'
import { text } from './text.ts'

export type Session = RowOf<'/auth/sessions'>

const { sessions: words } = text

export const sessionColumns: readonly Column<Session>[] = [
  {
    id: 'browser',
    header: words.browser,
    min: 180,
    grow: 2,
    text: ({ user_agent }) => user_agent ?? '',
    cell: ({ user_agent, is_current }) => (
      <Middle text={browserOf(user_agent) + (is_current ? ` · ${words.current}` : '')} />
    ),
  },
  stateColumn(words.state),
  {
    id: 'used',
    header: words.used,
    min: 110,
    grow: 0.7,
    text: ({ timestamp }) => timestamp.last_used_at ?? '',
    cell: ({ timestamp: { last_used_at: used } }) => (used === null ? null : <Time at={used} />),
  },
  {
    id: 'created',
    header: words.created,
    min: 110,
    grow: 0.7,
    sort: 'created_at',
    text: ({ timestamp }) => timestamp.created_at,
    cell: ({ timestamp }) => <Time at={timestamp.created_at} />,
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
    id: 'by',
    header: words.openedBy,
    min: 130,
    text: ({ opened_by: by }) => by?.name ?? '',
    cell: ({ opened_by: by }) => <Middle text={by === null ? words.server : (by.name ?? by.id)} />,
  },
]

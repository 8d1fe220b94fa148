import type { RowOf } from 'muster-sdk'
import type { Column } from '../../parts/columns.ts'
import { Middle } from '../../parts/middle.tsx'
import { stateColumn, textColumn, timeColumn } from '../../parts/column-kinds.tsx'
import { browserOf } from './browser-of.ts'
import { text } from './text.ts'

export type Session = RowOf<'/auth/sessions'>

const { sessions: words } = text

export const sessionColumns: readonly Column<Session>[] = [
  textColumn('browser', words.browser, ({ user_agent }) => user_agent, {
    min: 180,
    grow: 2,
    cell: ({ user_agent, is_current }) => (
      <Middle text={browserOf(user_agent) + (is_current ? ` · ${words.current}` : '')} />
    ),
  }),
  stateColumn(words.state),
  timeColumn('used', words.used, ({ timestamp }) => timestamp.last_used_at, { grow: 0.7 }),
  timeColumn('created', words.created, ({ timestamp }) => timestamp.created_at, {
    grow: 0.7,
    sort: 'created_at',
  }),
  timeColumn('expires', words.expires, ({ timestamp }) => timestamp.expires_at, {
    grow: 0.7,
    sort: 'expires_at',
  }),
  textColumn('by', words.openedBy, ({ opened_by: by }) => by?.name, {
    cell: ({ opened_by: by }) => <Middle text={by === null ? words.server : (by.name ?? by.id)} />,
  }),
]

import type { ReactNode } from 'react'
import { stateFilter } from '../../parts/list/filters.ts'
import { List } from '../../parts/list/list.tsx'
import type { EmptyWords, FilteredList } from '../../parts/list/use-filtered-list.ts'
import { sessionColumns, type Session } from './session-columns.tsx'
import { SessionPanel } from './session-panel.tsx'
import { text } from './text.ts'

const { sessions: words } = text

/** What every list of sessions declares. Those that have ended are shown on request. */
export const sessionsOf = (of: { title: string; none: EmptyWords }) => ({
  words: { ...of, count: words.count },
  columns: sessionColumns,
  query: { include: ['abilities' as const] },
  filters: [stateFilter(words.state, ['active', 'expired', 'revoked'], { usual: 'active' })],
  sort: '-created_at' as const,
})

/** Sessions as a table, with the one that is open in the panel. */
export function SessionList({
  list,
  end,
  actions,
}: {
  list: FilteredList<Session>
  end: (session: Session) => Promise<unknown>
  actions?: ReactNode
}) {
  return (
    <List
      list={list}
      actions={actions}
      panel={(session, close) => (
        <SessionPanel key={session.id} session={session} end={() => end(session)} onClose={close} />
      )}
    />
  )
}

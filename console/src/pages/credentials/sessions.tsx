import type { ReactNode } from 'react'
import type { RowOf } from 'muster-sdk'
import { stateFilter } from '../../parts/list/filters.ts'
import { List } from '../../parts/list/list.tsx'
import type { EmptyWords } from '../../parts/empty-state.tsx'
import type { FilteredList } from '../../parts/list/use-filtered-list.ts'
import type { Column } from '../../parts/columns.ts'
import { Middle } from '../../parts/middle.tsx'
import { stateColumn, textColumn, timeColumn } from '../../parts/column-kinds.tsx'
import { ConfirmButton } from '../../parts/dialog-button.tsx'
import { DetailPanel } from '../../parts/detail-panel.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
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

export type Session = RowOf<'/auth/sessions'>

const sessionColumns: readonly Column<Session>[] = [
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

/** One session, and its end where the viewer may end it. */
function SessionPanel({
  session,
  end,
  onClose,
}: {
  session: Session
  end: () => Promise<unknown>
  onClose: () => void
}) {
  const { id, state, user_agent: agent, opened_by: by, timestamp } = session
  return (
    <DetailPanel title={browserOf(agent)} onClose={onClose}>
      <Facts
        of={{
          [words.state]: <StateBadge state={state} />,
          [words.created]: <Time at={timestamp.created_at} />,
          [words.used]: timestamp.last_used_at !== null && <Time at={timestamp.last_used_at} />,
          [words.expires]: <Time at={timestamp.expires_at} />,
          [words.openedBy]:
            by === null ? words.server : <RecordLink id={by.id} name={by.name ?? undefined} />,
          [words.browser]: agent,
          [words.id]: <Id value={id} />,
        }}
      />
      <ConfirmButton
        of={session}
        can="delete"
        isOffered={state === 'active'}
        title={words.endTitle}
        label={words.end}
        isBelow
        run={end}
        onDone={onClose}
      >
        {words.endWhy}
      </ConfirmButton>
    </DetailPanel>
  )
}

// In this order: most browsers also name those that they are like.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Mac OS/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** A user agent as people call it: "Firefox on Windows". What is not known is shown as it is. */
function browserOf(agent: string | null): string {
  if (agent === null || agent === '') return text.sessions.unknown
  const find = (known: typeof browsers) => known.find(([pattern]) => pattern.test(agent))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  if (browser === undefined) return agent
  return system === undefined ? browser : `${browser} on ${system}`
}

import type { ReactNode } from 'react'
import type { ApiList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { PanelList } from '../../parts/panel-list.tsx'
import { Total } from '../../parts/total.tsx'
import { sessionColumns, type Session } from './session-columns.tsx'
import { SessionPanel } from './session-panel.tsx'
import { text } from './text.ts'
import { useStateFilter } from './use-state-filter.ts'

const { sessions: words } = text

/** What lists of sessions are asked for, from the address. */
export function useSessionQuery() {
  const [{ sort }] = useUrlState()
  const { query } = useStateFilter(words.state, states)
  const include: 'abilities'[] = ['abilities']
  return {
    ...query,
    sort: sorts.find((each) => each === sort) ?? '-created_at',
    'page[total]': 'true',
    include,
  } as const
}

const sorts = ['created_at', '-created_at', 'expires_at', '-expires_at'] as const

/** Sessions as a table, with the one that is open in the panel. */
export function SessionList({
  label,
  list,
  end,
  action,
  empty,
}: {
  label: string
  list: ApiList<Session>
  end: (session: Session) => Promise<unknown>
  action?: ReactNode
  empty: ReactNode
}) {
  const { bar } = useStateFilter(words.state, states)
  return (
    <PanelList
      label={label}
      list={list}
      columns={sessionColumns}
      bar={
        <FilterBar {...bar}>
          <Total total={list.total} label={words.count} />
          {action}
        </FilterBar>
      }
      panel={(session, close) => (
        <SessionPanel key={session.id} session={session} end={() => end(session)} onClose={close} />
      )}
      empty={empty}
    />
  )
}

const states = ['active', 'expired', 'revoked']

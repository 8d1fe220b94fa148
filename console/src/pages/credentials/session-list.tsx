import type { ReactNode } from 'react'
import type { ApiList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Beside } from '../../parts/scroll.tsx'
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
  return {
    ...query,
    sort: sorts.find((each) => each === sort) ?? '-created_at',
    'page[total]': 'true',
    include: 'abilities',
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
  end: (session: string) => Promise<unknown>
  action?: ReactNode
  empty: ReactNode
}) {
  const [url, setUrl] = useUrlState()
  const { bar } = useStateFilter(words.state, states)
  const opened = list.rows.find(({ id }) => id === url['open'])
  return (
    <Beside
      panel={
        opened !== undefined && (
          <SessionPanel
            key={opened.id}
            session={opened}
            end={() => end(opened.id)}
            onClose={() => setUrl({ open: '' })}
          />
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
        columns={sessionColumns}
        sorting={{ value: url['sort'] ?? '', onChange: (sort) => setUrl({ sort }) }}
        selectedId={url['open']}
        onOpen={({ id }) => setUrl({ open: id }, { push: true })}
        empty={empty}
      />
    </Beside>
  )
}

const states = ['active', 'expired', 'revoked']

import type { ReactNode } from 'react'
import { readRows, useRows } from '../../api/use-list.ts'
import { useSession } from '../../api/session.ts'
import { useUrlState } from '../../app/url-state.ts'
import type { Column } from '../../parts/columns.ts'
import { CsvButton } from '../../parts/csv-button.tsx'
import { EmptyList, type EmptyWords } from '../../parts/empty-state.tsx'
import { Beside } from '../../parts/scroll.tsx'
import { AuditFilters, auditQuery, noAuditFilters } from './audit-filters.tsx'
import { ChangePanel, type ChosenRows } from './change-panel.tsx'
import type { About, Change } from './change-sentence.ts'
import { ChangeStream } from './change-stream.tsx'
import { eventPhrase } from './event-words.ts'
import { text } from './text.ts'

/** Where changes are listed, and where their rows are. */
const places = {
  log: ['/audit/changes', '/audit/logs'],
  service: ['/workspace/services/{service}/changes', '/workspace/services/{service}/logs'],
} as const

type Properties = {
  title: string
  none: EmptyWords
  of?: keyof typeof places
  /** The ids in the path. */
  path?: Readonly<Record<string, string>>
  /** Chooses rows: a change is shown with those alone. */
  query?: ChosenRows
  about?: About
  /** The name of the file that can be saved. */
  csv?: string
  /** Beside the filters. */
  children?: ReactNode
}

/**
 * What happened, the newest first: the changes that `query` asks for, with filters, and the opened one with its rows beside them.
 * `about` are the ids that the page is about: their names are not repeated.
 */
export function Timeline(properties: Properties) {
  const { title, none, of = 'log', path, query, about, csv, children } = properties
  const [url, setUrl] = useUrlState()
  const { owner_id: me } = useSession()
  const [changes, logs] = places[of]
  const chosen = auditQuery(url, me)
  const asked = { ...(path && { path }), query: { ...chosen, ...query, sort: '-at' } }
  const list = useRows<Change>(changes, asked)
  const { open } = url
  return (
    <Beside
      panel={
        open !== undefined && (
          <ChangePanel
            key={open}
            {...{ id: open, of: logs, path, query, about }}
            onClose={() => setUrl({ open: '' })}
          />
        )
      }
    >
      <AuditFilters url={url} onChange={setUrl}>
        {csv !== undefined && (
          <CsvButton
            list={list}
            name={csv}
            columns={csvColumns}
            read={(signal) =>
              readRows<Change>(changes, {
                params: { ...asked, query: { ...asked.query, 'page[size]': '100' } },
                signal,
              })
            }
          />
        )}
        {children}
      </AuditFilters>
      <ChangeStream
        label={title}
        list={list}
        about={about}
        selectedId={open}
        onOpen={({ id }) => setUrl({ open: id }, { push: true })}
        empty={
          <EmptyList
            none={none}
            noMatch={text.noMatch}
            onClear={Object.keys(chosen).length > 0 ? () => setUrl(noAuditFilters) : undefined}
          />
        }
      />
    </Beside>
  )
}

const { columns: names } = text

/** The columns of changes as a file. */
const csvColumns: readonly Column<Change>[] = [
  column('at', names.at, ({ at }) => at),
  column('actor', names.actor, ({ actor }) => actor.id ?? actor.type),
  column('via', names.via, ({ actor }) => actor.via),
  column('events', names.events, ({ events }) =>
    Object.entries(events)
      .map(([event, count]) =>
        count === 1 ? eventPhrase(event) : `${eventPhrase(event)} × ${count}`,
      )
      .join('; '),
  ),
  column('gained', names.gained, (change) => String(change.people_gained)),
  column('lost', names.lost, (change) => String(change.people_lost)),
  column('rows', names.rows, (change) => String(change.row_count)),
  column('records', names.records, ({ rows }) =>
    [...new Set(rows.map(({ record }) => record.id))].join(' '),
  ),
  column('request', names.request, ({ request_id }) => request_id ?? ''),
  column('id', names.id, ({ id }) => id),
]

function column(id: string, header: string, read: (change: Change) => string): Column<Change> {
  return { id, header, min: 100, text: read, cell: read }
}

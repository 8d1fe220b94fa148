import type { ReactNode } from 'react'
import { useApiIf } from '../../api/use-api.ts'
import { readRows, useRows } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import type { Column } from '../../parts/columns.ts'
import { CsvButton } from '../../parts/csv-button.tsx'
import { EmptyList, type EmptyWords } from '../../parts/empty-state.tsx'
import { Beside } from '../../parts/scroll.tsx'
import { AuditFilters, auditQuery, noAuditFilters } from './audit-filters.tsx'
import type { Log } from './describe-log.ts'
import { LogPanel } from './log-panel.tsx'
import { LogStream } from './log-stream.tsx'
import { text } from './text.ts'

type Path = '/audit/logs' | '/workspace/services/{service}/logs'

type Properties = {
  title: string
  none: EmptyWords
  of?: Path
  /** The ids in the path. */
  path?: Readonly<Record<string, string>>
  query?: Readonly<Partial<Record<`filter[${string}]`, string>>>
  about?: readonly (string | null)[]
  /** The name of the file that can be saved. */
  csv?: string
  /** Beside the filters. */
  children?: ReactNode
}

/**
 * What happened, the newest first: the rows of the log that `query` asks for, with filters, and the opened row beside them.
 * `about` are the ids that the page is about: a row does not repeat their names.
 */
export function Timeline(properties: Properties) {
  const { title, none, of = '/audit/logs', path, query, about, csv, children } = properties
  const [url, setUrl] = useUrlState()
  const chosen = auditQuery(url)
  const asked = { ...(path && { path }), query: { ...chosen, ...query, sort: '-at' } }
  const list = useRows<Log>(of, asked)
  const { open } = url
  return (
    <Beside
      panel={
        open !== undefined && (
          <Opened
            key={open}
            id={open}
            known={list.rows.find(({ id }) => id === open)}
            mayRead={of === '/audit/logs' && !list.isPending}
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
            columns={logColumns}
            read={(signal) =>
              readRows<Log>(of, {
                params: { ...asked, query: { ...asked.query, 'page[size]': '500' } },
                signal,
              })
            }
          />
        )}
        {children}
      </AuditFilters>
      <LogStream
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

/** The row of the address; read by itself where the stream does not have it, as after following a link. */
function Opened({
  id,
  known,
  mayRead,
  onClose,
}: {
  id: string
  known: Log | undefined
  mayRead: boolean
  onClose: () => void
}) {
  const { data: log = known } = useApiIf(mayRead && known === undefined, '/audit/logs/{log}', {
    params: { path: { log: id } },
  })
  return log === undefined ? null : <LogPanel log={log} onClose={onClose} />
}

const { columns: names } = text

/** The columns of the log as a file: everything of a row, with the changes as JSON. */
const logColumns: readonly Column<Log>[] = [
  column('at', names.at, ({ at }) => at),
  column('event', names.event, ({ event }) => event),
  column('actor', names.actor, ({ actor }) => actor.id ?? actor.type),
  column('via', names.via, ({ actor }) => actor.via),
  column('record', names.record, ({ record }) => record.id),
  column('parent', names.parent, ({ parent }) => parent?.id ?? ''),
  column('related', names.related, ({ related }) => related?.id ?? ''),
  column('subject', names.subject, ({ subject_id }) => subject_id ?? ''),
  column('request', names.request, ({ request_id }) => request_id ?? ''),
  column('changes', names.changes, ({ changes }) => JSON.stringify(changes)),
]

function column(id: string, header: string, read: (log: Log) => string): Column<Log> {
  return { id, header, min: 100, text: read, cell: read }
}

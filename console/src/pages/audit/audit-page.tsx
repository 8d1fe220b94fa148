import { muster } from '../../api/muster.ts'
import { useApi } from '../../api/use-api.ts'
import { useList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import { CsvButton } from '../../parts/csv-button.tsx'
import { EmptyList } from '../../parts/empty-list.tsx'
import { Page } from '../../parts/page.tsx'
import { Beside } from '../../parts/scroll.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { auditQuery, noAuditFilters } from './audit-query.ts'
import { logColumns } from './log-columns.ts'
import { LogPanel } from './log-panel.tsx'
import { LogStream } from './log-stream.tsx'
import type { Log } from './describe-log.ts'
import { text } from './text.ts'

/** Every change and its actor, as a stream with filters. */
export function AuditPage() {
  const [url, setUrl] = useUrlState()
  const query = { ...auditQuery(url), sort: '-at' } as const
  const list = useList('/audit/logs', { params: { query } })
  const close = () => setUrl({ open: '' })
  const isFiltered = Object.keys(query).length > 1
  return (
    <Page title={text.title} isFilled>
      <Beside panel={<Opened id={url['open']} rows={list.rows} onClose={close} />}>
        <AuditFilters url={url} onChange={setUrl}>
          <CsvButton
            list={list}
            name="audit"
            columns={logColumns}
            read={(signal) =>
              muster.list('/audit/logs', {
                params: { query: { ...query, 'page[size]': '500' } },
                signal,
              })
            }
          />
        </AuditFilters>
        <LogStream
          label={text.title}
          list={list}
          selectedId={url['open']}
          onOpen={({ id }) => setUrl({ open: id }, { push: true })}
          empty={
            <EmptyList
              none={text.none}
              noMatch={text.noMatch}
              onClear={isFiltered ? () => setUrl(noAuditFilters) : undefined}
            />
          }
        />
      </Beside>
    </Page>
  )
}

/** The row of the address; read by itself where the stream does not have it, as after following a link. */
function Opened({
  id,
  rows,
  onClose,
}: {
  id: string | undefined
  rows: readonly Log[]
  onClose: () => void
}) {
  const known = rows.find((log) => log.id === id)
  if (id === undefined) return null
  if (known !== undefined) return <LogPanel key={id} log={known} onClose={onClose} />
  return <ReadLog key={id} id={id} onClose={onClose} />
}

function ReadLog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useApi('/audit/logs/{log}', { params: { path: { log: id } } })
  return data === undefined ? null : <LogPanel log={data} onClose={onClose} />
}

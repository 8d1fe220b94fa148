import { useParams } from '@tanstack/react-router'
import { useList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Beside } from '../../parts/scroll.tsx'
import { AuditFilters } from '../audit/audit-filters.tsx'
import { auditQuery } from '../audit/audit-query.ts'
import { LogPanel } from '../audit/log-panel.tsx'
import { LogStream } from '../audit/log-stream.tsx'
import { text } from './text.ts'

/** What changed in the accounts of the source. */
export function SourceLogs() {
  const { integration } = useParams({ from: '/sources/$integration/logs' })
  const [url, setUrl] = useUrlState()
  const list = useList('/audit/logs', {
    params: { query: { ...auditQuery(url), 'filter[related]': integration, sort: '-at' } },
  })
  const opened = list.rows.find(({ id }) => id === url['open'])
  return (
    <Beside
      panel={
        opened !== undefined && (
          <LogPanel key={opened.id} log={opened} onClose={() => setUrl({ open: '' })} />
        )
      }
    >
      <AuditFilters url={url} onChange={setUrl} />
      <LogStream
        label={text.tabs.logs}
        list={list}
        selectedId={url['open']}
        onOpen={({ id }) => setUrl({ open: id }, { push: true })}
        empty={<EmptyState title={text.logs.none} />}
      />
    </Beside>
  )
}

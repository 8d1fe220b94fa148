import type { ReactNode } from 'react'
import type { ApiList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Beside } from '../../parts/scroll.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { auditQuery } from './audit-query.ts'
import type { Log } from './describe-log.ts'
import { LogPanel } from './log-panel.tsx'
import { LogStream } from './log-stream.tsx'
import { text } from './text.ts'

/**
 * The rows of the log about one record, as a tab of its page: filters, the stream, and the opened row beside it.
 * `about` are the ids that the page is about; a row does not repeat their names.
 */
export function LogList({
  label,
  list,
  none,
  about,
  children,
}: {
  label: string
  list: ApiList<Log>
  none: string
  about?: readonly (string | null)[]
  children?: ReactNode
}) {
  const [url, setUrl] = useUrlState()
  const opened = list.rows.find(({ id }) => id === url['open'])
  const isFiltered = Object.keys(auditQuery(url)).length > 0
  return (
    <Beside
      panel={
        opened !== undefined && (
          <LogPanel key={opened.id} log={opened} onClose={() => setUrl({ open: '' })} />
        )
      }
    >
      <AuditFilters url={url} onChange={setUrl}>
        {children}
      </AuditFilters>
      <LogStream
        label={label}
        list={list}
        about={about}
        selectedId={url['open']}
        onOpen={({ id }) => setUrl({ open: id }, { push: true })}
        empty={<EmptyState title={isFiltered ? text.noMatch.title : none} />}
      />
    </Beside>
  )
}

import { useParams } from '@tanstack/react-router'
import { useList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import { auditQuery } from '../audit/audit-query.ts'
import { LogList } from '../audit/log-list.tsx'
import { text } from './text.ts'

/** What changed in the accounts of the source. */
export function SourceLogs() {
  const { integration } = useParams({ from: '/sources/$integration/logs' })
  const [url] = useUrlState()
  const list = useList('/audit/logs', {
    params: { query: { ...auditQuery(url), 'filter[related]': integration, sort: '-at' } },
  })
  return <LogList label={text.tabs.logs} list={list} none={text.logs.none} about={[integration]} />
}

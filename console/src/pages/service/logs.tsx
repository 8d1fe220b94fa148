import { useParams } from '@tanstack/react-router'
import { useList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import { auditQuery } from '../audit/audit-query.ts'
import { LogList } from '../audit/log-list.tsx'
import { text as audit } from '../audit/text.ts'
import { text } from './text.ts'

/** What was changed about the service, and what it changed. */
export function Logs() {
  const { service } = useParams({ from: '/services/$service/logs' })
  const [url] = useUrlState()
  const list = useList('/workspace/services/{service}/logs', {
    params: { path: { service }, query: { ...auditQuery(url), sort: '-at' } },
  })
  return <LogList label={text.tabs.logs} list={list} none={audit.none.title} />
}

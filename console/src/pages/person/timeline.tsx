import { useParams } from '@tanstack/react-router'
import { useList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import { auditQuery } from '../audit/audit-query.ts'
import { LogList } from '../audit/log-list.tsx'
import { text } from './text.ts'

/** What happened to the person, the newest first. */
export function Timeline() {
  const { user } = useParams({ from: '/people/$user/timeline' })
  const [url] = useUrlState()
  const list = useList('/audit/logs', {
    params: { query: { ...auditQuery(url), 'filter[history]': user, sort: '-at' } },
  })
  return <LogList label={text.tabs.timeline} list={list} none={text.noEvents} about={[user]} />
}

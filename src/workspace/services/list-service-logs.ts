import { sql } from 'kysely'
import { readRoute } from '../../http/route/route.ts'
import { newestAuditLogs } from '../audit-log/audit-log-page.ts'
import { readService } from './visible-service.ts'

export const listServiceLogs = readRoute({
  id: 'listServiceLogs',
  url: '/workspace/services/:service/logs',
  summary: 'List the logs of a service',
  description:
    'The audit rows of the service, of its admins, permissions and tokens, newest first. Needs the role admin or audit on ' +
    'the service, or `workspace.service.log.view`.',
  access: { row: 'workspace.service.log.view' },
  params: { service: 'service' },
  ...newestAuditLogs.reading,
  handler: async (context) => {
    const { id } = await readService(context, context.params.service, 'workspace.service.log.view')
    return newestAuditLogs.page(context, isOfService(id))
  },
})

/** The rows (`l`) of a service, its admins, permissions and tokens. */
export function isOfService(id: string) {
  return sql<boolean>`(l.record_id = ${id}::uuid and l.record_type = 'wssvc' or l.parent_id = ${id}::uuid and l.parent_type = 'wssvc')`
}

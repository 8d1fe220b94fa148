import { noSuch } from '../../http/refusals/problem.ts'
import { readRoute } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { personalPermissions, presentAuditLog } from './present-audit-log.ts'
import { findAuditLog } from './queries.ts'
import { AuditLog } from './schema.ts'

export const describeAuditLog = readRoute({
  id: 'describeAuditLog',
  url: '/audit/logs/:log',
  summary: 'Describe a row of the audit log',
  description:
    'One row. It never changes, except that the personal values in it can be erased (`is_erased`), and that it can be archived (404).',
  access: 'audit.log.view',
  params: { log: 'auditLog' },
  response: AuditLog,
  handler: async ({ db, params, services, may, etag }) => {
    const row = await findAuditLog(db, params.log)
    if (row === undefined) throw noSuch('auditLog', params.log)
    const seen = [
      ...personalPermissions.map((permission) => may(permission)),
      row.personal !== null,
      row.altered.length > 0,
    ]
    etag(1, seen.map(Number).join(''))
    return presentAuditLog(row, { baseUrl: baseUrl(services), may })
  },
})

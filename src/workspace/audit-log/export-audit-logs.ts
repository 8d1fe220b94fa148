import { readRoute } from '../../http/route/route.ts'
import { oldestAuditLogs } from './audit-log-page.ts'

export const exportAuditLogs = readRoute({
  id: 'exportAuditLogs',
  url: '/audit/export',
  summary: 'Export the audit log',
  description:
    'All rows that the filters choose, a line of JSON each, the oldest first (`at`, then in the order in which they were written), as `/audit/logs` shows them; CSV if `Accept` asks for it. ' +
    'They are read and sent as the client takes them. The export is itself in the log, as `audit.log.export`.',
  access: 'audit.log.export',
  ...oldestAuditLogs.reading,
  hasPositions: true,
  exportedAs: 'audit.log.export',
  handler: (context) => oldestAuditLogs.page(context),
})

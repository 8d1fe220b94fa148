import { readRoute } from '../../http/route/route.ts'
import { newestAuditLogs } from './audit-log-page.ts'
import { auditLogExport } from './schema.ts'

export const listAuditLogs = readRoute({
  id: 'listAuditLogs',
  url: '/audit/logs',
  summary: 'List the audit log',
  description:
    'One row per changed record, newest first (`at`, then `id`). A filter on a position (`record`, `parent`, `related`, `subject`) or on the `actor` takes ids of any kind. ' +
    'Personal values are shown to who may see them where they come from: `directory.user.view`, `workspace.user.view` or, for a raw profile, `directory.identity.profile.view`; `withheld` names the keys of the others. As NDJSON or CSV it needs `audit.log.export` too, and is recorded.',
  access: 'audit.log.view',
  ...newestAuditLogs.reading,
  hasPositions: true,
  exportedFor: auditLogExport,
  handler: (context) => newestAuditLogs.page(context),
})

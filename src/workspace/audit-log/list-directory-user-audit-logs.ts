import { requireKnown } from '../../directory/require-known.ts'
import { readRoute } from '../../http/route/route.ts'
import { newestAuditLogs } from './audit-log-page.ts'
import { namesDirectoryUser, type AuditPositionName } from './queries.ts'
import { auditLogExport } from './schema.ts'

// Four endpoints in one file: they differ in one word.
export const listDirectoryUserAuditLogsParent = auditLogsOf(
  'listDirectoryUserAuditLogsParent',
  'parent',
  'that contains what changed',
)
export const listDirectoryUserAuditLogsRecord = auditLogsOf(
  'listDirectoryUserAuditLogsRecord',
  'record',
  'that changed',
)
export const listDirectoryUserAuditLogsRelated = auditLogsOf(
  'listDirectoryUserAuditLogsRelated',
  'related',
  'that was otherwise involved',
)
export const listDirectoryUserAuditLogsSubject = auditLogsOf(
  'listDirectoryUserAuditLogsSubject',
  'subject',
  'that the change is about',
)

function auditLogsOf(id: string, position: AuditPositionName, meaning: string) {
  return readRoute({
    id,
    url: `/directory/users/:user/audit-logs/${position}`,
    tag: 'audit',
    summary: `List the audit rows that name a directory user as ${position}`,
    description:
      `The rows in which this person is the record ${meaning}: as many as \`count.audit_logs_${position}\` says, less those that are archived (\`meta.archived_before\`), newest first. ` +
      'Needs `directory.user.view` as well. Deleted people keep theirs. As NDJSON or CSV it needs `audit.log.export` too.',
    access: 'audit.log.view',
    params: { user: 'directoryUser' },
    ...newestAuditLogs.reading,
    hasPositions: true,
    exportedFor: auditLogExport,
    handler: async (context) => {
      // Before the look-up: a caller who may not see people learns nothing of which ids exist.
      await context.ask('directory.user.view')
      const { user } = context.params
      await requireKnown(context.db, 'directoryUser', user)
      return newestAuditLogs.page(context, namesDirectoryUser(position, user))
    },
  })
}

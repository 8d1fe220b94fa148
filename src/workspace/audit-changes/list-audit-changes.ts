import { readRoute } from '../../http/route/route.ts'
import { auditChanges, readingOfChanges } from './change-page.ts'
import { auditLogExport } from '../audit-log/schema.ts'

export const listAuditChanges = readRoute({
  id: 'listAuditChanges',
  url: '/audit/changes',
  summary: 'List changes of the audit log',
  description:
    'One entry per change: the rows that one actor wrote in one transaction, as those of a request are. The newest first, by the first row. `rows` are a few of its rows, and `filter[change]` of `GET /audit/logs` has all. ' +
    'The filters on positions choose rows: a change that has one is listed, with the rows and numbers of those alone. So does a `search` for the records that it finds, which are the first 20 matches of each kind; where it finds an event by its words or a request by its id, the change is whole. Rows from before the update to this version are changes of their own. ' +
    'What a row shows is what it shows in the audit log. As NDJSON or CSV it needs `audit.log.export` too.',
  access: 'audit.log.view',
  cost: 2,
  ...readingOfChanges,
  hasPositions: true,
  exportedFor: auditLogExport,
  handler: (context) => auditChanges(context, '/audit/logs'),
})

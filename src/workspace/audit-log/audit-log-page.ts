import { sql } from 'kysely'
import { Type, type TObject } from 'typebox'
import { decodeId } from '../../contract/ids.ts'
import { type Conditions, instantFilter, malformedFilter } from '../../http/lists/filters.ts'
import { declareList, type ListContext, type ListOf } from '../../http/lists/list.ts'
import { gone } from '../../http/refusals/problem.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import type { Services } from '../../http/route/services.ts'
import { Instant, instant, Shape } from '../../http/shapes/schema.ts'
import { filterOfEvents, filtersOfActs, filtersOfPositions } from './audit-log-filters.ts'
import { presentAuditLog } from './present-audit-log.ts'
import { archivedBefore, auditLogs, auditLogSorts, changeOf, isOfChange } from './queries.ts'
import { AuditLog } from './schema.ts'

const archivedField = {
  archived_before: Type.Optional({
    ...Instant,
    description:
      'Rows before this instant are in files, but for erasures (`muster archive`); absent where all are here',
  }),
}

/** The list of the audit log, the newest rows first. */
export const newestAuditLogs = auditLogList('-at')
/** The oldest first. */
export const oldestAuditLogs = auditLogList('at')

function auditLogList(defaultSort: 'at' | '-at') {
  const list = declareList({
    item: AuditLog,
    filters: {
      ...filterOfEvents,
      ...filtersOfActs,
      ...filtersOfPositions,
      change: {
        schema: Type.String({ maxLength: 40, description: 'The id of a change: its rows' }),
        requires(query, name) {
          const id = query[`filter[${name}]`]
          if (typeof id !== 'string') return undefined
          const first = decodeId('auditLog', id)
          if (first === undefined) throw malformedFilter(name, id, 'the id of a change')
          return isOfChange(sql`(select ${changeOf} from audit_log l where l.id = ${first}::uuid)`)
        },
      },
    },
    sorts: auditLogSorts,
    defaultSort,
    id: sql`l.id`,
    rows: ({ db }) => auditLogs(db),
    present: (row, { services, may }) => presentAuditLog(row, { baseUrl: baseUrl(services), may }),
  })
  return {
    /** What every route of this list declares. */
    reading: readingOfLog(list),
    page: (context: ListContext, ...only: Conditions) =>
      keptPage(context, () => list.page(context, ...only)),
  }
}

/** How a list over the log is read. The rows and where they begin are of one snapshot. */
export function readingOfLog({
  query,
  response,
}: {
  query: TObject
  response: ReturnType<typeof ListOf>
}) {
  const { data, links, meta } = response.properties
  return {
    query,
    response: Shape({ data, links, meta: Shape({ ...meta.properties, ...archivedField }) }),
    snapshot: () => true,
    prepare: ({ refusedWrites }: Services) => refusedWrites.show(),
  }
}

/** A page of the log that says where the log begins; 410 where all that is asked for is archived. */
export async function keptPage<Page extends { meta: object }>(
  context: ListContext,
  read: () => Promise<Page>,
) {
  const archived = await archivedBefore(context.db)
  const found = await read()
  if (archived === undefined) return found
  requireKept(instantFilter(context.query, 'at_before'), archived)
  return { ...found, meta: { ...found.meta, archived_before: instant(archived) } }
}

/** 410 for a list of rows that are all in archives: an empty one would look like an answer. */
function requireKept(end: Date | undefined, archived: Date): void {
  if (end !== undefined && end <= archived)
    throw gone(
      `The rows before ${instant(archived)} were archived to files and dropped (muster archive). The rows of audit.log.archive name them.`,
    )
}

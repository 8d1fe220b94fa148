import { sql } from 'kysely'
import { Type } from 'typebox'
import { searchFilter, whereAll, type Conditions } from '../../http/lists/filters.ts'
import { listFilters } from '../../http/lists/list-filters.ts'
import { ListOf, listPage, listQuery, type ListContext } from '../../http/lists/list.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import {
  filterOfEvents,
  filtersOfActs,
  filtersOfPositions,
} from '../audit-log/audit-log-filters.ts'
import { keptPage, readingOfLog } from '../audit-log/audit-log-page.ts'
import { firstRows, hasRow, readContents, type ChangeRow } from './queries.ts'
import { presentChange } from './present-change.ts'
import { auditLogs, auditLogSorts } from '../audit-log/queries.ts'
import { AuditChange } from './schema.ts'
import { searchedRows } from './searched-rows.ts'

/** Who made a change: a person, or a service, a source or Muster itself. */
const madeBy = {
  schema: Type.Enum(['people', 'automatic'], {
    description: '`people`, or `automatic`: services, integrations and Muster itself',
  }),
  requires: (query: Record<string, unknown>, name: string) => {
    const wanted = query[`filter[${name}]`]
    if (wanted === undefined) return undefined
    return wanted === 'people'
      ? sql<boolean>`l.actor_type = 'user'`
      : sql<boolean>`not (l.actor_type = 'user')`
  },
}

const acts = listFilters({ ...filtersOfActs, made_by: madeBy })
const positions = listFilters(filtersOfPositions)
const events = listFilters(filterOfEvents)

const query = listQuery(
  {
    ...events.schemas,
    ...positions.schemas,
    ...acts.schemas,
    search: {
      ...searchFilter,
      description:
        'Changes of what is called so, as far as you may see names, or with an event that is described so: at least 3 characters. An id, also of a request, is found to the letter',
    },
  },
  auditLogSorts,
)

/** What every route of this list declares. */
export const readingOfChanges = readingOfLog({ query, response: ListOf(AuditChange) })

/**
 * Changes, the newest first: the rows of `only` that are of one actor and one transaction. The filters on positions and the search
 * choose among the rows, the others among changes.
 */
export function auditChanges(context: ListContext, ...only: Conditions) {
  return keptPage(context, async () => {
    const chosen = [
      ...only,
      ...positions.conditions(context),
      await searchedRows(context, context.query['filter[search]']),
    ]
    const ofRow = [...chosen, ...events.conditions(context)]
    const isNarrow = ofRow.some((condition) => condition !== undefined)
    const rows = whereAll(firstRows(context.db), [
      ...acts.conditions(context),
      isNarrow ? hasRow(ofRow) : undefined,
    ])
    const { data, ...page } = await listPage(context, rows, {
      sorts: auditLogSorts,
      defaultSort: '-at',
      id: sql`l.id`,
      present: (row) => row,
    })
    return { ...page, data: await withContents(context, data, chosen) }
  })
}

async function withContents(
  context: ListContext,
  changes: readonly ChangeRow[],
  conditions: Conditions,
) {
  const { db, services, may } = context
  const contents = await readContents(
    db,
    changes.map(({ sequence }) => sequence),
    conditions,
  )
  const ids = [...contents.values()].flatMap(({ shown }) => shown)
  const logs = await auditLogs(db)
    .where(sql<boolean>`l.id = any (${ids}::uuid[])`)
    .execute()
  const byId = new Map(logs.map((log) => [log.id, log]))
  const viewer = { baseUrl: baseUrl(services), may }
  return changes.flatMap((change) => {
    const content = contents.get(change.sequence)
    return content === undefined ? [] : [presentChange(change, { content, logs: byId }, viewer)]
  })
}

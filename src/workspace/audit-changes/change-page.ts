import { sql } from 'kysely'
import { Type } from 'typebox'
import { searchFilter, whereAll, type Conditions } from '../../http/lists/filters.ts'
import { listFilters } from '../../http/lists/list-filters.ts'
import { ListOf, listPage, listQuery, type ListContext } from '../../http/lists/list.ts'
import { defaultPageSize } from '../../http/lists/page.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { Shape } from '../../http/shapes/schema.ts'
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
        'Changes of what is called so, as far as you may see names (the first 20 of each kind), or with an event that is described so: at least 3 characters. An id, also of a request, is found to the letter',
    },
  },
  auditLogSorts,
)

/** The content of each is read, so a page has fewer than one of rows. */
const largestPage = 100

/** What every route of this list declares. */
export const readingOfChanges = {
  ...readingOfLog({
    query: Shape({
      ...query.properties,
      'page[size]': Type.Optional(
        Type.String({
          pattern: '^([1-9][0-9]?|100)$',
          description: `1 to ${largestPage}, by default ${defaultPageSize}: the rows of each change are counted`,
        }),
      ),
    }),
    response: ListOf(AuditChange),
  }),
  largestPage,
}

/**
 * Changes, the newest first: the rows of `only` that are of one actor and one transaction. The filters on positions and a
 * search that finds records choose among the rows, the others among changes. `logs` is where the rows are.
 */
export function auditChanges(context: ListContext, logs: string, ...only: Conditions) {
  return keptPage(context, async () => {
    const search = await searchedRows(context, context.query['filter[search]'])
    const chosen = [...only, ...positions.conditions(context)]
    const ofRow = [...chosen, search?.found, ...events.conditions(context)]
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
    return {
      ...page,
      data: await withContents(context, data, {
        logs,
        conditions: (firsts) => [...chosen, search?.kept(firsts)],
      }),
    }
  })
}

async function withContents(
  context: ListContext,
  changes: readonly ChangeRow[],
  {
    logs: path,
    conditions,
  }: { logs: string; conditions: (firsts: readonly number[]) => Conditions },
) {
  const { db, services, may } = context
  const firsts = changes.map(({ sequence }) => sequence)
  const contents = await readContents(db, firsts, conditions(firsts))
  const ids = [...contents.values()].flatMap(({ shown }) => shown)
  const logs = await auditLogs(db)
    .where(sql<boolean>`l.id = any (${ids}::uuid[])`)
    .execute()
  const byId = new Map(logs.map((log) => [log.id, log]))
  const viewer = { baseUrl: baseUrl(services), may, logs: path }
  return changes.flatMap((change) => {
    const content = contents.get(change.sequence)
    return content === undefined ? [] : [presentChange(change, { content, logs: byId }, viewer)]
  })
}

import { sql, type RawBuilder } from 'kysely'
import { auditEvents } from '../../contract/audit-events.ts'
import { decodeId } from '../../contract/ids.ts'
import { nearest } from '../../contract/nearest.ts'
import { kindOfPrefix } from '../../contract/record-types.ts'
import type { AuditActorType } from '../../contract/states.ts'
import { clip } from '../../contract/text.ts'
import {
  anyOf,
  type Conditions,
  idFilter,
  instantFilter,
  isAnyOf,
  malformedFilter,
  whereAll,
} from '../../http/lists/filters.ts'
import { badRequest } from '../../http/refusals/problem.ts'
import { listPage } from '../../http/lists/list.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { actorPrefixes, presentAuditLog } from './present-audit-log.ts'
import { auditLogs, auditLogSorts } from './queries.ts'

type Query = Record<string, unknown>

type PageOptions = { only?: RawBuilder<boolean>; order?: 'at' | '-at' }

/**
 * One page of the rows that meet the request's filters and, where a route is about one record, `only`. The newest come first unless
 * the route or the request orders them otherwise.
 */
export async function auditLogPage(
  context: ReadContext,
  { only, order = '-at' }: PageOptions = {},
) {
  await context.services.refusedWrites.show()
  const rows = whereAll(auditLogs(context.db), [...filters(queryOf(context)), only])
  const viewer = { baseUrl: baseUrl(context.services), may: context.may }
  return listPage(context, rows, {
    sorts: auditLogSorts,
    defaultSort: order,
    id: sql`l.id`,
    present: (row) => presentAuditLog(row, viewer),
  })
}

function queryOf(context: ReadContext): Query {
  // auditLogQuery has checked it: an object of strings.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return context.query as Query
}

function filters(query: Query): Conditions {
  const events = knownEvents(anyOf(query['filter[event]']))
  const vias = anyOf(query['filter[via]'])
  const after = instantFilter(query, 'at_after')
  const before = instantFilter(query, 'at_before')
  const history = idFilter(query, 'history', 'directoryUser')
  const requestId = query['filter[request_id]']
  return [
    events && isAnyOf(sql`l.event`, events),
    vias && isAnyOf(sql`l.via`, vias),
    named(recordFilter(query, 'actor'), sql`l.actor_id`, sql`l.actor_type`, actorTypes),
    named(recordFilter(query, 'record'), sql`l.record_id`, sql`l.record_type`),
    named(recordFilter(query, 'parent'), sql`l.parent_id`, sql`l.parent_type`),
    named(recordFilter(query, 'related'), sql`l.related_id`, sql`l.related_type`),
    named(recordFilter(query, 'subject'), sql`l.subject_id`, sql`'drusr'`),
    history && isInHistory(history),
    requestId === undefined ? undefined : sql<boolean>`l.request_id = ${requestId}`,
    after && sql<boolean>`l.at >= ${after}`,
    before && sql<boolean>`l.at < ${before}`,
  ]
}

const allEvents = Object.keys(auditEvents)

/** 400 for a name that no event has: a filter by it would find nothing, and look like an answer. */
function knownEvents(events: readonly string[] | undefined): readonly string[] | undefined {
  const unknown = events?.find((event) => !allEvents.includes(event))
  if (unknown === undefined) return events
  const near = nearest(unknown, allEvents)
  const hint = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`
  throw badRequest(`There is no audit event ${clip(unknown)}.${hint}`)
}

/** The rows about people (uuids), and those of accounts that moved from them to others, whose rows they are. */
function isInHistory(people: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(${isAnyOf(sql`l.subject_id`, people, 'uuid')}
    or ${isAnyOf(sql`l.related_id`, people, 'uuid')} and l.related_type = 'drusr' and l.event = 'directory.identity.link')`
}

/** A record of any kind: prefix and uuid, as in the positions of an audit row. */
type RecordName = { prefix: string; uuid: string }

/** The records of `filter[name]=id,id`, of any kinds; 400 for a malformed id. */
function recordFilter(query: Query, name: string): RecordName[] | undefined {
  return anyOf(query[`filter[${name}]`])?.map((id) => {
    const prefix = id.trim().split('_')[0] ?? ''
    const kind = kindOfPrefix(prefix)
    const uuid = kind && decodeId(kind, id.trim())
    if (uuid === undefined) throw malformedFilter(name, id, 'ids as this API gives them')
    return { prefix, uuid }
  })
}

function actorTypes(prefix: string): string[] {
  const types: AuditActorType[] = ['user', 'service', 'integration']
  return types.filter((type) => actorPrefixes[type] === prefix)
}

/** The id finds the row, its type keeps an id of a made-up kind from naming anything. */
function named(
  records: readonly RecordName[] | undefined,
  id: RawBuilder<unknown>,
  type: RawBuilder<unknown>,
  typesOf: (prefix: string) => string[] = (prefix) => [prefix],
): RawBuilder<boolean> | undefined {
  if (records === undefined) return undefined
  const types = [...new Set(records.flatMap(({ prefix }) => typesOf(prefix)))]
  return sql`${isAnyOf(
    id,
    records.map(({ uuid }) => uuid),
    'uuid',
  )} and ${isAnyOf(type, types)}`
}

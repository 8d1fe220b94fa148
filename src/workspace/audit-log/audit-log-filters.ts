import { sql, type RawBuilder } from 'kysely'
import { Type } from 'typebox'
import { auditEvents } from '../../contract/audit-events.ts'
import { decodeId } from '../../contract/ids.ts'
import { nearest } from '../../contract/nearest.ts'
import { kindOfPrefix } from '../../contract/record-types.ts'
import { auditVias, type AuditActorType } from '../../contract/states.ts'
import { clip } from '../../contract/text.ts'
import { anyOf, idFilter, idsFilter, isAnyOf, malformedFilter } from '../../http/lists/filters.ts'
import { by, type ListFilter } from '../../http/lists/list-filters.ts'
import { badRequest } from '../../http/refusals/problem.ts'
import { actorPrefixes } from './present-audit-log.ts'

const event = Type.String({
  pattern: String.raw`^[a-z0-9_.]{1,200}(,[a-z0-9_.]{1,200})*$`,
  maxLength: 4000,
  description: 'Any of these events, separated by commas',
})

const history = {
  ...idsFilter,
  description:
    'Up to 100 ids of people, separated by commas: the rows about them, and those of accounts that moved from them to someone else',
}

/** What all rows of a change have in common, and its time. Filters of rows of the log are over `l`. */
export const filtersOfActs = {
  actor: named(sql`l.actor_id`, sql`l.actor_type`, actorTypes),
  request_id: {
    schema: Type.String({ pattern: '^[A-Za-z0-9._-]{8,64}$' }),
    requires(query, name) {
      const id = query[`filter[${name}]`]
      return id === undefined ? undefined : sql<boolean>`l.request_id = ${id}`
    },
  },
  via: by.word(auditVias, sql`l.via`),
  ...by.instants({ at: sql`l.at` }),
} satisfies Record<string, ListFilter>

export const filterOfEvents = {
  event: {
    schema: event,
    requires(query, name) {
      const events = knownEvents(anyOf(query[`filter[${name}]`]))
      return events && isAnyOf(sql`l.event`, events)
    },
  },
} satisfies Record<string, ListFilter>

/** The records that a row names. */
export const filtersOfPositions = {
  record: named(sql`l.record_id`, sql`l.record_type`),
  parent: named(sql`l.parent_id`, sql`l.parent_type`),
  related: named(sql`l.related_id`, sql`l.related_type`),
  subject: named(sql`l.subject_id`, sql`'drusr'`),
  history: {
    schema: history,
    requires(query, name) {
      const people = idFilter(query, name, 'directoryUser')
      return people && isInHistory(people)
    },
  },
} satisfies Record<string, ListFilter>

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
function recordFilter(query: Record<string, unknown>, name: string): RecordName[] | undefined {
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
  id: RawBuilder<unknown>,
  type: RawBuilder<unknown>,
  typesOf: (prefix: string) => string[] = (prefix) => [prefix],
): ListFilter {
  return {
    schema: idsFilter,
    requires(query, name) {
      const records = recordFilter(query, name)
      if (records === undefined) return undefined
      const types = [...new Set(records.flatMap(({ prefix }) => typesOf(prefix)))]
      const uuids = records.map(({ uuid }) => uuid)
      return sql`${isAnyOf(id, uuids, 'uuid')} and ${isAnyOf(type, types)}`
    },
  }
}

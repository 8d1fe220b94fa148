import { sql, type RawBuilder } from 'kysely'
import type { EventType } from '../../contract/event-types.ts'
import type { AuditActorType } from '../../contract/states.ts'
import type { Reader } from '../../database/database.ts'
import type { EventCursor } from './cursor.ts'
import { readLogPage, type LogPage } from './read-log-page.ts'

/** Which events are wanted. Ids are uuids. */
export type EventFilter = {
  types?: readonly EventType[] | undefined
  users?: readonly string[] | undefined
  resources?: readonly string[] | undefined
  integrations?: readonly string[] | undefined
}

/** Of a ping, which is in no feed: only its webhook gets it. */
export const pingEvent = 'workspace.webhook.test'

/** An event as it is in the log. */
export type EventRow = {
  id: string
  position: number
  at: Date
  /** Or the ping of a webhook. */
  event: EventType | typeof pingEvent
  /** The person that it is about, else the record. */
  subject_id: string | null
  record_type: string
  record_id: string
  parent_type: string | null
  parent_id: string | null
  related_type: string | null
  related_id: string | null
  actor_type: AuditActorType
  actor_id: string | null
  request_id: string | null
  changes: unknown
  /** The keys of changed personal values, which are not read. */
  personal_keys: readonly string[]
  details: unknown
}

/** A page of events after a cursor of this database, as {@link readLogPage}. */
export function readEventPage(
  db: Reader,
  cursor: EventCursor,
  { size, filter, scan }: { size: number; filter: EventFilter; scan?: number },
): Promise<LogPage<EventRow>> {
  return readLogPage(db, cursor, { size, scan, wanted: isWanted(filter), columns: eventColumns })
}

/** Of a row (`l`): an {@link EventRow} but for its position. Personal values are not read, only which there are. */
export const eventColumns = sql`
  l.id, l.at, l.event, l.subject_id, l.record_type, l.record_id, l.parent_type, l.parent_id, l.related_type, l.related_id,
  l.actor_type, l.actor_id, l.request_id, l.changes, l.details, array(select jsonb_object_keys(l.personal)) as personal_keys`

/** Whether a row (`l`) is wanted. */
function isWanted({ types, users, resources, integrations }: EventFilter): RawBuilder<boolean> {
  const all = [
    sql<boolean>`is_event(l.event)`,
    types && sql<boolean>`l.event = any (${types}::text[])`,
    users && sql<boolean>`l.subject_id = any (${users}::uuid[])`,
    resources &&
      sql<boolean>`l.parent_id in (select r.id from ruleset r where r.resource_id = any (${resources}::uuid[]) or r.attribute_id = any (${resources}::uuid[]))`,
    integrations &&
      sql<boolean>`event_integration(l.record_type, l.record_id, l.parent_type, l.parent_id) = any (${integrations}::uuid[])`,
  ].filter((condition) => condition !== undefined)
  return sql<boolean>`(${sql.join(all, sql` and `)})`
}

/** The present incarnation of the database, to which cursors belong. */
export async function eventIncarnation(db: Reader): Promise<string> {
  const { rows } = await sql<{ incarnation: string }>`
    select event_incarnation() as incarnation`.execute(db)
  return rows[0]?.incarnation ?? ''
}

/**
 * A position that all events of that instant and later are beyond. Their times are taken before their positions, by a
 * statement that may write for ten minutes.
 */
export async function positionBefore(db: Reader, since: Date): Promise<number> {
  const { rows } = await sql<{ position: number | null }>`
    select (select sequence from audit_log where at < ${since}::timestamptz - interval '10 minutes'
      order by at desc, sequence desc limit 1) as position`.execute(db)
  return rows[0]?.position ?? 0
}

/** Whether a cursor is older than the database: its snapshots are ahead of it. */
export async function isAhead(db: Reader, { from, to }: EventCursor): Promise<boolean> {
  const { rows } = await sql<{ ahead: boolean }>`
    select pg_snapshot_xmax(coalesce(${to ?? from}::pg_snapshot, pg_current_snapshot())) > pg_snapshot_xmax(pg_current_snapshot()) as ahead`.execute(
    db,
  )
  return rows[0]?.ahead === true
}

/** The first server that starts on a restored database renews its origin. */
export async function renewEventOrigin(database: {
  read: Reader
  transaction: (work: (context: { tx: Reader }) => Promise<unknown>) => Promise<unknown>
}): Promise<void> {
  const { rows } = await sql`
    select from event_origin where identity <> event_identity()`.execute(database.read)
  if (rows.length === 0) return
  await database.transaction(({ tx }) => sql`select renew_event_origin()`.execute(tx))
}

/** The instant before which events are in archives, if the reader has not read all of those. */
export async function lostBefore(
  db: Reader,
  { floor, from, since }: EventCursor,
): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date | null }>`
    select max(until) as until from audit_archive
    where last_sequence > ${floor} and until > coalesce(${since}::timestamptz, '-infinity')
      and (${from}::pg_snapshot is null or pg_snapshot_xmin(${from}::pg_snapshot) <= last_transaction)`.execute(
    db,
  )
  return rows[0]?.until ?? undefined
}

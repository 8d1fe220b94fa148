import canonicalize from 'canonicalize'
import { sql, type RawBuilder } from 'kysely'
import type { AuditEvent } from '../contract/audit-events.ts'
import { idPrefixes, type IdKind } from '../contract/ids.ts'
import type { JsonValue } from '../contract/json.ts'
import type { AuditActorType, AuditVia } from '../contract/states.ts'
import type { Transaction } from '../database/database.ts'
import { jsonPieces } from '../database/json-pieces.ts'

/** The actor and the channel it used. `id` is a uuid; the system has none. */
export type AuditActor = {
  type: AuditActorType
  id: string | null
  via: AuditVia
  requestId: string | null
  /** Of a command on the database, where no one signs in: who ran it, where. In `details` of each row. */
  origin?: AuditOrigin
}

/** Muster itself: no one asked for it. */
export const systemActor: AuditActor = { type: 'system', id: null, via: 'sync', requestId: null }

export type AuditOrigin = {
  os_user: string
  host: string
  /** Without its arguments, which may hold secrets. */
  command: string
  reason?: string
}

export type AuditPosition = { kind: IdKind; id: string }
export type AuditChanges = Record<string, { old: JsonValue; new: JsonValue }>

/** Kinds of records that can have personal values. present-audit-log.ts has the permission to read those of each. */
export type PersonalKind =
  | 'directoryUser'
  | 'identity'
  | 'workspaceUser'
  | 'signInAttempt'
  | 'condition'

/** One changed record. Ids are uuids. `changes` and `personal` never contain a secret. */
export type AuditEntry = EntryBase &
  (
    | { record: AuditPosition; personal?: undefined }
    | {
        record: AuditPosition & { kind: PersonalKind }
        /**
         * Values that identify a person or come from a profile: names, addresses. Stored in a separate table, and erased with
         * the person of `subjectId` only; the row has a salted hash of each. Another record names its person by id, in `changes`.
         */
        personal?: AuditChanges | undefined
      }
  )

type EntryBase = {
  event: AuditEvent
  /** Its container: the service of an admin record, the ruleset of a rule. */
  parent?: AuditPosition | undefined
  /** Another record involved: the rule that admitted. */
  related?: AuditPosition | undefined
  /** The directory user that it is about. */
  subjectId?: string | null | undefined
  /** Old and new values of the record that identify no person: each `old` is the `new` of the row before it. Never erased. */
  changes?: AuditChanges | undefined
  /** Facts about the event that are not values of the record. Not personal. */
  details?: Record<string, JsonValue> | undefined
}

const rowsPerStatement = 20_000

/**
 * Writes audit rows in this order, in the transaction of the change that they record. Their time is the time of writing,
 * so the record must be locked or new. An empty list writes nothing.
 */
export async function record(
  tx: Transaction,
  actor: AuditActor,
  entries: readonly AuditEntry[],
): Promise<void> {
  for (let start = 0; start < entries.length; start += rowsPerStatement) {
    for (const rows of jsonPieces(
      entries.slice(start, start + rowsPerStatement).map((entry) => toRow(entry, actor.origin)),
    ))
      await sql`
        select write_audit(${actor.type}, ${actor.id}::uuid, ${actor.via}, ${actor.requestId}, ${rows}::jsonb)`.execute(
        tx,
      )
  }
}

function toRow(
  { event, record: { kind, id }, parent, related, ...entry }: AuditEntry,
  origin: AuditOrigin | undefined,
) {
  const { changes = {}, personal = {} } = entry
  return {
    event,
    record_type: idPrefixes[kind],
    record_id: id,
    parent_type: parent && idPrefixes[parent.kind],
    parent_id: parent?.id,
    related_type: related && idPrefixes[related.kind],
    related_id: related?.id,
    subject_id: entry.subjectId ?? undefined,
    changes,
    details: origin === undefined ? entry.details : { ...entry.details, origin },
    personal: Object.keys(personal).length === 0 ? undefined : personal,
  }
}

/** Rows that differ in their positions only. Their records are new. */
export type UniformEntries = {
  event: AuditEvent
  record: { kind: IdKind; ids: RawBuilder<unknown> }
  parent: { kind: IdKind; ids: RawBuilder<unknown> }
  related: { kind: IdKind; ids: RawBuilder<unknown> }
  subjectIds: RawBuilder<unknown>
  changes: readonly AuditChanges[]
  /** The index in `changes` of each row. */
  which: RawBuilder<unknown>
}

/**
 * The expression that writes audit rows out of arrays (`uuid[]`, `which` integer[]), for rows too many to go through
 * this process and back: it is selected in the statement that inserts their records.
 */
export function recordNew(actor: AuditActor, rows: UniformEntries): RawBuilder<unknown> {
  return sql`
    write_audit_of_new(${actor.type}, ${actor.id}::uuid, ${actor.via}, ${actor.requestId}::text, ${rows.event},
      ${idPrefixes[rows.record.kind]}, ${rows.record.ids}, ${idPrefixes[rows.parent.kind]}, ${rows.parent.ids},
      ${idPrefixes[rows.related.kind]}, ${rows.related.ids}, ${rows.subjectIds},
      ${JSON.stringify(rows.changes)}::jsonb, ${rows.which})`
}

/** The differences between two versions of a record: only the keys whose values differ. */
export function changesBetween(
  before: Record<string, JsonValue>,
  after: Record<string, JsonValue>,
): AuditChanges {
  const changes: AuditChanges = {}
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const old = before[key] ?? null
    const now = after[key] ?? null
    if (canonicalize(old) !== canonicalize(now)) changes[key] = { old, new: now }
  }
  return changes
}

import { createHash, randomBytes } from 'node:crypto'
import canonicalize from 'canonicalize'
import { sql, type RawBuilder } from 'kysely'
import { idPrefixes, type IdKind } from '../contract/ids.ts'
import type { JsonValue } from '../contract/json.ts'
import type { AuditActorType, AuditVia } from '../contract/states.ts'
import type { Transaction } from '../database/database.ts'

/** Who did it, and through which door. `id` is a uuid; the system has none. */
export type AuditActor = {
  type: AuditActorType
  id: string | null
  via: AuditVia
  requestId: string | null
}

export type AuditPosition = { kind: IdKind; id: string }
export type AuditChanges = Record<string, { old: JsonValue; new: JsonValue }>

/** One changed record. Ids are uuids. Secrets never stand in `changes` or `personal`. */
export type AuditEntry = {
  /** `area.resource.action` */
  event: string
  record: AuditPosition
  /** Its container: the service of an admin record, the ruleset of a rule. */
  parent?: AuditPosition | undefined
  /** Another record involved: the rule that admitted. */
  related?: AuditPosition | undefined
  /** The directory user that it is about. */
  subjectId?: string | null | undefined
  changes?: AuditChanges | undefined
  /** Names, addresses, profiles: kept apart under a salted hash, so that a person can be erased. */
  personal?: AuditChanges | undefined
}

const rowsPerStatement = 20_000

/** Writes audit rows in the transaction of the change that they tell of. An empty list writes nothing. */
export async function record(
  tx: Transaction,
  actor: AuditActor,
  entries: readonly AuditEntry[],
): Promise<void> {
  for (let start = 0; start < entries.length; start += rowsPerStatement) {
    const rows = entries.slice(start, start + rowsPerStatement).map(toRow)
    await insertRows(tx, actor, JSON.stringify(rows))
  }
}

function toRow(entry: AuditEntry) {
  const personal = isEmpty(entry.personal) ? undefined : canonicalize(entry.personal)
  const salt = personal === undefined ? undefined : randomBytes(16)
  return {
    event: entry.event,
    record_type: idPrefixes[entry.record.kind],
    record_id: entry.record.id,
    parent_type: entry.parent && idPrefixes[entry.parent.kind],
    parent_id: entry.parent?.id,
    related_type: entry.related && idPrefixes[entry.related.kind],
    related_id: entry.related?.id,
    subject_id: entry.subjectId ?? undefined,
    changes: entry.changes ?? {},
    personal,
    salt: salt?.toString('hex'),
    hash:
      salt &&
      createHash('sha256')
        .update(salt)
        .update(personal ?? '')
        .digest('hex'),
  }
}

function isEmpty(changes: AuditChanges | undefined): boolean {
  return changes === undefined || Object.keys(changes).length === 0
}

async function insertRows(tx: Transaction, actor: AuditActor, rows: string): Promise<void> {
  await sql`
    with input as materialized (
      select new_id() as id, r.*
      from json_to_recordset(${rows}::json) as r (
        event text, record_type text, record_id uuid, parent_type text, parent_id uuid,
        related_type text, related_id uuid, subject_id uuid, changes jsonb, personal text, salt text, hash text)
    ), personal as (
      insert into audit_log_personal (audit_log_id, subject_id, salt, changes)
      select id, subject_id, decode(salt, 'hex'), personal::jsonb from input where personal is not null
    )
    ${insertOf(
      actor,
      sql`select id, event, record_type, record_id, parent_type, parent_id, related_type, related_id, subject_id,
        changes, decode(hash, 'hex') as personal_hash from input`,
    )}`.execute(tx)
}

/**
 * The statement that writes audit rows out of a query, for rows too many to go through this process and back: the last
 * part of the statement that writes what they tell of. The query yields `id` (a new one), `event`, the positions as
 * `<position>_type` (an id prefix) and `<position>_id`, `subject_id`, `changes` and `personal_hash`.
 */
export function insertOf(actor: AuditActor, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into audit_log (id, event, actor_type, actor_id, via, request_id, record_type, record_id,
      parent_type, parent_id, related_type, related_id, subject_id, changes, personal_hash)
    select id, event, ${actor.type}, ${actor.id}::uuid, ${actor.via}, ${actor.requestId}::text,
      record_type, record_id, parent_type, parent_id, related_type, related_id, subject_id, changes, personal_hash
    from (${rows}) row`
}

/** What changed between two versions of a record: only the keys whose values differ. */
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

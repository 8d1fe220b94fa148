import { sql, type RawBuilder } from 'kysely'
import type { AuditChanges } from '../../audit/record.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { Reader, RowOf } from '../../database/database.ts'
import type { SortField } from '../../http/lists/page.ts'

/** Where a row can name a record. */
export type AuditPositionName = 'record' | 'parent' | 'related' | 'subject'

export const auditLogSorts: Record<string, SortField> = {
  at: {
    key: 'at',
    expression: sql`l.at`,
    type: 'timestamptz',
    // The rows of a record are in the order in which they were committed.
    tie: { key: 'sequence', expression: sql`l.sequence`, type: 'bigint' },
  },
}

/** Rows of the audit log (`l`) with their personal values, to be filtered and ordered. */
export function auditLogs(db: Reader) {
  return db
    .selectFrom('audit_log as l')
    .leftJoin('audit_log_personal as p', 'p.audit_log_id', 'l.id')
    .select([
      'l.id',
      'l.sequence',
      'l.at',
      'l.event',
      'l.actor_id',
      'l.request_id',
      'l.record_type',
      'l.record_id',
      'l.parent_type',
      'l.parent_id',
      'l.related_type',
      'l.related_id',
      'l.subject_id',
      'l.actor_type',
      'l.via',
      sql<AuditChanges>`l.changes`.as('changes'),
      sql<JsonObject | null>`l.details`.as('details'),
      sql<boolean>`l.personal is not null`.as('has_personal'),
      // The values that can be erased: null where there are none, or they were erased.
      sql<AuditChanges | null>`p.changes`.as('personal'),
      // The keys whose personal values are not those that the row refers to.
      sql<string[]>`altered_keys(l.personal, p.salt, p.changes)`.as('altered'),
    ])
}

export type AuditLogRow = RowOf<typeof auditLogs>

export function findAuditLog(db: Reader, id: string): Promise<AuditLogRow | undefined> {
  return auditLogs(db).where('l.id', '=', id).executeTakeFirst()
}

/** The rows that name this directory user in that position, as describe's counter of that name counts them. */
export function namesDirectoryUser(position: AuditPositionName, id: string): RawBuilder<boolean> {
  switch (position) {
    case 'record':
      return sql`l.record_id = ${id}::uuid and l.record_type = 'drusr'`
    case 'parent':
      return sql`l.parent_id = ${id}::uuid and l.parent_type = 'drusr'`
    case 'related':
      return sql`l.related_id = ${id}::uuid and l.related_type = 'drusr'`
    case 'subject':
      return sql`l.subject_id = ${id}::uuid`
  }
}

/** The sequence of the first row of the change that a row (`l`) belongs to. */
export const changeOf = sql`coalesce(l.change, l.sequence)`

export function isOfChange(first: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${changeOf} = ${first}`
}

/** The instant before which the log is in archives, but for erasures; undefined where all of it is here. */
export async function archivedBefore(db: Reader): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date | null }>`
    select max(until) as until from audit_archive`.execute(db)
  return rows[0]?.until ?? undefined
}

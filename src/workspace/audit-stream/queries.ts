import { sql } from 'kysely'
import type { Reader, Transaction } from '../../database/database.ts'
import { oneLine } from '../../contract/text.ts'
import { encodeCursor, type EventCursor } from '../../events/feed/cursor.ts'
import { readLogPage } from '../../events/feed/read-log-page.ts'
import { currentCursor } from '../../events/sending/sent-webhook.ts'
import { auditLogs, type AuditLogRow } from '../audit-log/queries.ts'

/** Where a stream goes on: at the first row of the log, and after a restore at what was surely taken. */
export async function streamCursor(db: Reader, target: string): Promise<EventCursor> {
  const { rows } = await sql<{ cursor: string }>`
    select cursor from audit_stream where target = ${target}`.execute(db)
  return currentCursor(db, { cursor: rows[0]?.cursor ?? '' })
}

/** Rows in the order of the feed of events, all of them. */
export async function readStreamPage(
  db: Reader,
  cursor: EventCursor,
  size: number,
): Promise<{ rows: AuditLogRow[]; next: EventCursor; hasMore: boolean }> {
  const { rows, ...page } = await readLogPage<{ id: string }>(db, cursor, {
    size,
    wanted: sql<boolean>`true`,
    columns: sql`l.id`,
  })
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return { rows: [], ...page }
  return {
    rows: await auditLogs(db).where('l.id', 'in', ids).orderBy('l.sequence').execute(),
    ...page,
  }
}

/** Everything before the cursor was taken. */
export async function noteTaken(
  tx: Transaction,
  target: string,
  { cursor, position }: { cursor: EventCursor; position: number },
): Promise<void> {
  await sql`
    insert into audit_stream as s (target, cursor, position) values (${target}, ${encodeCursor(cursor)}, ${position})
    on conflict (target) do update set cursor = excluded.cursor, position = greatest(s.position, excluded.position),
      failing_since = null, last_error = null`.execute(tx)
}

export async function noteFailing(
  tx: Transaction,
  target: string,
  { cursor, error }: { cursor: EventCursor; error: string },
): Promise<void> {
  await sql`
    insert into audit_stream as s (target, cursor, failing_since, last_error)
    values (${target}, ${encodeCursor(cursor)}, clock_timestamp(), ${oneLine(error, 300)})
    on conflict (target) do update set failing_since = coalesce(s.failing_since, excluded.failing_since),
      last_error = excluded.last_error`.execute(tx)
}

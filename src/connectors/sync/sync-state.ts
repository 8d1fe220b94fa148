import { sql } from 'kysely'
import type { Reader, Transaction } from '../../database/database.ts'
import { markOf, type SyncMark } from '../pull/connector.ts'

type NextSync = {
  integrationId: string
  /** Null: it is read on request only. */
  everySeconds: number | null
  /** Another connection: what was read before says nothing about it. */
  isOther: boolean
}

/** A source with a schedule is due at once. */
export async function planNextSync(
  tx: Transaction,
  { integrationId, everySeconds, isOther }: NextSync,
): Promise<void> {
  const dueAt = everySeconds === null ? null : sql<Date>`clock_timestamp()`
  await tx
    .insertInto('integration_sync')
    .values({ integration_id: integrationId, due_at: dueAt })
    .onConflict((known) =>
      known.column('integration_id').doUpdateSet({
        due_at: dueAt,
        ...(isOther && { full_due_at: sql<Date>`'-infinity'::timestamptz`, mark: null }),
      }),
    )
    .execute()
}

/** Up to where the changes of an integration (a uuid) have been read; null if everything has to be read. */
export async function readMark(db: Reader, integrationId: string): Promise<SyncMark | null> {
  const row = await db
    .selectFrom('integration_sync')
    .select('mark')
    .where('integration_id', '=', integrationId)
    .executeTakeFirst()
  return markOf(row?.mark)
}

type Finished = {
  integrationId: string
  /** Of the connection that was read: another one meanwhile has other changes. */
  connection: object
  since: SyncMark | null
  mark: SyncMark | null
}

/**
 * Remembers up to where a run that succeeded has read. Where it could not go on at the former mark, because another server
 * answered, everything is read next.
 */
export async function keepMark(
  tx: Transaction,
  { integrationId, connection, since, mark }: Finished,
): Promise<void> {
  const isFull = since === null
  const isBroken = !isFull && since.server !== mark?.server
  await sql`
    update integration_sync s set mark = ${JSON.stringify(mark)}::jsonb, full_due_at = case
      when ${isFull} then clock_timestamp() + g.full_sync_every_seconds * interval '1 second'
      when ${isBroken} then '-infinity' else s.full_due_at end
    from integration g
    where s.integration_id = ${integrationId} and g.id = s.integration_id
      and g.connection = ${JSON.stringify(connection)}::jsonb`.execute(tx)
}

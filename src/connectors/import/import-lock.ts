import { sql, type RawBuilder } from 'kysely'
import type { Database, Transaction } from '../../database/database.ts'
import { connectClient, serverRole } from '../../database/session.ts'
import { sessionName } from '../../database/silent-sessions.ts'

/** One import of an integration at a time, because each compares its source with the stored state. */
export type ImportLock = {
  /** Throws if the session that held the lock has ended: another import may have begun. */
  requireHeld(): void
  release(): Promise<void>
}

/**
 * Waits until no other import of the integration is under way. The lock belongs to a session without a transaction, so
 * that it holds nothing else while a source is read; a process that dies frees it. The signal ends the waiting.
 */
export async function lockImports(
  database: Database,
  handle: string,
  signal?: AbortSignal,
): Promise<ImportLock> {
  const client = await connectClient(database.connection, sessionName(database.processId), {
    role: serverRole,
    isReadOnly: true,
    settings: {
      tcp_keepalives_idle: '2',
      tcp_keepalives_interval: '1',
      tcp_keepalives_count: '3',
      tcp_user_timeout: '5000',
    },
  })
  let isHeld = true
  client.on('error', () => (isHeld = false))
  client.on('end', () => (isHeld = false))
  const stop = () => void client.end()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    signal?.throwIfAborted()
    await client.query('select pg_advisory_lock(import_lock_key($1))', [handle])
  } catch (error) {
    await client.end()
    throw error
  } finally {
    signal?.removeEventListener('abort', stop)
  }
  return {
    requireHeld() {
      if (!isHeld) throw new Error(`The import of "${handle}" lost its lock. Nothing was written.`)
    },
    release: () => client.end(),
  }
}

/**
 * {@link lockImports} for the rest of the transaction, without waiting: a transaction that waits keeps its other locks.
 * @returns whether it is held
 */
export async function tryLockImports(tx: Transaction, handle: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(import_lock_key(${handle})) as held`.execute(tx)
  return rows[0]?.held === true
}

/** {@link tryLockImports} and {@link lockMerge}, but waits. To be the first of a transaction, which keeps no locks while it waits. */
export async function waitForImports(tx: Transaction, handle: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(import_lock_key(${handle})), pg_advisory_xact_lock(${mergeKey(sql.val(handle))})`.execute(
    tx,
  )
}

/**
 * Held while a run is merged or deleted. The session of an import lock may end while its process still merges: the rows of
 * that run are then not deleted before it is done.
 */
export async function lockMerge(tx: Transaction, handle: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${mergeKey(sql.val(handle))})`.execute(tx)
}

/** Whether an integration has no import under way, as SQL. If so, none begins before the transaction ends. */
export function noImportOf(handle: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(pg_try_advisory_xact_lock(import_lock_key(${handle})) and pg_try_advisory_xact_lock(${mergeKey(handle)}))`
}

function mergeKey(handle: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`hashtextextended('merge ' || ${handle}, 0)`
}

import { sql } from 'kysely'
import type { Database, Transaction } from '../../database/database.ts'
import { noImportOf } from './import-lock.ts'

/** Where one run keeps what it has read until it is merged. */
export type ImportStage = {
  /** Writes in a short transaction of its own: it is worth nothing after a crash, so that no disk is waited for. */
  write(work: (tx: Transaction) => Promise<void>): Promise<void>
  /** Shows the run's rows to a transaction: staged_account, staged_resource and staged_member. */
  showTo(tx: Transaction): Promise<void>
  discard(): Promise<void>
}

/** Begins a run; what a dead one of the integration left goes. The caller holds the import lock. */
export async function openStage(database: Database, handle: string): Promise<ImportStage> {
  const runId = await database.transaction(async ({ tx }) => {
    await discardRuns(tx, await selectRuns(tx, handle))
    const { run_id } = await tx
      .insertInto('import_stage')
      .values({ integration_handle: handle })
      .returning('run_id')
      .executeTakeFirstOrThrow()
    return run_id
  })
  const showTo = async (tx: Transaction) => {
    await sql`select set_config('muster.import_run', ${runId}, true)`.execute(tx)
  }
  return {
    showTo,
    write: (work) =>
      database.transaction(async ({ tx }) => {
        await sql`set local synchronous_commit = off`.execute(tx)
        await showTo(tx)
        await work(tx)
      }),
    discard: () => database.transaction(({ tx }) => discardRuns(tx, [runId])),
  }
}

/** Deletes what dead runs of other processes left. @returns how many runs */
export async function discardDeadRuns(database: Database): Promise<number> {
  const { rows } = await sql`select from import_stage limit 1`.execute(database.read)
  if (rows.length === 0) return 0
  return database.transaction(async ({ tx }) => {
    const dead = await sql<{ run_id: string }>`
      select run_id from import_stage where ${noImportOf(sql.ref('integration_handle'))}`.execute(
      tx,
    )
    const runs = dead.rows.map(({ run_id }) => run_id)
    await discardRuns(tx, runs)
    return runs.length
  })
}

async function selectRuns(tx: Transaction, handle: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('import_stage')
    .select('run_id')
    .where('integration_handle', '=', handle)
    .execute()
  return rows.map(({ run_id }) => run_id)
}

async function discardRuns(tx: Transaction, runs: readonly string[]): Promise<void> {
  if (runs.length === 0) return
  for (const table of [
    'import_account',
    'import_resource',
    'import_member',
    'import_stage',
  ] as const)
    await tx.deleteFrom(table).where('run_id', 'in', runs).execute()
}

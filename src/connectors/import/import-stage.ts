import { sql } from 'kysely'
import type { Database, Transaction } from '../../database/database.ts'
import {
  addMovedAccounts,
  compareAccounts,
  copyChangedAccounts,
} from '../../directory/identities/changed-accounts.ts'
import {
  checkHierarchy,
  readHierarchyVersion,
  type HierarchyVersion,
} from '../../directory/identities/hierarchy.ts'
import type { SourceRun } from '../../directory/identities/integration-facts.ts'
import { createAccountMerge } from '../../directory/identities/stage-accounts.ts'
import { withBulkPlans } from './bulk-plans.ts'
import { lockMerge, noImportOf } from './import-lock.ts'

/** Where one run keeps what it has read until it is merged. */
export type ImportStage = {
  /** Writes in a short transaction of its own. It is not needed after a crash, so the commit does not wait for the disk. */
  write(work: (tx: Transaction) => Promise<void>): Promise<void>
  /** Shows the run's rows to a transaction: staged_account, staged_resource and staged_member. */
  showTo(tx: Transaction): Promise<void>
  /** Compares what was read with what is known, without a lock, so that only what changed has to be merged. */
  compare(source: Omit<SourceRun, 'tx'>): Promise<void>
  /**
   * Shows a transaction that holds its locks the accounts that it has to merge. @returns whether managers and parents are
   * right before it does
   */
  showChangedTo(run: SourceRun): Promise<boolean>
  discard(): Promise<void>
}

/** Begins a run, and deletes what a dead one of the integration left. The caller holds the import lock. */
export async function openStage(database: Database, handle: string): Promise<ImportStage> {
  const whole = await database.transaction(async ({ tx }) => {
    await lockMerge(tx, handle)
    await discardRuns(tx, await selectRuns(tx, handle))
    return beginRun(tx, handle)
  })
  let changed: string | undefined
  let hierarchy: HierarchyVersion | null = null
  const write: ImportStage['write'] = (work) =>
    database.transaction(async ({ tx }) => {
      await sql`set local synchronous_commit = off`.execute(tx)
      await requireRun(tx, whole)
      await show(tx, whole)
      await work(tx)
    })
  return {
    write,
    showTo: (tx) => show(tx, whole),
    compare: (source) =>
      write(async (tx) => {
        const run = { ...source, tx }
        await createAccountMerge(tx)
        await withBulkPlans(tx, async () => {
          const unchanged = await compareAccounts(tx, source.integration.id)
          changed = unchanged > 0 ? await beginRun(tx, handle) : undefined
          if (changed !== undefined) await copyChangedAccounts(tx, changed)
          hierarchy = await checkHierarchy(run)
        })
      }),
    async showChangedTo(run) {
      await show(run.tx, changed ?? whole)
      if (changed !== undefined) await withBulkPlans(run.tx, () => addMovedAccounts(run.tx, whole))
      return hierarchy !== null && hierarchy === (await readHierarchyVersion(run))
    },
    discard: () =>
      database.transaction(({ tx }) =>
        discardRuns(tx, changed === undefined ? [whole] : [whole, changed]),
      ),
  }
}

async function beginRun(tx: Transaction, handle: string): Promise<string> {
  const { run_id } = await tx
    .insertInto('import_stage')
    .values({ integration_handle: handle })
    .returning('run_id')
    .executeTakeFirstOrThrow()
  return run_id
}

/** A run goes with the lock of its import: then nothing more is read, and nothing is written that nobody would clear away. */
async function requireRun(tx: Transaction, runId: string): Promise<void> {
  const run = await tx
    .selectFrom('import_stage')
    .select('run_id')
    .where('run_id', '=', runId)
    .forKeyShare()
    .executeTakeFirst()
  if (run === undefined) throw new Error('The import lost its lock. Nothing was written.')
}

async function show(tx: Transaction, runId: string): Promise<void> {
  await sql`select set_config('muster.import_run', ${runId}, true)`.execute(tx)
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

/** The run comes first: who writes for it holds its row, and what they wrote is there to be deleted next. */
const tables = [
  'import_stage',
  'import_account',
  'import_resource',
  'import_member',
  'import_unchanged',
  'import_absent',
] as const

async function discardRuns(tx: Transaction, runs: readonly string[]): Promise<void> {
  if (runs.length === 0) return
  for (const table of tables) await tx.deleteFrom(table).where('run_id', 'in', runs).execute()
}

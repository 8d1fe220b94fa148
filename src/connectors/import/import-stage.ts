import { sql } from 'kysely'
import type { Database, Transaction, TransactionContext } from '../../database/database.ts'
import {
  addMovedAccounts,
  compareAccounts,
  copyChangedAccounts,
  planForStaged,
} from '../../directory/identities/changed-accounts.ts'
import {
  checkHierarchy,
  isHierarchyConfirmed,
  readHierarchyVersion,
  type HierarchyVersion,
} from '../../directory/identities/hierarchy.ts'
import type { SourceRun } from '../../directory/identities/integration-facts.ts'
import {
  countAbsentAccounts,
  type AbsentAccounts,
} from '../../directory/identities/write-identities.ts'
import { prepareAccountMerge } from '../../directory/identities/stage-accounts.ts'
import { keepReported, unpackMoved } from '../../directory/identities/reported-accounts.ts'
import { overEveryone, withBulkPlans } from '../../database/planning.ts'
import { foreseeImport, type ForeseenImport } from './foresee-import.ts'
import { lockMerge, noImportOf } from './import-lock.ts'

/** What a merge needs of the stage of its run. */
export type MergedStage = {
  /** A fresh uuid, by which a run of few records can be listed once it is over. */
  runId?: string
  /**
   * Shows a transaction that holds its locks the accounts that it has to merge. @returns whether managers and parents were worked out
   * before, and are right
   */
  showChangedTo(run: SourceRun): Promise<boolean>
  /** Shows the run's rows to a transaction: staged_account, staged_resource and staged_member. */
  showTo(tx: Transaction): Promise<void>
  /** What a complete run would deactivate. */
  countAbsent(run: SourceRun): Promise<AbsentAccounts>
}

/** Where one run keeps what it has read until it is merged. */
export type ImportStage = MergedStage & {
  /** Writes in a short transaction of its own. It is not needed after a crash, so the commit does not wait for the disk. */
  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Compares the stage with the stored state, without a lock, so that only changes have to be merged. */
  compare(source: Omit<SourceRun, 'tx'>): Promise<void>
  /**
   * Merges what {@link showChangedTo} would show, without a lock and into rows of the run, and evaluates the
   * effect. After compare(). @returns null where it can't be predicted
   */
  foresee(source: Omit<SourceRun, 'tx'>, options: ForeseeOptions): Promise<ForeseenImport | null>
  /** Keeps what the source says of accounts that are stored just so, once the run is merged. The next run need not stage them. */
  keepReported(source: Omit<SourceRun, 'tx'>): Promise<void>
  discard(): Promise<void>
}

/** `accounts`: how many the source lists. */
type ForeseeOptions = { isComplete: boolean; accounts: number }

/** Begins a run, and deletes what a dead one of the integration left. The caller holds the import lock. */
export async function openStage(database: Database, handle: string): Promise<ImportStage> {
  const whole = await database.transaction(async ({ tx }) => {
    await lockMerge(tx, handle)
    await discardRuns(tx, await selectRuns(tx, handle))
    return beginRun(tx, handle)
  })
  let changed: string | undefined
  let hierarchy: HierarchyVersion | null = null
  let isConfirmed = false
  const inStage = <T>(work: (context: TransactionContext) => Promise<T>): Promise<T> =>
    database.transaction(async (context) => {
      await enterRun(context.tx, whole)
      return work(context)
    })
  const write: ImportStage['write'] = (work) => inStage(({ tx }) => work(tx))
  return {
    write,
    showTo: (tx) => show(tx, whole),
    compare: (source) =>
      write(async (tx) => {
        const run = { ...source, tx }
        await prepareAccountMerge(tx)
        await planForStaged(tx)
        await withBulkPlans(tx, async () => {
          const unchanged = await compareAccounts(tx, source.integration)
          changed = unchanged > 0 ? await beginRun(tx, handle) : undefined
          if (changed !== undefined) await copyChangedAccounts(tx, changed)
          isConfirmed = await isHierarchyConfirmed(tx)
          hierarchy = isConfirmed ? null : await overEveryone(tx, () => checkHierarchy(run))
        })
      }),
    foresee: (source, options) =>
      inStage(async (context) => {
        const { tx } = context
        await show(tx, changed ?? whole)
        await prepareAccountMerge(tx)
        await sql`set local search_path = ahead, public`.execute(tx)
        const hierarchyWasRight = isConfirmed || hierarchy !== null
        return foreseeImport({ ...source, tx }, context, { ...options, hierarchyWasRight })
      }),
    async showChangedTo(run) {
      await withBulkPlans(run.tx, async () => {
        await unpackMoved(run.tx)
        if (changed === undefined) return
        await show(run.tx, changed)
        await addMovedAccounts(run.tx, whole)
      })
      return hierarchy !== null && hierarchy === (await readHierarchyVersion(run))
    },
    countAbsent: countAbsentAccounts,
    keepReported: ({ integration }) =>
      write((tx) => withBulkPlans(tx, () => keepReported(tx, integration))),
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

/**
 * Shows the run's rows to a short transaction, whose commit does not wait for the disk. A run ends with the lock of its
 * import: after that nothing more is read, and nothing is written that would never be cleaned up.
 */
async function enterRun(tx: Transaction, runId: string): Promise<void> {
  const { rows } = await sql`
    select set_config('muster.import_run', run_id::text, true), set_config('synchronous_commit', 'off', true)
    from import_stage where run_id = ${runId} for key share`.execute(tx)
  if (rows.length === 0) throw new Error('The import lost its lock. Nothing was written.')
}

async function show(tx: Transaction, runId: string): Promise<void> {
  await sql`select set_config('muster.import_run', ${runId}, true)`.execute(tx)
}

/** Deletes the stages of dead runs of other processes. @returns how many runs */
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

const tables = [
  'import_account',
  'import_present',
  'import_resource',
  'import_member',
  'import_unchanged',
  'import_packed',
  'import_absent',
  'import_written_identity',
  'import_written_user',
  'import_evaluated',
  'import_evaluated_manager',
] as const

/** The run comes first: its writer holds its row, so that everything it wrote is visible to the next statement. */
async function discardRuns(tx: Transaction, runs: readonly string[]): Promise<void> {
  if (runs.length === 0) return
  await tx.deleteFrom('import_stage').where('run_id', 'in', runs).execute()
  const deletes = tables.map(
    (table) =>
      sql`${sql.id(`of_${table}`)} as (delete from ${sql.table(table)} where run_id = any (${runs}::uuid[]))`,
  )
  await sql`with ${sql.join(deletes)} select`.execute(tx)
}

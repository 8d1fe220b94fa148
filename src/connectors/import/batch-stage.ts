import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { planForFew, send } from '../../database/planning.ts'
import { dropUnchangedAccounts } from '../../directory/identities/changed-accounts.ts'
import {
  countUnlistedAccounts,
  noAbsentAccounts,
} from '../../directory/identities/write-identities.ts'
import { tryLockImports } from './import-lock.ts'
import type { Integration } from '../../workspace/integrations/queries.ts'
import type { MergedStage } from './import-stage.ts'
import { writeRecords } from './stage-records.ts'
import { type StagedRecord } from './read-records.ts'

/** A stage that no other transaction sees. */
export type BatchStage = MergedStage & { discard(): Promise<void> }

type Batch = {
  integration: Pick<Integration, 'id' | 'handle'>
  records: readonly StagedRecord[]
  /** Accounts that are not listed are not counted, and the lock for imports is held. */
  isPush: boolean
}

/**
 * Stages a few records in the transaction that merges them. Accounts are compared under its locks, so nothing has to be
 * compared again. Those that are not listed are counted before them, because the count reads every account of the source. @returns nothing while another import of the integration is under way
 */
export async function openBatch(
  tx: Transaction,
  { integration, records, isPush }: Batch,
): Promise<BatchStage | undefined> {
  if (!isPush && !(await tryLockImports(tx, integration.handle))) return undefined
  const run = sql<string>`set_config('muster.import_run', new_id()::text, true)`
  const [runId] = await Promise.all([
    planForFew(tx, run),
    writeRecords(tx, records, integration.id),
  ])
  const unlisted = isPush ? noAbsentAccounts : await countUnlistedAccounts(tx, integration.id)
  const staged = new Set(records.map(({ kind }) => tables[kind]))
  return {
    runId,
    // The transaction has them in sight from the beginning.
    showTo: async () => undefined,
    countAbsent: async () => unlisted,
    async showChangedTo(run) {
      await dropUnchangedAccounts(run)
      return false
    },
    async discard() {
      for (const table of staged)
        send(tx, sql`delete from ${sql.table(table)} where run_id = current_import_run()`)
    },
  }
}

const tables = {
  account: 'import_account',
  present: 'import_present',
  group: 'import_resource',
  membership: 'import_member',
} as const satisfies Record<StagedRecord['kind'], string>

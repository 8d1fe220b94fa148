import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { planForFew } from '../../database/planning.ts'
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
  /** Accounts that are not listed are not counted. */
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
  if (!(await tryLockImports(tx, integration.handle))) return undefined
  await planForFew(tx)
  await sql`select set_config('muster.import_run', new_id()::text, true)`.execute(tx)
  await writeRecords(tx, records, integration.id)
  const unlisted = isPush ? noAbsentAccounts : await countUnlistedAccounts(tx, integration.id)
  return {
    // The transaction has them in sight from the beginning.
    showTo: async () => undefined,
    countAbsent: async () => unlisted,
    async showChangedTo(run) {
      await dropUnchangedAccounts(run)
      return false
    },
    async discard() {
      for (const table of [
        'import_account',
        'import_present',
        'import_resource',
        'import_member',
      ] as const)
        await tx
          .deleteFrom(table)
          .where('run_id', '=', sql<string>`current_import_run()`)
          .execute()
    },
  }
}

import {
  RolledBack,
  type Database,
  type TransactionContext,
  type TransactionOptions,
} from './database.ts'

/** Runs `work` in a transaction that is always rolled back, and returns its result. */
export async function dryRun<T>(
  database: Pick<Database, 'transaction'>,
  work: (context: TransactionContext) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  const { value } = await database.transaction(
    async (context) => new RolledBack(await work(context)),
    options,
  )
  return value
}

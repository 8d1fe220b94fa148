import { sql } from 'kysely'
import type { Transaction } from './database.ts'

/** Any number will do, as long as every Muster on this database takes the same. */
const policyLockKey = 7_205_759_403

/**
 * The policy lock (domain.md §5, "Concurrency"), held until the transaction ends. Whoever can change a verdict
 * takes it before reading facts: `shared` for changes of people, `exclusive` for changes of rules, attributes,
 * profile keys and of the manager of someone with reports.
 */
export async function lockPolicy(tx: Transaction, mode: 'shared' | 'exclusive'): Promise<void> {
  const lock = mode === 'shared' ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`
  await sql`select ${lock}(${policyLockKey}::bigint)`.execute(tx)
}

import type { Database, Reader } from '../database/database.ts'
import { loadCompiledPolicy, type LoadedPolicy } from './compiled-policy.ts'
import { readVersion } from './load-policy.ts'
import { policyCacheOf } from './policy-cache-of.ts'

/** What the policy is read by: the context of a request, or of a command. */
export type PolicyReading = { db: Reader; services: { database: Database } }

/** The policy that a request sees: in a write its own unfinished changes too. */
export async function currentPolicy({ db, services }: PolicyReading): Promise<LoadedPolicy> {
  const { version, isUncommitted } = await readVersion(db)
  return isUncommitted
    ? loadCompiledPolicy(db)
    : policyCacheOf(services.database).compiledPolicy(db, version)
}

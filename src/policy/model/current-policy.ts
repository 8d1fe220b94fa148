import type { Database, Reader } from '../../database/database.ts'
import { policySeenBy, type LoadedPolicy } from './compiled-policy.ts'
import { policyCacheOf } from './policy-cache-of.ts'

/** What the policy is read by: the context of a request, or of a command. */
export type PolicyReading = { db: Reader; services: { database: Database } }

/** The policy that a request sees: in a write its own unfinished changes too. */
export function currentPolicy({ db, services }: PolicyReading): Promise<LoadedPolicy> {
  return policySeenBy(db, policyCacheOf(services.database))
}

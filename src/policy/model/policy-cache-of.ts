import type { Database, Reader } from '../../database/database.ts'
import { type LoadedPolicy, PolicyCache, policySeenBy } from './compiled-policy.ts'

const caches = new WeakMap<Database, PolicyCache>()

/** The compiled policy of a database, cached once per process. */
export function policyCacheOf(database: Database): PolicyCache {
  const known = caches.get(database)
  if (known !== undefined) return known
  const made = new PolicyCache()
  caches.set(database, made)
  return made
}

/** What the policy is read by: the context of a request, or of a command. */
export type PolicyReading = { db: Reader; services: { database: Database } }

/** The policy that a request sees: in a write its own unfinished changes too. */
export function currentPolicy({ db, services }: PolicyReading): Promise<LoadedPolicy> {
  return policySeenBy(db, policyCacheOf(services.database))
}

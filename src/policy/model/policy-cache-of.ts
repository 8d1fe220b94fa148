import type { Database } from '../../database/database.ts'
import { PolicyCache } from './compiled-policy.ts'

const caches = new WeakMap<Database, PolicyCache>()

/** The compiled policy of a database, cached once per process. */
export function policyCacheOf(database: Database): PolicyCache {
  const known = caches.get(database)
  if (known !== undefined) return known
  const made = new PolicyCache()
  caches.set(database, made)
  return made
}

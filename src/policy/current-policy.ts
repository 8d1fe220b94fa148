import type { ReadContext } from '../http/route.ts'
import { loadCompiledPolicy, type LoadedPolicy } from './compiled-policy.ts'
import { readVersion } from './load-policy.ts'
import { policyCacheOf } from './policy-cache-of.ts'

/** The policy that a request sees: in a write its own unfinished changes too. */
export async function currentPolicy({
  db,
  services,
}: Pick<ReadContext, 'db' | 'services'>): Promise<LoadedPolicy> {
  const { version, isUncommitted } = await readVersion(db)
  return isUncommitted
    ? loadCompiledPolicy(db)
    : policyCacheOf(services.database).compiledPolicy(db, version)
}

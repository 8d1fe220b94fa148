import type { Reader } from '../../database/database.ts'
import { findAttributeCycle } from '../../engine/attribute-graph.ts'
import { loadPolicy } from './load-policy.ts'

/** The names of attributes that depend on one another, the first again at the end; null where none do. */
export async function nameAttributeCycle(reader: Reader): Promise<string[] | null> {
  const { policy, attributes } = await loadPolicy(reader)
  const cycle = findAttributeCycle(policy)
  if (cycle === null) return null
  const nameOf = new Map(
    attributes.map(({ id, dimensionHandle, name }) => [id, `${dimensionHandle}: ${name}`]),
  )
  return [...cycle, ...cycle.slice(0, 1)].map((id) => nameOf.get(id) ?? id)
}

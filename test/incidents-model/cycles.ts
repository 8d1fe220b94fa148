import type { Feed } from './product.ts'
import type { Account, Facts, World } from './world.ts'

/**
 * Removes the managers from a feed that would close a cycle with each other, or with what else is known of the source: a
 * source that names managers in a cycle is another matter.
 */
export function withoutCycles(world: World, source: string, feed: Feed): void {
  const others = [...world.accounts.values()].filter((each) => each.source === source)
  for (const facts of [pendingFirst, acceptedFirst]) {
    const known = new Map(others.map((each) => [each.vendorId, facts(each)?.values['manager']]))
    for (const [id, { values }] of feed) known.set(id, values['manager'])
    for (const [id, { values }] of feed) {
      const seen = new Set([id])
      for (let next = known.get(id); next !== undefined; next = known.get(next)) {
        if (next === id) {
          delete values['manager']
          known.delete(id)
        }
        if (seen.has(next)) break
        seen.add(next)
      }
    }
  }
}

const pendingFirst = ({ pending, accepted }: Account): Facts | null => pending ?? accepted
const acceptedFirst = ({ pending, accepted }: Account): Facts | null => accepted ?? pending

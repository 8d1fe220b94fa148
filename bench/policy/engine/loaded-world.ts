import { columnsFor, type PeopleColumns } from '../../../src/engine/columns/people-columns.ts'
import type { Directory } from '../../../src/engine/directory.ts'
import type { Policy } from '../../../src/engine/model.ts'
import { makePeople, makePolicy, type Scale } from '../../world/policy-world.ts'

/** The instant that everybody is judged at. */
export const judgedAt = Date.UTC(2026, 0, 1)

/** A generated organisation and its policy in memory. */
export type LoadedWorld = { scale: Scale; policy: Policy; columns: PeopleColumns }

export function loadWorld(scale: Scale): LoadedWorld {
  const policy = makePolicy(scale)
  const columns = columnsFor(policy)
  columns.putAll(makePeople(scale))
  return { scale, policy, columns }
}

/** Every so manieth of the items, so that the sample is spread over all. */
export function* everyNth<T>(items: Iterable<T>, n: number): Generator<T> {
  let at = 0
  for (const item of items) if (at++ % n === 0) yield item
}

/** The managers of that world, which has no secondary users. */
export function directoryOver(columns: PeopleColumns): Directory {
  return {
    parentOf: () => null,
    managersAbove(person) {
      const above: string[] = []
      let at = columns.indexOf(person.managerId ?? '')
      while (at >= 0) {
        above.push(columns.idAt(at))
        at = columns.managers[at] ?? -1
      }
      return above
    },
  }
}

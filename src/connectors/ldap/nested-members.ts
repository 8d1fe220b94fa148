import { inSlices } from '../../http/lists/in-slices.ts'
import { ImportRefused } from '../records/record-source.ts'

/** Members of all groups of one source at most, where those of groups inside count again for each group around them. */
export const mostNestedMembers = 100_000_000

const tooManyMembers = `Groups are inside of so many other groups that they have more than ${mostNestedMembers / 1_000_000} million members together. Leave out the groups that contain most of the others, and read the rest.`

/** Who a group lists. `others` are no people, but may be groups, by their keys. */
export type ListedGroup = { people: readonly string[]; others: readonly string[] }

/** `outside`: members that are neither people nor groups that were read. */
type Members<G> = { group: G; members: readonly string[]; outside: number }

/**
 * Everyone in each of the groups, also through groups inside, each of which is taken once, so that a cycle of groups ends.
 * Throws a `Refusal` where they have too many members.
 */
export async function* membersOf<G extends ListedGroup>(
  groups: ReadonlyMap<string, G>,
  most = mostNestedMembers,
  Refusal: new (why: string) => Error = ImportRefused,
): AsyncGenerator<Members<G>> {
  let steps = 0
  for await (const [key, group] of inSlices(groups)) {
    const visited = new Set([key])
    const members = new Set<string>()
    const open: ListedGroup[] = [group]
    let outside = 0
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      steps += 1 + next.people.length + next.others.length
      if (steps > most) throw new Refusal(tooManyMembers)
      for (const id of next.people) members.add(id)
      for (const other of next.others) {
        const inner = groups.get(other)
        if (inner === undefined) outside += 1
        else if (!visited.has(other)) {
          visited.add(other)
          open.push(inner)
        }
      }
    }
    yield { group, members: [...members], outside }
  }
}

import { createRandom } from './random.ts'
import { departments, divisionHeads, divisions, executiveOffice } from './structure.ts'

/**
 * The management tree by index: index 0 is the chief executive, and a manager's index is always below those of
 * their reports, which are adjacent. A few bytes per person.
 */
export type ManagementTree = {
  /** The manager's index; -1 for the chief executive. */
  manager: Int32Array
  /** 0 for the chief executive, one more for each step below. */
  level: Uint8Array
  /** An index into `departments`. */
  department: Uint8Array
  firstReport: Int32Array
  reportCount: Uint8Array
  managerCount: number
}

/** Grows the tree level by level; about half of the people of a level manage 5 to 9 others. */
export function growTree(people: number, seed: number): ManagementTree {
  const random = createRandom(seed)
  const tree: ManagementTree = {
    manager: new Int32Array(people).fill(-1),
    level: new Uint8Array(people),
    department: new Uint8Array(people).fill(executiveOffice),
    firstReport: new Int32Array(people),
    reportCount: new Uint8Array(people),
    managerCount: 0,
  }
  const managers = new Int32Array(people)
  let known = 1
  let next = 1
  for (let turn = 0; next < people; turn += 1) {
    const manager = managers[turn] ?? 0
    const span = manager === 0 ? divisionHeads.length : 5 + random.intAt(manager, 'span', 5)
    tree.firstReport[manager] = next
    tree.managerCount += 1
    for (let place = 0; place < span && next < people; place += 1, next += 1) {
      hire(tree, next, manager, place)
      // The first report always may lead, so that the tree can't end early.
      const leads = place === 0 || (tree.level[next] ?? 0) < 3 || random.at(next, 'leads') < 0.4
      if (leads) {
        managers[known] = next
        known += 1
      }
    }
  }
  return tree
}

function hire(tree: ManagementTree, person: number, manager: number, place: number): void {
  tree.manager[person] = manager
  tree.level[person] = (tree.level[manager] ?? 0) + 1
  tree.reportCount[manager] = (tree.reportCount[manager] ?? 0) + 1
  tree.department[person] = departmentFor(tree, person, manager, place)
}

/** Heads belong to their division's first department, their reports to one each, others inherit. */
function departmentFor(
  tree: ManagementTree,
  person: number,
  manager: number,
  place: number,
): number {
  const inherited = tree.department[manager] ?? 0
  const level = tree.level[person] ?? 0
  if (level > 2) return inherited
  const division =
    level === 1 ? (divisionHeads[place] ?? 0) : (departments[inherited]?.division ?? 0)
  const first = departments.findIndex((department) => department.division === division)
  const count = divisions[division]?.departments.length ?? 1
  // The second head of a division carries on where the first one's reports end.
  return level === 1 ? first : first + ((place + (manager % 2) * 4) % count)
}

import { growTree, type ManagementTree } from './management-tree.ts'
import { nameAt } from './names.ts'
import { createRandom, type Random } from './random.ts'
import { departments, divisions, locations, mailDomain, type Location } from './structure.ts'

/** `left` and `suspended` had accounts that are closed now; `staged` will start soon. */
export type Status = 'active' | 'suspended' | 'staged' | 'left'

export type Person = {
  index: number
  firstName: string
  lastName: string
  username: string
  email: string
  employeeNumber: string
  badgeId: string
  managerIndex: number | null
  level: number
  isManager: boolean
  division: string
  department: string
  title: string
  costCenter: string
  location: Location
  userType: 'employee' | 'contractor'
  status: Status
  /** ISO dates; the end is a contractor's or a leaver's. */
  startDate: string
  endDate: string | null
}

/** People are generated on demand, always the same; only the tree and a few lists are kept. */
export type Organisation = {
  people: number
  seed: number
  today: string
  random: Random
  tree: ManagementTree
  person: (index: number) => Person
  status: (index: number) => Status
  isContractor: (index: number) => boolean
  /** Indexes of the people of a department, by its place in `departments`. */
  peopleOf: (department: number) => Int32Array
  /** Indexes of the people who also have an administrator's account. */
  administrators: readonly number[]
}

const dayMillis = 86_400_000
const locationWeights = locations.flatMap((place) =>
  Array.from({ length: place.weight }, () => place),
)
const adminDepartments = new Set(['Platform', 'Backend', 'Data Engineering', 'Security', 'IT'])

/**
 * An organisation of that many people (1 to 5,000,000), the same for the same seed and `today` (an ISO date; all
 * other dates are relative to it).
 */
export function generateOrganisation(options: {
  people: number
  seed: number
  today: string
}): Organisation {
  const { people, seed, today } = options
  const random = createRandom(seed)
  const tree = growTree(people, seed)
  const byDepartment = groupByDepartment(tree)
  const usernames = countUsernames(people, random)
  // Only people without reports join, leave or are contracted; the shares are of all.
  const leafShare = (people - tree.managerCount) / people || 1

  function isContractor(index: number): boolean {
    return isLeaf(tree, index) && random.at(index, 'contractor') < 0.08 / leafShare
  }

  function status(index: number): Status {
    if (!isLeaf(tree, index)) return 'active'
    const drawn = random.at(index, 'status') * leafShare
    if (drawn < 0.06) return 'left'
    if (drawn < 0.08) return 'suspended'
    return drawn < 0.1 ? 'staged' : 'active'
  }

  function person(index: number): Person {
    if (!Number.isInteger(index) || index < 0 || index >= people)
      throw new RangeError(`no person ${index}`)
    const department = departments[tree.department[index] ?? 0]
    const division = divisions[department?.division ?? 0]
    if (!department || !division) throw new RangeError(`person ${index} has no department`)
    const { firstName, lastName, handle } = nameAt(random, index)
    const repeated = usernames[index] ?? 0
    const username = repeated === 0 ? handle : `${handle}${repeated + 1}`
    const userType = isContractor(index) ? 'contractor' : 'employee'
    const state = status(index)
    return {
      index,
      firstName,
      lastName,
      username,
      email: `${username}@${mailDomain}`,
      employeeNumber: `${userType === 'contractor' ? 'C' : 'E'}${String(index + 1).padStart(6, '0')}`,
      badgeId: `B-${random.uniqueAt(index, 'badge').toString(16).padStart(8, '0')}`,
      managerIndex: index === 0 ? null : (tree.manager[index] ?? 0),
      level: tree.level[index] ?? 0,
      isManager: !isLeaf(tree, index),
      division: division.name,
      department: department.name,
      title: titleOf(index, tree, random),
      costCenter: random.pickAt(index, 'cost centre', department.costCenters),
      location: random.pickAt(index, 'location', locationWeights),
      userType,
      status: state,
      ...datesOf(index, { random, today, status: state, userType, level: tree.level[index] ?? 0 }),
    }
  }

  const peopleOf = (department: number): Int32Array => byDepartment[department] ?? new Int32Array(0)
  const administrators = chooseAdministrators({ people, tree, random, status, isContractor })
  return {
    people,
    seed,
    today,
    random,
    tree,
    person,
    status,
    isContractor,
    peopleOf,
    administrators,
  }
}

function isLeaf(tree: ManagementTree, index: number): boolean {
  return index !== 0 && (tree.reportCount[index] ?? 0) === 0
}

function groupByDepartment(tree: ManagementTree): Int32Array[] {
  const sizes = departments.map(() => 0)
  for (const department of tree.department) sizes[department] = (sizes[department] ?? 0) + 1
  const lists = sizes.map((size) => new Int32Array(size))
  const filled = departments.map(() => 0)
  for (const [index, department] of tree.department.entries()) {
    const at = filled[department] ?? 0
    lists[department]?.set([index], at)
    filled[department] = at + 1
  }
  return lists
}

/** How many people before each one have the same handle. */
function countUsernames(people: number, random: Random): Uint32Array {
  const counts = new Map<string, number>()
  const before = new Uint32Array(people)
  for (let index = 0; index < people; index += 1) {
    const { handle } = nameAt(random, index)
    const count = counts.get(handle) ?? 0
    before[index] = count
    counts.set(handle, count + 1)
  }
  return before
}

function titleOf(index: number, tree: ManagementTree, random: Random): string {
  const division = divisions[departments[tree.department[index] ?? 0]?.division ?? 0]
  if (index === 0 || !division) return 'Chief Executive Officer'
  const level = tree.level[index] ?? 0
  // The second head of a division is not its chief.
  if (level === 1) {
    const isSecond = index > 1 && tree.department[index] === tree.department[index - 1]
    return isSecond ? `Vice President of ${division.name}` : division.head
  }
  if (isLeaf(tree, index)) return random.pickAt(index, 'title', division.titles)
  return level === 2 ? `Director of ${division.name}` : `${division.name} Manager`
}

function datesOf(
  index: number,
  about: {
    random: Random
    today: string
    status: Status
    userType: Person['userType']
    level: number
  },
): { startDate: string; endDate: string | null } {
  const { random, today, status, userType, level } = about
  const day = (offset: number): string =>
    new Date(Date.parse(today) + offset * dayMillis).toISOString().slice(0, 10)
  if (status === 'staged') {
    const start = 1 + random.intAt(index, 'start', 45)
    return { startDate: day(start), endDate: userType === 'contractor' ? day(start + 180) : null }
  }
  // More people joined recently than long ago; the leaders of the company have been there for years.
  const years = level < 3 ? 1500 - level * 400 : 0
  const startDate = day(-60 - years - Math.floor(random.at(index, 'start') ** 2 * 5000))
  if (status === 'left') return { startDate, endDate: day(-1 - random.intAt(index, 'end', 50)) }
  const endDate = userType === 'contractor' ? day(5 + random.intAt(index, 'end', 360)) : null
  return { startDate, endDate }
}

/** Three in a hundred of all people, from the departments that run things, the first of them always. */
function chooseAdministrators(
  from: Pick<Organisation, 'people' | 'tree' | 'random' | 'status' | 'isContractor'>,
): number[] {
  const { people, tree, random, status, isContractor } = from
  const candidates: number[] = []
  for (let index = 1; index < people; index += 1) {
    const department = departments[tree.department[index] ?? 0]?.name ?? ''
    if (adminDepartments.has(department) && status(index) === 'active' && !isContractor(index))
      candidates.push(index)
  }
  const share = (people * 0.03) / Math.max(1, candidates.length)
  return candidates.filter(
    (index, place) => place === 0 || random.at(index, 'administrator') < share,
  )
}

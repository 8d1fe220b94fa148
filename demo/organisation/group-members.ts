import type { ResourceType } from '../../src/contract/states.ts'
import { isHere } from './accounts.ts'
import type { Organisation } from './organisation.ts'
import { departments, divisions } from './structure.ts'

/** `account` is a person's index, or that plus `org.people` for their administrator account. */
export type DemoMember = { account: number; role: string }

/** An object with members at a vendor. `about` describes it, such as `department Design`. */
export type DemoGroup = {
  resourceType: ResourceType
  vendorId: string
  parentVendorId: string | null
  name: string
  handle: string
  about: string
  members: () => Iterable<DemoMember>
}

/** Which people, by index. */
export type Filter = (org: Organisation, index: number) => boolean

export const everyDepartment = departments.map((_, index) => index)

/** The departments that write code: those of Engineering and Product, and IT. */
export const codeDepartments = everyDepartment.filter((index) => {
  const { name = '', division = 0 } = departments[index] ?? {}
  return name === 'IT' || ['Engineering', 'Product'].includes(divisions[division]?.name ?? '')
})

/** Whether the person has reports. */
export function isManager(org: Organisation, index: number): boolean {
  return (org.tree.reportCount[index] ?? 0) > 0
}

/** Indexes of a division's departments. */
export function departmentsOf(division: number): number[] {
  return everyDepartment.filter((index) => departments[index]?.division === division)
}

/** Those of the departments who are here and pass the filter. */
export function* people(
  org: Organisation,
  of: readonly number[],
  filter: Filter,
  role: (index: number) => string = () => 'member',
): Generator<DemoMember> {
  for (const department of of) {
    for (const account of org.peopleOf(department)) {
      if (isHere(org, account) && filter(org, account)) yield { account, role: role(account) }
    }
  }
}

type Draw = {
  department: number
  place: number
  filter: Filter
  role: (index: number) => string
}

/** The head of a department and some 5 to 16 of its people; one in ten has left and was never removed. */
export function* some(
  org: Organisation,
  { department, place, filter, role }: Draw,
): Generator<DemoMember> {
  const from = org.peopleOf(department)
  const wanted = 5 + org.random.intAt(place, 'size', 12)
  const chosen = new Set<number>()
  const head = from.find((index) => org.status(index) === 'active')
  if (head !== undefined && filter(org, head)) {
    chosen.add(head)
    yield { account: head, role: role(head) }
  }
  for (let turn = 0; turn < wanted * 2 && chosen.size < wanted && from.length > 0; turn += 1) {
    const account = from[org.random.intAt(place, `choice ${turn}`, from.length)] ?? 0
    if (chosen.has(account) || !filter(org, account)) continue
    if (!isHere(org, account) && org.random.at(account, 'forgotten') > 0.1) continue
    chosen.add(account)
    yield { account, role: role(account) }
  }
}

/** Seventeen letters and digits that belong to a name. */
export function digest(org: Organisation, name: string, kind: string): string {
  const part = (turn: number): string =>
    org.random.uniqueAt(turn, `${kind} ${name}`).toString(36).padStart(7, '0')
  return `${part(0)}${part(1)}${part(2)}`.slice(0, 17)
}

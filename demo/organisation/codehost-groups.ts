import { hasCodehost } from './accounts.ts'
import {
  codeDepartments,
  departmentsOf,
  isManager,
  people,
  some,
  type DemoGroup,
  type DemoMember,
  type Filter,
} from './group-members.ts'
import type { Organisation } from './organisation.ts'
import { departments, divisions, slug } from './structure.ts'

/** The codehost's groups: one per division that has code, and one per department below it. */
export function codehostGroups(org: Organisation): DemoGroup[] {
  const parents = [...new Set(codeDepartments.map((index) => departments[index]?.division ?? 0))]
  const top = parents.map((division, place): DemoGroup => {
    const name = divisions[division]?.name ?? ''
    const members = (): Iterable<DemoMember> =>
      people(org, departmentsOf(division), isHead, () => 'owner')
    return { ...placed(place + 1, null, slug(name)), name, about: `division ${name}`, members }
  })
  const below = codeDepartments.map((index): DemoGroup => {
    const { name = '', division = 0 } = departments[index] ?? {}
    const parent = parents.indexOf(division)
    const path = `${slug(divisions[division]?.name ?? '')}/${slug(name)}`
    const members = (): Iterable<DemoMember> =>
      people(org, [index], hasCodehost, (person) => codeRole(org, person))
    return { ...placed(10 + index, parent + 1, path), name, about: `department ${name}`, members }
  })
  return [...top, ...below]
}

const projectNames =
  'api web worker gateway billing search ingest portal mobile docs tools infra models reports auth events'.split(
    ' ',
  )

/** The codehost's projects, one for every 25 people, each in a department's group. */
export function* codehostProjects(org: Organisation): Generator<DemoGroup> {
  const count = Math.min(4000, Math.max(12, Math.round(org.people / 25)))
  for (let place = 0; place < count; place += 1) {
    const department = codeDepartments[place % codeDepartments.length] ?? 0
    const { name = '', division = 0 } = departments[department] ?? {}
    const round = Math.floor(place / codeDepartments.length)
    const word = projectNames[round % projectNames.length] ?? ''
    const project =
      round < projectNames.length ? word : `${word}-${Math.floor(round / projectNames.length) + 1}`
    yield {
      resourceType: 'codehost_project',
      vendorId: String(place + 1),
      parentVendorId: String(10 + department),
      name: project,
      handle: `${slug(divisions[division]?.name ?? '')}/${slug(name)}/${project}`,
      about: `project of ${name}`,
      members: () =>
        some(org, {
          department,
          place,
          filter: hasCodehost,
          role: (index) => codeRole(org, index),
        }),
    }
  }
}

const isHead: Filter = (org, index) => hasCodehost(org, index) && (org.tree.level[index] ?? 9) <= 2

function placed(
  id: number,
  parent: number | null,
  path: string,
): Pick<DemoGroup, 'resourceType' | 'vendorId' | 'parentVendorId' | 'handle'> {
  return {
    resourceType: 'codehost_group',
    vendorId: String(id),
    parentVendorId: parent === null ? null : String(parent),
    handle: path,
  }
}

function codeRole(org: Organisation, index: number): string {
  if (isManager(org, index)) return 'maintainer'
  if (org.isContractor(index)) return 'reporter'
  return org.random.at(index, 'code role') < 0.9 ? 'developer' : 'reporter'
}

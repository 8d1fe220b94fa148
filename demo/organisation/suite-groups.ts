import { hasSuite } from './accounts.ts'
import {
  departmentsOf,
  digest,
  everyDepartment,
  isManager,
  people,
  type DemoGroup,
  type Filter,
} from './group-members.ts'
import type { Organisation } from './organisation.ts'
import { departments, divisions, mailDomain, slug } from './structure.ts'

/** The suite's mailing groups. */
export function suiteGroups(org: Organisation): DemoGroup[] {
  const group = (
    name: string,
    about: string,
    of: readonly number[],
    filter: Filter,
  ): DemoGroup => ({
    resourceType: 'suite_workspace_group',
    vendorId: `0${digest(org, name, 'suite group').toLowerCase()}`,
    parentVendorId: null,
    name,
    handle: `${slug(name)}@${mailDomain}`,
    about,
    members: () => people(org, of, filter, (index) => leaderRole(org, index)),
  })
  return [
    group('All hands', 'everyone', everyDepartment, hasSuite),
    group('People managers', 'managers', everyDepartment, isLeader),
    ...divisions.map(({ name }, division) =>
      group(`All ${name}`, `division ${name}`, departmentsOf(division), hasSuite),
    ),
    ...departments.map(({ name }, index) =>
      group(`Team ${name}`, `department ${name}`, [index], hasSuite),
    ),
  ]
}

/** The suite's identity groups, which control access to protected resources: the leaders of each division. */
export function suiteIdentityGroups(org: Organisation): DemoGroup[] {
  return divisions.map(({ name }, division) => ({
    resourceType: 'suite_identity_group',
    vendorId: `groups/0${digest(org, name, 'identity group').toLowerCase()}`,
    parentVendorId: null,
    name: `${name} protected data`,
    handle: `${slug(name)}-protected@${mailDomain}`,
    about: `protected data of ${name}`,
    members: () =>
      people(org, departmentsOf(division), isLeader, (index) => leaderRole(org, index)),
  }))
}

const driveKinds = [
  ['suite_drive_folder', 'plans'],
  ['suite_drive_doc', 'handbook'],
  ['suite_drive_deck', 'all-hands deck'],
  ['suite_drive_sheet', 'budget'],
  ['suite_drive_file', 'archive.zip'],
] as const

/** Shared drives for each department and for the leaders of each division, with a few documents in the latter. */
export function suiteDrives(org: Organisation): DemoGroup[] {
  const drive = (
    name: string,
    about: string,
    of: readonly number[],
    filter: Filter,
  ): DemoGroup => ({
    resourceType: 'suite_workspace_drive',
    vendorId: `0A${digest(org, name, 'drive')}`,
    parentVendorId: null,
    name,
    handle: slug(name),
    about,
    members: () => people(org, of, filter, (index) => driveRole(org, index)),
  })
  const ofDivisions = divisions.map(({ name }, index) =>
    drive(name, `division ${name}`, departmentsOf(index), isLeader),
  )
  const documents = ofDivisions.flatMap((parent, division) =>
    driveKinds.map(([resourceType, kind]) => ({
      handle: parent.handle,
      about: parent.about,
      resourceType,
      vendorId: `1${digest(org, `${parent.name} ${kind}`, 'document')}`,
      parentVendorId: parent.vendorId,
      name: `${parent.name} ${kind}`,
      members: () =>
        people(org, departmentsOf(division), isLeader, (index) => driveRole(org, index)),
    })),
  )
  return [
    ...ofDivisions,
    ...departments.map(({ name }, index) =>
      drive(`Team ${name}`, `department ${name}`, [index], hasSuite),
    ),
    ...documents,
  ]
}

const isLeader: Filter = (org, index) => hasSuite(org, index) && isManager(org, index)

function leaderRole(org: Organisation, index: number): string {
  if ((org.tree.level[index] ?? 0) <= 2) return 'owner'
  return isManager(org, index) ? 'manager' : 'member'
}

function driveRole(org: Organisation, index: number): string {
  if (isManager(org, index)) return 'manager'
  return org.random.at(index, 'drive role') < 0.7 ? 'writer' : 'reader'
}

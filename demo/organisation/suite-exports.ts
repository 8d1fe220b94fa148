import { hasSuite, suiteId } from './accounts.ts'
import { row, rowWithMembers, type Row } from './export-file.ts'
import type { DemoGroup } from './group-members.ts'
import { suiteDrives, suiteGroups, suiteIdentityGroups } from './suite-groups.ts'
import type { Organisation, Person } from './organisation.ts'

/** Users in the shape of Google's Directory users list. */
export function* suiteUsers(org: Organisation): Generator<Row> {
  for (let index = 0; index < org.people; index += 1) {
    if (hasSuite(org, index)) yield row(userOf(org, org.person(index)))
  }
}

/** Groups in the shape of the Directory groups list; their members are in a separate file. */
export function* suiteGroupRows(org: Organisation): Generator<Row> {
  for (const group of suiteGroups(org)) {
    yield row({
      kind: 'admin#directory#group',
      id: group.vendorId,
      email: group.handle,
      name: group.name,
      directMembersCount: String(count(group.members())),
      description: group.about,
      adminCreated: true,
    })
  }
}

/** A row per member, in the shape of the Directory members list with the group's id before it. */
export function* suiteMemberRows(org: Organisation): Generator<Row> {
  for (const group of suiteGroups(org)) {
    for (const { account, role } of group.members()) {
      yield row({
        groupId: group.vendorId,
        kind: 'admin#directory#member',
        id: suiteId(org, account),
        email: org.person(account).email,
        role: role.toUpperCase(),
        type: 'USER',
        status: 'ACTIVE',
      })
    }
  }
}

/** Groups in the shape of Cloud Identity, each with its memberships, which identify people by e-mail only. */
export function* suiteIdentityGroupRows(org: Organisation): Generator<Row> {
  for (const group of suiteIdentityGroups(org)) {
    const record = {
      name: group.vendorId,
      groupKey: { id: group.handle },
      displayName: group.name,
      labels: { 'cloudidentity.googleapis.com/groups.security': '' },
    }
    yield rowWithMembers(record, 'memberships', membershipsOf(org, group))
  }
}

function* membershipsOf(org: Organisation, group: DemoGroup): Generator<object> {
  for (const { account, role } of group.members()) {
    const roles = role === 'member' ? ['MEMBER'] : ['MEMBER', role.toUpperCase()]
    yield {
      name: `${group.vendorId}/memberships/${suiteId(org, account)}`,
      preferredMemberKey: { id: org.person(account).email },
      roles: roles.map((name) => ({ name })),
      type: 'USER',
    }
  }
}

const mimeTypes: Readonly<Record<string, string>> = {
  suite_drive_folder: 'application/vnd.google-apps.folder',
  suite_drive_doc: 'application/vnd.google-apps.document',
  suite_drive_deck: 'application/vnd.google-apps.presentation',
  suite_drive_sheet: 'application/vnd.google-apps.spreadsheet',
  suite_drive_file: 'application/zip',
}

/** Shared drives and files with their permissions, which identify people by e-mail only. */
export function* suiteDriveRows(org: Organisation): Generator<Row> {
  for (const drive of suiteDrives(org)) {
    const kind =
      drive.resourceType === 'suite_workspace_drive'
        ? {
            kind: 'drive#drive',
            id: drive.vendorId,
            name: drive.name,
            createdTime: '2019-02-04T10:00:00.000Z',
          }
        : {
            kind: 'drive#file',
            id: drive.vendorId,
            name: drive.name,
            mimeType: mimeTypes[drive.resourceType],
            parents: [drive.parentVendorId],
          }
    yield rowWithMembers(kind, 'permissions', permissionsOf(org, drive))
  }
}

function* permissionsOf(org: Organisation, drive: DemoGroup): Generator<object> {
  for (const { account, role } of drive.members()) {
    yield {
      kind: 'drive#permission',
      id: String(org.random.uniqueAt(account, 'permission')).padStart(20, '1'),
      type: 'user',
      emailAddress: org.person(account).email,
      role: role === 'manager' ? 'organizer' : role,
    }
  }
}

function userOf(org: Organisation, person: Person): object {
  const { firstName: givenName, lastName: familyName } = person
  const left = person.status === 'left'
  return {
    kind: 'admin#directory#user',
    id: suiteId(org, person.index),
    primaryEmail: person.email,
    name: { givenName, familyName, fullName: `${givenName} ${familyName}` },
    isAdmin: person.department === 'IT' && person.isManager,
    suspended: left || person.status === 'suspended',
    archived: left,
    creationTime: `${person.startDate}T07:00:00.000Z`,
    orgUnitPath: `/${person.division}/${person.department}`,
    externalIds: [{ value: person.employeeNumber, type: 'organization' }],
    relations:
      person.managerIndex === null
        ? []
        : [{ value: org.person(person.managerIndex).email, type: 'manager' }],
    organizations: [
      {
        title: person.title,
        primary: true,
        department: person.department,
        costCenter: person.costCenter,
        description: person.userType,
      },
    ],
    locations: [{ type: 'desk', area: 'desk', buildingId: person.location.city }],
  }
}

function count(members: Iterable<unknown>): number {
  let total = 0
  for (const _ of members) total += 1
  return total
}

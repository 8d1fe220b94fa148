import { adminIdpId, idpId } from './accounts.ts'
import { row, rowWithMembers, type Row } from './export-file.ts'
import { idpGroups } from './idp-groups.ts'
import type { Organisation, Person } from './organisation.ts'
import { mailDomain } from './structure.ts'

const statuses = {
  active: 'ACTIVE',
  suspended: 'SUSPENDED',
  staged: 'STAGED',
  left: 'DEPROVISIONED',
} as const

/** Users in the shape of Okta's users list: everybody's account, then the administrators' own. */
export function* idpUsers(org: Organisation): Generator<Row> {
  for (let index = 0; index < org.people; index += 1) yield row(userOf(org, org.person(index)))
  for (const index of org.administrators) yield row(administratorOf(org, org.person(index)))
}

/** Groups in the shape of Okta's groups list, each with the ids of its members. */
export function* idpGroupRows(org: Organisation): Generator<Row> {
  for (const group of idpGroups(org)) {
    const record = {
      id: group.vendorId,
      created: '2018-01-08T09:00:00.000Z',
      type: 'OKTA_GROUP',
      profile: { name: group.name, description: group.about },
    }
    yield rowWithMembers(record, 'members', idsOf(org, group.members()))
  }
}

function* idsOf(org: Organisation, members: Iterable<{ account: number }>): Generator<string> {
  for (const { account } of members) yield idpId(org, account)
}

function userOf(org: Organisation, person: Person): object {
  const created = createdAt(org, person)
  return {
    id: idpId(org, person.index),
    status: statuses[person.status],
    created,
    activated: person.status === 'staged' ? null : created,
    statusChanged: created,
    profile: {
      login: person.email,
      email: person.email,
      firstName: person.firstName,
      lastName: person.lastName,
      displayName: `${person.firstName} ${person.lastName}`,
      title: person.title,
      department: person.department,
      division: person.division,
      costCenter: person.costCenter,
      employeeNumber: person.employeeNumber,
      badgeId: person.badgeId,
      ...(org.random.at(person.index, 'alt number') < 0.1
        ? { employeeAltNumber: `L-${String(person.index + 7).padStart(5, '0')}` }
        : {}),
      userType: person.userType,
      location: person.location.city,
      countryCode: person.location.country,
      startDate: person.startDate,
      ...(person.endDate === null ? {} : { endDate: person.endDate }),
      ...(person.managerIndex === null ? {} : { managerId: idpId(org, person.managerIndex) }),
    },
  }
}

/** A second account of the same human; `parentId` holds the vendor id of the first. */
function administratorOf(org: Organisation, person: Person): object {
  const email = `adm-${person.username}@${mailDomain}`
  return {
    id: adminIdpId(org, person.index),
    status: 'ACTIVE',
    created: createdAt(org, person),
    profile: {
      login: email,
      email,
      firstName: person.firstName,
      lastName: `${person.lastName} (admin)`,
      title: 'Administrator account',
      department: person.department,
      division: person.division,
      costCenter: person.costCenter,
      employeeNumber: `${person.employeeNumber}-A`,
      userType: 'admin',
      startDate: person.startDate,
      parentId: idpId(org, person.index),
    },
  }
}

/** Accounts are created some days before the first day at work, never in the future. */
function createdAt(org: Organisation, person: Person): string {
  const before = 86_400_000 * (3 + org.random.intAt(person.index, 'created', 12))
  const made =
    Date.parse(person.startDate) - before + org.random.intAt(person.index, 'time', 86_400_000)
  return new Date(Math.min(made, Date.parse(org.today) - 86_400_000)).toISOString()
}

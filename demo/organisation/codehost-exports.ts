import { codehostId, hasCodehost, strayEmail } from './accounts.ts'
import { row, type Row } from './export-file.ts'
import { codehostGroups, codehostProjects } from './codehost-groups.ts'
import type { DemoGroup } from './group-members.ts'
import type { Organisation, Person } from './organisation.ts'

const accessLevels: Readonly<Record<string, number>> = {
  guest: 10,
  reporter: 20,
  developer: 30,
  maintainer: 40,
  owner: 50,
}

/** Users in the shape of GitLab's users list. */
export function* codehostUsers(org: Organisation): Generator<Row> {
  for (let index = 0; index < org.people; index += 1) {
    if (hasCodehost(org, index)) yield row(userOf(org, org.person(index)))
  }
}

/** Groups in the shape of GitLab's groups list. */
export function* codehostGroupRows(org: Organisation): Generator<Row> {
  for (const group of codehostGroups(org)) {
    yield row({
      id: Number(group.vendorId),
      name: group.name,
      path: group.handle.split('/').at(-1),
      full_path: group.handle,
      description: group.about,
      visibility: 'private',
      parent_id: group.parentVendorId === null ? null : Number(group.parentVendorId),
    })
  }
}

/** Projects in the shape of GitLab's projects list. */
export function* codehostProjectRows(org: Organisation): Generator<Row> {
  for (const project of codehostProjects(org)) {
    const parent = project.handle.slice(0, project.handle.lastIndexOf('/'))
    yield row({
      id: Number(project.vendorId),
      name: project.name,
      path_with_namespace: project.handle,
      description: project.about,
      visibility: 'internal',
      namespace: { id: Number(project.parentVendorId), kind: 'group', full_path: parent },
    })
  }
}

/** Members of groups and projects, in the shape of the rows of GitLab's own export. */
export function* codehostMemberRows(org: Organisation): Generator<Row> {
  let id = 0
  for (const group of bothKinds(org)) {
    for (const { account, role } of group.members()) {
      id += 1
      yield row({
        id,
        access_level: accessLevels[role] ?? 10,
        source_id: Number(group.vendorId),
        source_type: group.resourceType === 'codehost_group' ? 'Namespace' : 'Project',
        user_id: codehostId(account),
        notification_level: 3,
      })
    }
  }
}

function* bothKinds(org: Organisation): Generator<DemoGroup> {
  yield* codehostGroups(org)
  yield* codehostProjects(org)
}

function userOf(org: Organisation, person: Person): object {
  // A leaver in twenty was forgotten here.
  const forgotten = org.random.at(person.index, 'codehost forgotten') < 0.05
  const closed = person.status === 'left' && !forgotten
  return {
    id: codehostId(person.index),
    username: person.username.replaceAll('.', '_'),
    name: `${person.firstName} ${person.lastName}`,
    state: closed ? 'deactivated' : person.status === 'suspended' ? 'blocked' : 'active',
    email: strayEmail(org, person, 'codehost'),
    created_at: `${person.startDate}T09:30:00.000Z`,
    job_title: person.title,
    external: person.userType === 'contractor',
    is_admin: person.department === 'Platform' && person.level <= 2,
    bot: false,
  }
}

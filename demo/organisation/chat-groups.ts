import type { ResourceType } from '../../src/contract/states.ts'
import { hasChat, isHere, prefixed } from './accounts.ts'
import {
  codeDepartments,
  departmentsOf,
  digest,
  everyDepartment,
  isManager,
  people,
  some,
  type DemoGroup,
  type DemoMember,
} from './group-members.ts'
import type { Organisation } from './organisation.ts'
import { departments, divisions, slug } from './structure.ts'

/** The chat's channels: for all, for divisions and departments, and a private one for some teams. */
export function* chatChannels(org: Organisation): Generator<DemoGroup> {
  const channel = (
    name: string,
    about: string,
    members: DemoGroup['members'],
    resourceType: ResourceType = 'chat_public_channel',
  ): DemoGroup => ({
    resourceType,
    vendorId: `C${digest(org, name, 'channel').slice(0, 10).toUpperCase()}`,
    parentVendorId: null,
    name,
    handle: name,
    about,
    members,
  })
  yield channel('general', 'everyone', () => people(org, everyDepartment, hasChat))
  for (const [division, { name }] of divisions.entries()) {
    yield channel(slug(`all ${name}`), `division ${name}`, () =>
      people(org, departmentsOf(division), hasChat),
    )
    yield channel(
      slug(`${name} leads`),
      `leads ${name}`,
      () => people(org, departmentsOf(division), isManager),
      'chat_private_channel',
    )
  }
  for (const [index, { name }] of departments.entries()) {
    yield channel(slug(`team ${name}`), `department ${name}`, () => people(org, [index], hasChat))
  }
  let teams = 0
  for (
    let manager = 1;
    manager < org.people && teams < Math.min(5000, org.people / 50);
    manager += 1
  ) {
    if (!isManager(org, manager) || org.random.at(manager, 'team channel') > 0.3) continue
    teams += 1
    yield channel(
      `squad-${manager}`,
      `reports of ${manager}`,
      () => team(org, manager),
      'chat_private_channel',
    )
  }
}

/** The chat's user groups: who is on call for a department. */
export function chatGroups(org: Organisation): DemoGroup[] {
  return codeDepartments.map((department) => {
    const { name = '' } = departments[department] ?? {}
    return {
      resourceType: 'chat_group',
      vendorId: prefixed('S', org.random.uniqueAt(department, 'chat group')),
      parentVendorId: null,
      name: `${name} on call`,
      handle: `${slug(name)}-oncall`,
      about: `on call ${name}`,
      members: () =>
        some(org, {
          department,
          place: 100_000 + department,
          filter: hasChat,
          role: () => 'member',
        }),
    }
  })
}

function* team(org: Organisation, manager: number): Generator<DemoMember> {
  yield { account: manager, role: 'member' }
  const first = org.tree.firstReport[manager] ?? 0
  for (let account = first; account < first + (org.tree.reportCount[manager] ?? 0); account += 1) {
    if (isHere(org, account)) yield { account, role: 'member' }
  }
}

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
import { departments, divisions } from './structure.ts'

/** The idp's groups: everyone, divisions, departments and a few that cut across. */
export function idpGroups(org: Organisation): DemoGroup[] {
  const group = (name: string, about: string, members: DemoGroup['members']): DemoGroup => ({
    resourceType: 'idp_group',
    vendorId: `00g${digest(org, name, 'idp group')}`,
    parentVendorId: null,
    name,
    handle: name,
    about,
    members,
  })
  return [
    group('Everyone', 'everyone', () => people(org, everyDepartment, () => true)),
    group('Employees', 'employees', () => people(org, everyDepartment, isEmployee)),
    group('Contractors', 'contractors', () =>
      people(org, everyDepartment, (from, index) => from.isContractor(index)),
    ),
    group('Managers', 'managers', () => people(org, everyDepartment, isManager)),
    group('Remote access', 'remote access', () =>
      people(org, everyDepartment, (from, index) => from.random.at(index, 'remote access') < 0.4),
    ),
    group('Privileged accounts', 'administrators', function* () {
      for (const index of org.administrators) yield { account: index + org.people, role: 'member' }
    }),
    ...divisions.map(({ name }, division) =>
      group(name, `division ${name}`, () => people(org, departmentsOf(division), () => true)),
    ),
    ...departments.map(({ name }, index) =>
      group(`${name} team`, `department ${name}`, () => people(org, [index], () => true)),
    ),
  ]
}

const isEmployee: Filter = (org, index) => !org.isContractor(index)

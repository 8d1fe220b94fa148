import { googleMapping } from '../../src/connectors/file/mappings/google.ts'
import { googleConnector } from '../../src/connectors/google/google-connector.ts'
import type { ImportedConnector } from './check-import.ts'
import {
  fakeGoogle,
  googleAdministrator,
  googleForms,
  googleGroup,
  googleKey,
  googlePerson,
  isNested,
} from './fake-google.ts'
import { RecordModel } from './record-model.ts'
import type { VendorWorld, WorldGroup } from './vendor-world.ts'

const states = { active: 'active', suspended: 'suspended', left: 'deactivated' } as const

function keyOf(group: WorldGroup): string {
  const type = group.kind === 'group' ? 'suite_workspace_group' : 'suite_workspace_drive'
  return `${type}:${googleGroup(group)}`
}

const driveRoles: Readonly<Record<string, string>> = {
  member: 'reader',
  manager: 'manager',
  owner: 'writer',
}

function roleIn({ kind }: WorldGroup, [person, role]: [number, string]): string {
  if (kind === 'group') return isNested(person) ? 'member' : role
  return isNested(person) ? 'commenter' : (driveRoles[role] ?? 'reader')
}

function oracle(world: VendorWorld): RecordModel {
  const model = new RecordModel()
  for (const person of world.people.values())
    model.addPerson(person, { id: googlePerson(person.id), name: `P ${person.name}`, states })
  for (const group of world.groups.values())
    model.groups.set(keyOf(group), {
      name: group.name,
      members: new Map(
        [...group.members].map((member) => [googlePerson(member[0]), roleIn(group, member)]),
      ),
    })
  return model
}

const hosts = ['admin.googleapis.com', 'www.googleapis.com', 'oauth2.googleapis.com']

export const checkedGoogle: ImportedConnector = {
  vendor: 'suite',
  type: 'google',
  credentials: (key) => ({ service_account_key: key }),
  connector: googleConnector,
  settings: {
    url: 'https://admin.googleapis.com',
    administrator: googleAdministrator,
    reads_drives: true,
  },
  secret: googleKey,
  mapping: googleMapping,
  hosts: hosts.map((host) => ({ host, port: null })),
  fake: fakeGoogle,
  forms: googleForms,
  roles: ['member', 'manager', 'owner'],
  oracle,
  idOf: googlePerson,
  keyOf,
  readsChanges: false,
}

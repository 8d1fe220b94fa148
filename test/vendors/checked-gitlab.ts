import { gitlabMapping } from '../../src/connectors/file/mappings/gitlab.ts'
import { gitlabConnector } from '../../src/connectors/gitlab/gitlab-connector.ts'
import type { ImportedConnector } from './check-import.ts'
import { fakeGitlab, gitlabForms, gitlabToken, topGroup } from './fake-gitlab.ts'
import { RecordModel } from './record-model.ts'
import type { VendorWorld, WorldGroup } from './vendor-world.ts'

const keyOf = ({ kind, id }: Pick<WorldGroup, 'kind' | 'id'>) =>
  `${kind === 'group' ? 'codehost_group' : 'codehost_project'}:${id}`

const states = { active: 'active', suspended: 'suspended', left: 'deactivated' } as const

const roleOf = (role: string) => (role === 'maintainer' ? 'maintainer' : 'developer')

function oracle(world: VendorWorld): RecordModel {
  const model = new RecordModel()
  for (const person of world.people.values())
    model.addPerson(person, { id: String(person.id), name: person.name, states })
  for (const group of world.groups.values()) {
    model.groups.set(keyOf(group), {
      name: group.name,
      members: new Map([...group.members].map(([id, role]) => [String(id), roleOf(role)])),
    })
  }
  return model
}

/** Read as a whole, by an administrator. */
export const checkedGitlab: ImportedConnector = {
  vendor: 'codehost',
  type: 'gitlab',
  credentials: (token) => ({ token }),
  connector: gitlabConnector,
  settings: { url: 'https://gitlab.acme.example' },
  secret: gitlabToken,
  mapping: gitlabMapping,
  hosts: [{ host: 'gitlab.acme.example', port: 443 }],
  fake: () => fakeGitlab,
  forms: gitlabForms,
  roles: ['member', 'maintainer'],
  oracle,
  idOf: String,
  keyOf,
  readsChanges: false,
}

/** One group with everyone in it. Who has left is not among its members. */
export const checkedGitlabGroup: ImportedConnector = {
  ...checkedGitlab,
  settings: { url: 'https://gitlab.com', group: 'acme' },
  hosts: [{ host: 'gitlab.com', port: null }],
  oracle: (world) => {
    const model = oracle(world)
    for (const { id, state } of world.people.values())
      if (state === 'left') model.accounts.delete(String(id))
    const members = [...model.accounts.keys()].map((id) => [id, 'guest'] as const)
    model.groups.set(`codehost_group:${topGroup}`, { name: 'Acme', members: new Map(members) })
    return model
  },
}

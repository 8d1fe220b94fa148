import { githubMapping } from '../../src/connectors/file/mappings/github.ts'
import { githubConnector } from '../../src/connectors/github/github-connector.ts'
import type { ImportedConnector } from './check-import.ts'
import { fakeGithub, githubForms, githubToken, isOutsider } from './fake-github.ts'
import { RecordModel } from './record-model.ts'
import type { VendorWorld, WorldGroup } from './vendor-world.ts'

const keyOf = ({ kind, id }: Pick<WorldGroup, 'kind' | 'id'>) =>
  `${kind === 'group' ? 'codehost_group' : 'codehost_project'}:${id}`

const states = { active: 'active', suspended: 'active', left: 'deactivated' } as const

const roles = {
  group: { member: 'member', maintainer: 'maintainer' },
  project: { member: 'read', maintainer: 'admin' },
} as const

function oracle(world: VendorWorld): RecordModel {
  const model = new RecordModel()
  for (const person of world.people.values()) {
    // A list of outside collaborators shows no names.
    const name = isOutsider(person) ? `p${person.id}` : person.name
    // Members are people; nothing tells more of them.
    const form = { row: {}, kind: isOutsider(person) ? (person.form.kind ?? 'guest') : undefined }
    if (person.state !== 'left')
      model.addPerson({ ...person, form }, { id: String(person.id), name, states })
  }
  for (const group of world.groups.values()) {
    const { name, kind, members } = group
    const roleOf = (role: string) => roles[kind][role === 'maintainer' ? 'maintainer' : 'member']
    model.groups.set(keyOf(group), {
      name,
      members: new Map([...members].map(([person, role]) => [String(person), roleOf(role)])),
    })
  }
  return model
}

export const checkedGithub: ImportedConnector = {
  vendor: 'codehost',
  type: 'github',
  credentials: (token) => ({ token }),
  connector: githubConnector,
  settings: { url: 'https://api.github.com', organization: 'acme' },
  secret: githubToken,
  mapping: githubMapping,
  hosts: [{ host: 'api.github.com', port: null }],
  fake: () => fakeGithub,
  forms: githubForms,
  roles: ['member', 'maintainer'],
  oracle,
  idOf: String,
  keyOf,
  readsChanges: false,
}

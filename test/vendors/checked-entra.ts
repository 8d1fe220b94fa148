import { entraConnector } from '../../src/connectors/entra/entra-connector.ts'
import { entraMapping } from '../../src/connectors/file/mappings/entra.ts'
import type { ImportedConnector } from './check-import.ts'
import {
  entraClient,
  entraForms,
  entraGroup,
  entraPerson,
  entraSecret,
  entraTenant,
  fakeEntra,
} from './fake-entra.ts'
import { RecordModel } from './record-model.ts'
import type { VendorWorld } from './vendor-world.ts'

const states = { active: 'active', suspended: 'suspended', left: 'deactivated' } as const

/** Who was deleted is no longer listed. */
function oracle(world: VendorWorld): RecordModel {
  const model = new RecordModel()
  for (const person of world.people.values())
    if (person.state !== 'left')
      model.addPerson(person, { id: entraPerson(person.id), name: `P ${person.name}`, states })
  for (const { id, name, members } of world.groups.values())
    model.groups.set(`idp_group:${entraGroup(id)}`, {
      name,
      members: new Map([...members].map(([person]) => [entraPerson(person), 'member'])),
    })
  return model
}

export const checkedEntra: ImportedConnector = {
  vendor: 'idp',
  type: 'entra',
  credentials: (secret) => ({ client_secret: secret }),
  connector: entraConnector,
  settings: { tenant: entraTenant, client_id: entraClient },
  secret: entraSecret,
  mapping: entraMapping,
  hosts: ['graph.microsoft.com', 'login.microsoftonline.com'].map((host) => ({ host, port: null })),
  fake: () => fakeEntra,
  forms: entraForms,
  oracle,
  idOf: entraPerson,
  keyOf: ({ id }) => `idp_group:${entraGroup(id)}`,
  readsChanges: true,
}

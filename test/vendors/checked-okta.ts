import { oktaMapping } from '../../src/connectors/file/mappings/okta.ts'
import { oktaConnector } from '../../src/connectors/okta/okta-connector.ts'
import type { ImportedConnector } from './check-import.ts'
import { fakeOkta, oktaForms, oktaGroup, oktaPerson, oktaToken } from './fake-okta.ts'
import { RecordModel } from './record-model.ts'
import type { VendorWorld } from './vendor-world.ts'

const states = { active: 'active', suspended: 'suspended', left: 'deactivated' } as const

function oracle(world: VendorWorld): RecordModel {
  const model = new RecordModel()
  for (const person of world.people.values())
    model.addPerson(person, { id: oktaPerson(person.id), name: `P ${person.name}`, states })
  for (const { id, name, members } of world.groups.values())
    model.groups.set(`idp_group:${oktaGroup(id)}`, {
      name,
      members: new Map([...members].map(([person]) => [oktaPerson(person), 'member'])),
    })
  return model
}

export const checkedOkta: ImportedConnector = {
  vendor: 'idp',
  type: 'okta',
  credentials: (token) => ({ token }),
  connector: oktaConnector,
  settings: { url: 'https://acme.okta.com' },
  secret: oktaToken,
  mapping: oktaMapping,
  hosts: [{ host: 'acme.okta.com', port: null }],
  fake: () => fakeOkta,
  forms: oktaForms,
  oracle,
  idOf: oktaPerson,
  keyOf: ({ id }) => `idp_group:${oktaGroup(id)}`,
  readsChanges: true,
}

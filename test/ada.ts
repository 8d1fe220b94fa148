import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectVendor } from '../src/connectors/import/connect-vendor.ts'
import type { IntegrationType } from '../src/contract/gen/vendors.ts'
import type { IntegrationVendor } from '../src/contract/states.ts'
import { importExport } from '../src/connectors/import/import-export.ts'
import { importPolicy } from '../src/policy-as-code/import-policy.ts'
import { encodeId } from '../src/contract/ids.ts'
import type { TestServer } from './harness.ts'
import { testActor } from './people-fixture.ts'

const okta = (id: string, profile: Record<string, unknown>, status = 'ACTIVE') => ({
  id,
  status,
  created: '2020-01-02T03:04:05.000Z',
  profile: { email: `${id}@acme.example`, login: `${id}@acme.example`, ...profile },
})

/** One person with everything that a describe can show: Ada, her manager, her reports, an admin account, her access. */
const idpUsers = [
  okta('grace', { firstName: 'Grace', lastName: 'Hopper', department: 'Engineering' }),
  okta('ada', {
    firstName: 'Ada',
    lastName: 'Lovelace',
    department: 'Engineering',
    title: 'Principal',
    costCenter: 'CC-1',
    badgeId: 'B-7',
    employeeNumber: 'E-7',
    managerId: 'grace',
  }),
  okta('alan', { firstName: 'Alan', lastName: 'Turing', department: 'Sales', managerId: 'ada' }),
  okta('joan', { firstName: 'Joan', lastName: 'Clarke', managerId: 'ada' }, 'DEPROVISIONED'),
  okta('adm-ada', { firstName: 'Ada', lastName: 'Admin', parentId: 'ada' }),
]
const codehostUsers = [
  { id: 71, username: 'ada', name: 'Ada Lovelace', email: 'ADA@acme.example', state: 'active' },
]
const codehostGroups = [
  { id: 12, name: 'Engine', path: 'engine', full_path: 'acme/engine', visibility: 'private' },
  { id: 13, name: 'Drafts', path: 'drafts', full_path: 'acme/drafts', visibility: 'private' },
]

const policy = `
dimensions:
  - { handle: department, name: Department, integration: idp, profile_key: department, attributes_enabled: true, expires_after_days: 9 }
rulesets:
  - resource: { type: codehost_group, integration: codehost, vendor_id: "12" }
    state: managed
    rules:
      - key: engineers
        role: member
        state: active
        priority: 10
        conditions:
          - { type: attribute, dimension: department, value: Engineering }
      - key: reports
        role: owner
        state: active
        priority: 20
        expires_after_days: 3
        conditions:
          - { type: direct_reports_of, email: grace@acme.example }
      - key: everyone-below-ada
        role: developer
        state: active
        priority: 30
        conditions:
          - { type: all_reports_of, email: ada@acme.example }
  - resource: { type: codehost_group, integration: codehost, vendor_id: "13" }
    state: managed
    rules:
      - key: draft
        role: member
        state: staged
        priority: 5
        conditions:
          - { type: identity, integration: idp, profile_key: title, operator: starts_with, value: princ }
`

/** Imports that world; answers with the ids of its people by the local part of their address. */
export async function importAda(server: TestServer): Promise<Record<string, string>> {
  const directory = await mkdtemp(join(tmpdir(), 'muster-ada-'))
  try {
    await load(server, directory, 'idp', 'okta', idpUsers)
    await load(server, directory, 'codehost', 'gitlab', codehostUsers)
    await load(server, directory, 'codehost', 'gitlab', codehostGroups)
    await load(server, directory, 'codehost', 'gitlab', [
      { group_id: 12, user_id: 71, username: 'ada', state: 'active', access_level: 30 },
    ])
  } finally {
    await rm(directory, { recursive: true })
  }
  await importPolicy(server.database, policy, { actor: testActor })
  const people = await server.query<{ id: string; email_key: string }>(
    'select id, email_key from directory_user',
  )
  return Object.fromEntries(
    people.map((person) => [person.email_key.split('@')[0], encodeId('directoryUser', person.id)]),
  )
}

async function load(
  server: TestServer,
  directory: string,
  vendor: IntegrationVendor,
  type: IntegrationType,
  records: readonly object[],
): Promise<void> {
  const path = join(directory, 'export.jsonl')
  await writeFile(path, records.map((record) => JSON.stringify(record)).join('\n'))
  await connectVendor(server.database, testActor, {
    handle: vendor,
    vendor,
    type,
    name: vendor,
    isPrimary: vendor === 'idp',
    trustsEmail: true,
  })
  const outcome = await importExport(server.database, {
    integrationHandle: vendor,
    path,
    isComplete: true,
    actor: testActor,
  })
  if (outcome.refused !== undefined || outcome.rowsBad > 0)
    throw new Error(`the world was refused: ${JSON.stringify(outcome)}`)
}

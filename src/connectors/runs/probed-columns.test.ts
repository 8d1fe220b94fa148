import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { makeOwner, testServer } from '../../../test/harness.ts'

const server = await testServer()
const { token } = await makeOwner(server)
const asked = { token, body: { handle: 'hr', vendor: 'file' } }
const { body: source } = await server.call('POST', '/workspace/integrations', asked)

async function columnsOf(raw: string, query = ''): Promise<Record<string, string[]>> {
  const path = `/workspace/integrations/${source.id}/imports?probe=true${query}`
  const { status, body, text } = await server.call('POST', path, { token, raw })
  assert.equal(status, 200, text)
  return Object.fromEntries(
    body.columns.map(({ name, becomes }: { name: string; becomes: string[] }) => [name, becomes]),
  )
}

const table = [
  'id,email,first name,last name,display name,department,manager',
  '1,ada@acme.example,Ada,Moreau,Ada M.,Sales,2',
  '2,bo@acme.example,Bo,Ray,Bo R.,Sales,',
].join('\n')

test('each column says what is read from it', async () => {
  assert.deepEqual(await columnsOf(table, '&by=product'), {
    id: ['vendor_id'],
    email: ['email'],
    'first name': ['first_name'],
    'last name': ['last_name'],
    // Both names are there.
    'display name': [],
    department: ['profile.department'],
    manager: ['profile.managerId'],
  })
})

test('columns that the keys of the integration name become numbers of people', async () => {
  const body = { badge_id_profile_key: 'badge', employee_alt_id_profile_key: 'badge2' }
  const path = `/workspace/integrations/${source.id}`
  const changed = await server.call('PATCH', path, { token, body })
  assert.equal(changed.status, 200, changed.text)
  const badges = [
    'id,email,profile.badge,profile.badge2,profile.shirt',
    '1,a@x.example,B1,C1,M',
    '2,b@x.example,B2,C2,M',
    '3,c@x.example,B3,C3,M',
  ].join('\n')
  assert.deepEqual(await columnsOf(badges), {
    id: ['vendor_id'],
    email: ['email'],
    'profile.badge': ['badge_id'],
    'profile.badge2': ['employee_alt_id'],
    'profile.shirt': [],
  })
  // A source that is connected now would name the column of the file.
  const probe = await server.call('POST', `${path}/imports?probe=true&by=product`, {
    token,
    raw: badges.replaceAll('profile.', ''),
  })
  assert.equal(probe.body.keys.badge_id_profile_key, 'badge')
  assert.deepEqual(probe.body.columns.slice(2, 4), [
    { name: 'badge', filled: 3, becomes: ['badge_id'] },
    { name: 'badge2', filled: 3, becomes: [] },
  ])
})

test('a probe says what the records have where states are read', async () => {
  const { body } = await server.call(
    'POST',
    `/workspace/integrations/${source.id}/imports?probe=true`,
    {
      token,
      raw: 'id,email,state\n1,a@x.example,Active\n2,b@x.example,Seconded\n3,c@x.example,Active\n',
    },
  )
  assert.deepEqual(body.states, [
    { path: 'state', value: 'Active', rows: 2 },
    { path: 'state', value: 'Seconded', rows: 1 },
  ])
  assert.deepEqual(body.unknown_states, [{ path: 'state', value: 'Seconded', rows: 1 }])
})

test('a probe says which column each path of the mapping is bound to', async () => {
  const states = { active: 'active', left: 'deactivated' }
  const mapping = {
    account: {
      when: [[{ path: 'Employee Number', exists: true }]],
      vendor_id: ['Employee Number'],
      handle: [],
      email: ['Email', 'Office address'],
      first_name: [],
      last_name: [],
      full_name: [],
      created_at: [],
      state: { sources: [{ path: 'Status', values: states }], otherwise: 'active', new_values: [] },
      profile_root: null,
      profile_extra: {},
      profile_omit: [],
    },
    groups: [],
    memberships: [],
  }
  const begin = JSON.stringify(mapping)
  const file = 'Employee #,Email,Låst,Status [HR]\n1,ada@acme.example,no,Seconded\n'
  const { status, body, text } = await server.call(
    'POST',
    `/workspace/integrations/${source.id}/imports?probe=true&mapping_bytes=${Buffer.byteLength(begin)}`,
    { token, raw: begin + file },
  )
  assert.equal(status, 200, text)
  assert.deepEqual(body.bindings, [
    { path: 'Employee Number', column: 'Employee #' },
    { path: 'Email', column: 'Email' },
    { path: 'Status', column: 'Status [HR]' },
  ])
  // The names by which the values of states are listed.
  assert.deepEqual(body.unknown_states, [{ path: 'Status [HR]', value: 'Seconded', rows: 1 }])
})

test('values that are wrapped in objects say what they become', async () => {
  const file = new URL('../probe/fixtures/personio-api.json', import.meta.url)
  const columns = await columnsOf(await readFile(file, 'utf8'), '&by=product')
  assert.deepEqual(
    ['id', 'first_name', 'last_name', 'email', 'status'].map(
      (key) => columns[`attributes.${key}.value`],
    ),
    [['vendor_id'], ['first_name'], ['last_name'], ['email'], ['state']],
  )
  assert.deepEqual(columns['attributes.department.value.attributes.name'], ['profile.department'])
  assert.deepEqual(columns['attributes.first_name.label'], [])
})

test('columns that hold secrets are not listed', async () => {
  const secrets = 'id,email,Password,api_key\n1,ada@acme.example,S3same!open,k\n'
  assert.deepEqual(Object.keys(await columnsOf(secrets, '&by=product')), ['id', 'email'])
  const people = [{ id: '1', email: 'ada@acme.example', login: { password: 'x', hint: 'y' } }]
  const found = await columnsOf(JSON.stringify(people), '&by=product')
  assert.deepEqual(Object.keys(found), ['id', 'email', 'login.hint'])
})

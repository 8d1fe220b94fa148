import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { makeOwner, testServer } from '../../../test/harness.ts'
import { importByApi } from '../../../test/import-by-api.ts'

const server = await testServer()
const { token } = await makeOwner(server)

const people = [
  'id,first_name,last_name,email,department,manager_email,status',
  '1,Ada,Moreau,ada@acme.example,Sales,,Active',
  '2,Bo,Ray,bo@acme.example,Sales,ada@acme.example,Active',
].join('\n')

async function connect(more: object = {}): Promise<string> {
  const body = { handle: `s-${randomUUID()}`, vendor: 'file', ...more }
  const { body: made, text } = await server.call('POST', '/workspace/integrations', { token, body })
  assert.ok(made.id, text)
  return `/workspace/integrations/${made.id}`
}

const probe = (path: string, raw: string, query = '') =>
  server.call('POST', `${path}/imports?probe=true${query}`, { token, raw })

async function notesOf(path: string, run: { id: string }): Promise<string[]> {
  const { body } = await server.get(`${path}/runs/${run.id}/rows`, token)
  return body.data.map(({ reason }: { reason: string }) => reason)
}

test('the probe finds the managers that the import of the stored settings finds', async () => {
  const path = await connect({ is_primary: true })
  const by = await probe(path, people, '&by=product')
  const { manager_profile_key, manager_profile_holds } = by.body.keys
  assert.deepEqual([by.body.managers.found, manager_profile_key], [1, 'managerEmail'])
  const mapped = { mapping: by.body.mapping }
  assert.equal((await server.call('PATCH', path, { token, body: mapped })).status, 200)
  // The keys are those of Muster's own table still.
  const unread = await probe(path, people)
  assert.deepEqual(unread.body.managers, {
    profile_key: 'managerId',
    holds: 'vendor_id',
    named: 1,
    found: 0,
    by_name: { found: 0, ambiguous: 0, unknown: 0 },
  })
  const run = await importByApi(server, { token, path, file: people })
  const [note, ...others] = await notesOf(path, run)
  assert.match(note ?? '', /^Managers: .*1 in "managerEmail"\. It reads "managerId"/)
  assert.deepEqual(others, [])
  const body = { manager_profile_key, manager_profile_holds }
  assert.equal((await server.call('PATCH', path, { token, body })).status, 200)
  assert.equal((await probe(path, people)).body.managers.found, 1)
  const again = await importByApi(server, { token, path, file: people })
  assert.deepEqual(await notesOf(path, again), [])
  const users = await server.get('/directory/users?sort=full_name', token)
  const [ada, bo] = users.body.data
  assert.deepEqual([ada.manager_id, bo.manager_id], [null, ada.id])
})

const own = {
  when: [[{ path: 'id', exists: true }]],
  vendor_id: ['id'],
  handle: [],
  email: ['email'],
  first_name: ['first_name'],
  last_name: ['last_name'],
  full_name: [],
  created_at: [],
  state: { sources: [], otherwise: 'active', new_values: [] },
  profile_root: null,
  profile_extra: {},
  profile_omit: [],
}
const mappingWith = (change: object) => ({
  account: { ...own, ...change },
  groups: [],
  memberships: [],
})

for (const [name, change, named] of [
  [
    'a column of addresses',
    { email: ['Mial', 'E-Mial'] },
    /account\.email from "Mial" or "E-Mial"/,
  ],
  [
    'a column of states',
    { state: { ...own.state, sources: [{ path: 'Satus', values: { active: 'active' } }] } },
    /account\.state\.sources from "Satus"/,
  ],
  [
    'a key of the profile',
    { profile_extra: { team: ['Taem'] } },
    /profile_extra\.team from "Taem"/,
  ],
] as const)
  test(`a mapping that names ${name} which no record has is refused with the first file`, async () => {
    const mapping = mappingWith(change)
    const path = await connect({ mapping })
    const probed = await probe(path, people)
    assert.equal(probed.status, 422, probed.text)
    assert.match(probed.body.errors.mapping[0], named)
    const text = JSON.stringify(mapping)
    const plain = await connect()
    const bytes = Buffer.byteLength(text)
    const tried = await probe(plain, text + people, `&mapping_bytes=${bytes}`)
    assert.match(tried.body.errors.mapping[0], named)
    const run = await importByApi(server, { token, path, file: people })
    assert.equal(run.state, 'failed')
    assert.match(run.failure, named)
    assert.doesNotMatch(run.failure, /acme\.example|Moreau/)
  })

test('a column that a later file does not have is a note of each run', async () => {
  const path = await connect({ mapping: mappingWith({ profile_extra: { team: ['department'] } }) })
  const first = await importByApi(server, { token, path, file: people })
  assert.deepEqual([first.state, await notesOf(path, first)], ['succeeded', []])
  const without = people.replace('department', 'unit')
  for (const _ of [1, 2]) {
    const run = await importByApi(server, { token, path, file: without })
    const notes = await notesOf(path, run)
    assert.deepEqual(
      [run.state, notes],
      [
        'succeeded',
        [
          'The mapping reads account.profile_extra.team from "department", which no record of the file has.',
        ],
      ],
    )
  }
})

test('a column that only some records of JSON have is there', async () => {
  const path = await connect({ mapping: mappingWith({ profile_extra: { team: ['unit.name'] } }) })
  const file = JSON.stringify([
    { id: '1', email: 'a@acme.example', first_name: 'A', last_name: 'B' },
    { id: '2', email: 'c@acme.example', first_name: 'C', last_name: 'D', unit: { name: 'x' } },
  ])
  assert.equal((await probe(path, file)).status, 200)
  assert.equal((await importByApi(server, { token, path, file })).state, 'succeeded')
})

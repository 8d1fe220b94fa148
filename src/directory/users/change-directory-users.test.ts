import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Client } from 'pg'
import { makeCaller, testDatabase, testServer, type Answer } from '../../../test/harness.ts'
import {
  deleteDirectoryUser,
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
  type Made,
} from '../../../test/people.ts'
import { untilWaiting } from '../../../test/until-waiting.ts'

const server = await testServer()
const caller = await makeCaller(server, [
  'directory.user.view',
  'directory.user.manage',
  'audit.log.view',
])
const { token } = caller
const idp = await makeIntegration(server, { handle: 'corp-idp', is_primary: true })

const create = (body: object) => server.call('POST', '/directory/users', { token, body })
const patch = (person: { id: string }, body: object, headers = {}) =>
  server.call('PATCH', `/directory/users/${person.id}`, { token, body, headers })
const describe = (person: { id: string }) => server.get(`/directory/users/${person.id}`, token)

function assertRefused(answer: Answer, ...fields: string[]): void {
  assert.equal(answer.status, 422, answer.text)
  assert.deepEqual(Object.keys(answer.body.errors), fields, answer.text)
}

const statusesOf = (answers: readonly Answer[]) =>
  answers.map(({ status }) => status).sort((a, b) => a - b)

/** The audit row of the last change of a person, as this caller sees it. */
async function lastChange(person: { id: string }) {
  const { body } = await server.get(`/audit/logs?filter[record]=${person.id}`, token)
  return body.data[0]
}

suite('create a directory user', () => {
  test('staged, with what is derived, and found again', async () => {
    const answer = await create({
      first_name: 'Ada',
      last_name: 'Moreau',
      email: 'Ada.M@acme.example',
      metadata: { shirt_size: 'M', constructor: 'x' },
    })
    assert.equal(answer.status, 201, answer.text)
    const { state, full_name, username, metadata, timestamp } = answer.body
    assert.deepEqual([state, full_name, username], ['staged', 'Ada Moreau', 'Ada.M'])
    assert.deepEqual(metadata, { shirt_size: 'M', constructor: 'x' })
    assert.equal(timestamp.provisioned_at, timestamp.created_at)
    const found = await describe(answer.body)
    assert.deepEqual(found.body, answer.body)
    assert.equal(found.headers.get('etag'), answer.headers.get('etag'))
    const row = await lastChange(answer.body)
    assert.equal(row.event, 'directory.user.create')
    assert.deepEqual(row.changes.email, { old: null, new: 'Ada.M@acme.example' })
  })

  test('with a manager and a parent, active', async () => {
    const manager = await makeDirectoryUser(server)
    const parent = await makeDirectoryUser(server)
    const { body } = await create({
      first_name: '',
      last_name: 'Admin',
      username: 'admin',
      manager_id: manager.id,
      parent_user_id: parent.id,
      state: 'active',
    })
    assert.deepEqual(
      [body.state, body.username, body.manager_id, body.included.parent_user.id],
      ['active', 'admin', manager.id, parent.id],
    )
    assert.equal((await describe(manager)).body.is_manager, true)
    assert.equal((await describe(parent)).body.count.secondary_users, 1)
  })

  test('not without a name, with relatives who are not there, or with what the body does not know', async () => {
    const named = { first_name: 'Ada', last_name: 'Moreau' }
    const gone = await makeDirectoryUser(server)
    await deleteDirectoryUser(server, gone)
    const parent = await makeDirectoryUser(server)
    const secondary = await makeDirectoryUser(server, { parent_user_id: parent.uuid })
    const unknown = 'drusr_01kaf7m2t4e8j9p3q5r7s9v1wx'
    assertRefused(await create({ first_name: '', last_name: '' }), 'first_name')
    assertRefused(await create({ first_name: 'Ada' }), 'last_name')
    assertRefused(await create({ ...named, manager_id: unknown }), 'manager_id')
    assertRefused(await create({ ...named, manager_id: gone.id }), 'manager_id')
    assertRefused(await create({ ...named, parent_user_id: gone.id }), 'parent_user_id')
    assertRefused(await create({ ...named, parent_user_id: secondary.id }), 'parent_user_id')
    assertRefused(await create({ ...named, state: 'suspended' }), 'state')
    assertRefused(await create({ ...named, email: 'nobody' }), 'email')
    assertRefused(await create({ ...named, first_name: ' Ada' }), 'first_name')
    const spaced = await create({ ...named, metadata: { 'a b': '1' } })
    assertRefused(spaced, 'metadata.a b')
    assert.match(spaced.text, /keys must match \^\[A-Za-z0-9_\.-\]\{1,64\}\$/)
    assertRefused(await create({ ...named, metadata: { a: 1 } }), 'metadata.a')
    assertRefused(await create({ ...named, metadata: { a: 'x'.repeat(1001) } }), 'metadata.a')
  })

  test('needs directory.user.manage', async () => {
    const viewer = await makeCaller(server, ['directory.user.view'])
    const answer = await server.call('POST', '/directory/users', { token: viewer.token, body: {} })
    assert.equal(answer.status, 403)
    assert.match(answer.body.message, /directory\.user\.manage/)
  })
})

suite('change a directory user', () => {
  test('names, address and username, with personal values apart in the audit log', async () => {
    const person = await makeDirectoryUser(server)
    const answer = await patch(person, { first_name: 'Grace', email: 'grace@acme.example' })
    assert.deepEqual(
      [answer.status, answer.body.first_name, answer.body.username],
      [200, 'Grace', 'grace'],
    )
    const [row] = await server.query<{ changes: object; personal: object }>(
      `select a.changes, p.changes as personal from audit_log a join audit_log_personal p on p.audit_log_id = a.id
       where a.record_id = $1 order by a.sequence desc limit 1`,
      [person.uuid],
    )
    assert.deepEqual(row?.changes, {})
    assert.deepEqual(Object.keys(row?.personal ?? {}).sort(), ['email', 'first_name', 'username'])
    const overridden = await patch(person, { username: 'amazing' })
    assert.equal(overridden.body.username, 'amazing')
    assert.equal((await patch(person, { email: 'g@acme.example' })).body.username, 'amazing')
    assert.equal((await patch(person, { username: null })).body.username, 'g')
    assert.equal((await patch(person, { email: null })).body.username, null)
  })

  test('a name may lose a part, but not both, and a username is not blank', async () => {
    const person = await makeDirectoryUser(server, { first_name: 'Ada', last_name: 'Moreau' })
    assertRefused(await patch(person, { first_name: '', last_name: '' }), 'first_name')
    assert.equal((await patch(person, { first_name: '' })).body.full_name, 'Moreau')
    assertRefused(await patch(person, { last_name: '' }), 'first_name')
    assertRefused(await patch(person, { username: ' ' }), 'username')
    const nameless = await makeDirectoryUser(server, { first_name: '', last_name: '' })
    assert.equal((await patch(nameless, { metadata: { team: 'one' } })).status, 200)
  })

  test('what may be null says so, and says nothing of how it is checked', async () => {
    const answer = await patch(await makeDirectoryUser(server), { manager_id: 7 })
    assert.deepEqual(answer.body.errors, { manager_id: ['must be string', 'or be null'] })
  })

  test('what is the same already is no change: no version, no audit row', async () => {
    const person = await makeDirectoryUser(server, { first_name: 'Ada' })
    const before = await describe(person)
    for (const body of [{}, { first_name: 'Ada' }, { metadata: { gone: null } }]) {
      const answer = await patch(person, body)
      assert.deepEqual(answer.body, before.body)
      assert.equal(answer.headers.get('etag'), before.headers.get('etag'))
    }
    assert.deepEqual((await describe(person)).headers.get('etag'), before.headers.get('etag'))
  })

  test('metadata is merged, null removes, and 50 keys are the most', async () => {
    const keys = Array.from({ length: 50 }, (_, index) => [`key_${index}`, 'x'])
    const person = await makeDirectoryUser(server)
    assert.equal((await patch(person, { metadata: Object.fromEntries(keys) })).status, 200)
    assertRefused(await patch(person, { metadata: { another: 'x' } }), 'metadata')
    const answer = await patch(person, { metadata: { another: 'y', key_0: null, key_1: 'z' } })
    const { metadata } = answer.body
    assert.deepEqual(
      [Object.keys(metadata).length, metadata.another, metadata.key_0, metadata.key_1],
      [50, 'y', undefined, 'z'],
    )
    assert.deepEqual((await lastChange(person)).changes['metadata.key_0'], { old: 'x', new: null })
  })

  test('who has a primary account follows it: 422 that names the integration, for each key', async () => {
    const manager = await makeDirectoryUser(server)
    const person = await makeDirectoryUser(server)
    await makeIdentity(server, idp, person, { primary: true })
    const answer = await patch(person, {
      first_name: 'Other',
      last_name: 'Other',
      email: 'other@acme.example',
      manager_id: manager.id,
    })
    assertRefused(answer, 'first_name', 'last_name', 'email', 'manager_id')
    assert.match(answer.body.errors.email[0], /corp-idp/)
    const allowed = await patch(person, { username: 'own', metadata: { a: 'b' } })
    assert.deepEqual([allowed.status, allowed.body.username], [200, 'own'])
  })

  test('an account elsewhere governs nobody', async () => {
    const chat = await makeIntegration(server, { vendor: 'chat', type: 'slack' })
    const person = await makeDirectoryUser(server)
    await makeIdentity(server, chat, person)
    assert.equal((await patch(person, { first_name: 'Other' })).status, 200)
  })

  test('a manager whom the source could not name gives way to the one who is named here', async () => {
    const manager = await makeDirectoryUser(server)
    const person = await makeDirectoryUser(server, {
      manager_reference: 'boss@acme.example',
      manager_problem: 'unresolved',
    })
    await patch(person, { manager_id: manager.id })
    const [row] = await server.query(
      'select manager_reference, manager_problem from directory_user where id = $1',
      [person.uuid],
    )
    assert.deepEqual(row, { manager_reference: null, manager_problem: null })
  })

  test('managers form no cycle, of any length', async () => {
    const chain: Made[] = []
    for (let length = 0; length < 4; length++)
      chain.push(await makeDirectoryUser(server, { manager_id: chain.at(-1)?.uuid ?? null }))
    const [top, , , bottom] = chain
    assert.ok(top && bottom)
    for (const manager of chain)
      assertRefused(await patch(top, { manager_id: manager.id }), 'manager_id')
    assert.equal((await patch(bottom, { manager_id: top.id })).status, 200)
    assert.equal((await patch(bottom, { manager_id: null })).body.manager_id, null)
  })

  test('two changes at once close no cycle either', async () => {
    const [one, two] = [await makeDirectoryUser(server), await makeDirectoryUser(server)]
    const answers = await Promise.all([
      patch(one, { manager_id: two.id }),
      patch(two, { manager_id: one.id }),
    ])
    assert.deepEqual(statusesOf(answers), [200, 422])
  })

  test('a parent has no parent, and nobody is their own', async () => {
    const parent = await makeDirectoryUser(server)
    const secondary = await makeDirectoryUser(server)
    const other = await makeDirectoryUser(server)
    assert.equal((await patch(secondary, { parent_user_id: parent.id })).status, 200)
    assertRefused(await patch(parent, { parent_user_id: other.id }), 'parent_user_id')
    assertRefused(await patch(other, { parent_user_id: secondary.id }), 'parent_user_id')
    assertRefused(await patch(other, { parent_user_id: other.id }), 'parent_user_id')
  })

  test('a deleted secondary user keeps no one from a parent, and comes back without one that has', async () => {
    const [top, parent, secondary] = [
      await makeDirectoryUser(server),
      await makeDirectoryUser(server),
      await makeDirectoryUser(server),
    ]
    const call = async (method: string, path: string) =>
      server.call(method, `/directory/users/${secondary.id}${path}`, { token })
    assert.equal((await patch(secondary, { parent_user_id: parent.id })).status, 200)
    assert.equal((await call('DELETE', '')).status, 204)
    assert.equal((await patch(parent, { parent_user_id: top.id })).status, 200)
    const restored = await call('POST', '/restore')
    assert.equal(restored.status, 200, restored.text)
    assert.equal(restored.body.included.parent_user, null)
    assertRefused(await patch(secondary, { parent_user_id: parent.id }), 'parent_user_id')
    assert.equal((await patch(secondary, { parent_user_id: top.id })).status, 200)
    assert.equal((await call('DELETE', '')).status, 204)
    assert.equal((await call('POST', '/restore')).body.included.parent_user.id, top.id)
  })

  test('two changes at once nest no parents either', async () => {
    const people = await Promise.all([1, 2, 3].map(() => makeDirectoryUser(server)))
    const [one, two, three] = people
    assert.ok(one && two && three)
    const answers = await Promise.all([
      patch(one, { parent_user_id: two.id }),
      patch(two, { parent_user_id: three.id }),
    ])
    assert.deepEqual(statusesOf(answers), [200, 422])
  })

  test('a deleted person is restored first; another version is 412', async () => {
    const person = await makeDirectoryUser(server)
    const stale = await patch(person, { first_name: 'Late' }, { 'if-match': '"41.0"' })
    assert.equal(stale.status, 412)
    await deleteDirectoryUser(server, person)
    assertRefused(await patch(person, { username: 'late' }), 'state')
  })
})

test('a right that is taken while its holder waits for the person counts no more', async () => {
  const own = await testDatabase()
  const alone = await testServer({ over: own })
  const { token: taken, uuid } = await makeCaller(alone, ['directory.user.manage'])
  const made = await makeDirectoryUser(alone, { first_name: 'Ada' })
  const change = () =>
    alone.call('PATCH', `/directory/users/${made.id}`, { token: taken, body: { username: 'ada' } })
  assert.equal((await change()).status, 200)
  const blocker = new Client({ connectionString: own.url })
  await blocker.connect()
  await blocker.query('begin')
  await blocker.query('select from directory_user for update')
  const waiting = change()
  await untilWaiting(alone)
  await alone.database.transaction(({ tx }) =>
    tx.deleteFrom('workspace_user_role').where('workspace_user_id', '=', uuid).execute(),
  )
  await blocker.end()
  assert.equal((await waiting).status, 403)
})

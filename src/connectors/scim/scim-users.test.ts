import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../../test/harness.ts'
import { core, scimEndpoint } from './scim-for-tests.ts'

const ada = {
  name: { givenName: 'Ada', familyName: 'Lovelace' },
  emails: [{ value: 'ada@example.com', type: 'work', primary: true }],
  title: 'Analyst',
  externalId: 'ext-1',
  [core.enterprise]: { department: 'Engines', employeeNumber: '17' },
}

test('a pushed user is a person in the same moment, with org and ids', async () => {
  const server = await testServer()
  const { send, user, people, integration } = await scimEndpoint(server)
  const made = await user('ada', ada)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.match(made.headers.get('content-type') ?? '', /application\/scim\+json/)
  assert.equal(made.headers.get('location'), made.body.meta.location)
  assert.equal(made.headers.get('etag'), made.body.meta.version)
  assert.deepEqual(made.body.schemas.toSorted(), [core.user, core.enterprise].toSorted())
  const [person] = await people()
  assert.deepEqual(
    [person.full_name, person.email, person.employee_id, person.state],
    ['Ada Lovelace', 'ada@example.com', '17', 'active'],
  )
  assert.deepEqual(person.org, { department: 'Engines', title: 'Analyst' })
  const read = await send('GET', `/Users/${made.body.id}`)
  assert.deepEqual(read.body, made.body)
  assert.equal(made.body.meta.location, `${integration.scim_url}/Users/${made.body.id}`)
})

/** JSON with numbers of any size, which are written as texts with a # here. */
const written = (body: object) => JSON.stringify(body).replaceAll(/"#(\d+)"/g, '$1')

test('a number that is pushed keeps its digits, also in a PATCH', async () => {
  const server = await testServer()
  const { send, people } = await scimEndpoint(server)
  const user = {
    schemas: [core.user],
    userName: 'ada',
    ...ada,
    [core.enterprise]: { employeeNumber: '#9007199254740993' },
  }
  const made = await send('POST', '/Users', { body: written(user) })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal((await people())[0].employee_id, '9007199254740993')
  const path = `${core.enterprise}:employeeNumber`
  const operation = { op: 'replace', path, value: '#399621000000223457' }
  const body = written({ schemas: [core.patch], Operations: [operation] })
  const patched = await send('PATCH', `/Users/${made.body.id}`, { body })
  assert.equal(patched.status, 200, JSON.stringify(patched.body))
  assert.equal((await people())[0].employee_id, '399621000000223457')
})

test('active drives the lifecycle, and a deleted user is gone', async () => {
  const server = await testServer()
  const { send, user, patch, people } = await scimEndpoint(server)
  const { body } = await user('ada', ada)
  const state = async () => (await people())[0].state
  const off = await patch(`/Users/${body.id}`, { op: 'replace', path: 'active', value: false })
  assert.deepEqual([off.status, off.body.active], [200, false])
  assert.equal(await state(), 'suspended')
  await patch(`/Users/${body.id}`, { op: 'replace', value: { active: true } })
  assert.equal(await state(), 'active')
  assert.equal((await send('DELETE', `/Users/${body.id}`)).status, 204)
  assert.equal(await state(), 'deactivated')
  const gone = await send('GET', `/Users/${body.id}`)
  assert.deepEqual(
    [gone.status, gone.body.schemas, gone.body.status],
    [404, ['urn:ietf:params:scim:api:messages:2.0:Error'], '404'],
  )
})

test('a suspended user comes back only where active is said to be true', async () => {
  const server = await testServer()
  const { send, user, patch, people } = await scimEndpoint(server)
  const { body } = await user('ada', ada)
  const address = `/Users/${body.id}`
  const shown = async () => [
    (await send('GET', address)).body.active,
    (await people())[0].state,
    (await people())[0].org.title,
  ]
  const put = async (more: object) => {
    const sent = { schemas: [core.user], userName: 'ada', ...ada, ...more }
    const answer = await send('PUT', address, { body: sent })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }
  await patch(address, { op: 'replace', path: 'active', value: false })
  await put({ title: 'Author' })
  assert.deepEqual(await shown(), [false, 'suspended', 'Author'])
  await put({ active: null })
  const removed = await patch(address, { op: 'remove', path: 'active' })
  assert.deepEqual([removed.status, removed.body.active], [200, false])
  assert.deepEqual(await shown(), [false, 'suspended', 'Analyst'])
  await put({ active: true })
  await put({})
  assert.deepEqual(await shown(), [true, 'active', 'Analyst'])
})

test('the same value and type twice is stored once, however it is sent', async () => {
  const scim = await scimEndpoint(await testServer())
  const mail = { value: 'ada@acme.example', type: 'work' }
  const twice = [mail, { ...mail, value: 'ADA@acme.example', primary: true }]
  const home = { value: 'ada@acme.example', type: 'home' }
  const made = await scim.user('ada@acme.example', { emails: [...twice, home] })
  assert.deepEqual(made.body.emails, [{ ...mail, primary: true }, home])
  const at = `/Users/${made.body.id}`
  const body = { schemas: [core.user], userName: 'ada@acme.example', emails: twice }
  assert.equal((await scim.send('PUT', at, { body })).body.emails.length, 1)
  for (const operation of [
    { op: 'replace', path: 'emails', value: [...twice, home] },
    { op: 'add', path: 'emails', value: [...twice, home] },
    { op: 'replace', value: { emails: [...twice, home] } },
  ])
    assert.equal((await scim.patch(at, operation)).body.emails.length, 2)
  const made_work = { op: 'replace', path: 'emails[type eq "home"].type', value: 'work' }
  assert.equal((await scim.patch(at, made_work)).body.emails.length, 1)
  const groups = { entitlements: [{ value: 'x' }, { value: 'x' }] }
  assert.equal((await scim.patch(at, { op: 'add', value: groups })).body.entitlements.length, 1)
})

test('a deleted user who is sent again with the same externalId is the same account if anything agrees', async () => {
  const server = await testServer()
  const { send, user, people } = await scimEndpoint(server)
  const first = await user('ada', ada)
  const [before] = await people()
  const again = async (userName: string, more: object) => {
    assert.equal((await send('DELETE', `/Users/${first.body.id}`)).status, 204)
    return user(userName, { ...ada, ...more })
  }
  const elsewhere = { emails: [{ value: 'new@example.com', primary: true }] }
  const [unnamed, unnumbered] = [
    { name: { givenName: 'Ida', familyName: 'Lund' } },
    { [core.enterprise]: {} },
  ]
  for (const [userName, more] of [
    ['ada', {}],
    ['ada2', { ...elsewhere, ...unnumbered }],
    ['ada3', { ...elsewhere, ...unnumbered }],
    ['ada4', ada],
  ] as const) {
    const answer = await again(userName, more)
    assert.deepEqual([answer.status, answer.body.id], [201, first.body.id])
    const now = await people()
    assert.deepEqual([now.length, now[0].id, now[0].state], [1, before.id, 'active'])
  }
  const other = await again('ida', { ...elsewhere, ...unnamed, ...unnumbered })
  assert.equal(other.status, 201)
  assert.notEqual(other.body.id, first.body.id)
  const waiting = await server.query(
    `select c.agrees, c.contradicts from identity_candidate c join identity i on i.id = c.identity_id where i.vendor_id = $1`,
    [other.body.id],
  )
  assert.deepEqual(waiting, [{ agrees: [], contradicts: ['address', 'name'] }])
})

test('an external id of one and the evidence of another make a user wait, and a login is no name', async () => {
  const server = await testServer()
  const { send, user, people } = await scimEndpoint(server)
  const waits = (id: string) =>
    server.query<{ email: string }>(
      `select u.email from identity_candidate c join identity i on i.id = c.identity_id
       join directory_user u on u.id = c.directory_user_id where i.vendor_id = $1 order by 1`,
      [id],
    )
  const first = await user('ada', ada)
  const bob = {
    name: { givenName: 'Bob', familyName: 'Stone' },
    emails: [{ value: 'bob@example.com', primary: true }],
  }
  await user('bob', { ...bob, externalId: 'e-bob' })
  assert.equal((await send('DELETE', `/Users/${first.body.id}`)).status, 204)
  const mixed = await user('bob2', { ...bob, externalId: ada.externalId })
  assert.equal(mixed.status, 201)
  const emails = (await waits(mixed.body.id)).map(({ email }) => email)
  assert.ok(emails.length === 2 && emails.includes('bob@example.com'), emails.join())

  const count = (await people()).length
  const address = [{ value: 'desk@example.com', primary: true }]
  const desk = await user('desk', { externalId: 'e1', emails: address })
  assert.equal((await send('DELETE', `/Users/${desk.body.id}`)).status, 204)
  await user('desk', { externalId: 'e2', emails: address })
  const desks = (await people()).filter(
    ({ email }: { email: string }) => email === 'desk@example.com',
  )
  assert.deepEqual(
    [desks.length, desks.map(({ state }: { state: string }) => state).toSorted()],
    [2, ['active', 'deactivated']],
  )
  assert.equal((await people()).length, count + 2)
})

const numbered = (n: number) => ({
  externalId: `e${n}`,
  name: { givenName: `Given${n}`, familyName: `Family${n}` },
  emails: [{ value: `p${n}@example.com`, primary: true }],
})

test('a user whose deletion is held or rejected, and who is sent again, keeps their id, and the hold ends', async () => {
  for (const isRejected of [false, true]) {
    const server = await testServer()
    const scim = await scimEndpoint(server)
    const ids: string[] = []
    for (let n = 0; n < 5; n += 1) ids.push((await scim.user(`u${n}`, numbered(n))).body.id)
    const limits = { account_limit_percent: 10, account_limit_people: 2 }
    await server.call('PATCH', scim.path, { token: scim.token, body: limits })
    for (const id of ids.slice(0, 4)) await scim.send('DELETE', `/Users/${id}`)
    const incidents = async () =>
      (await server.get('/policy/incidents?filter[state]=open', scim.token)).body.data
    const [open] = await incidents()
    assert.equal(open.people, 2)
    if (isRejected) {
      const body = {
        reason: 'they are here',
        digest: (await server.get(`/policy/incidents/${open.id}`, scim.token)).body.effect.digest,
      }
      const path = `/policy/incidents/${open.id}/reject`
      assert.equal((await server.call('POST', path, { token: scim.token, body })).status, 200)
    }
    for (let n = 0; n < 4; n += 1) {
      const again = await scim.user(`u${n}`, numbered(n))
      assert.deepEqual([again.status, again.body.id], [201, ids[n]])
    }
    assert.deepEqual(await incidents(), [])
    const people = await scim.people()
    assert.deepEqual(
      people.map(({ state }: { state: string }) => state),
      ['active', 'active', 'active', 'active', 'active'],
    )
    const held = await server.query('select from held_account where incident_id is not null')
    assert.equal(held.length, 0)
  }
})

import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { connectOkta } from '../../../test/connect-okta.ts'
import { makeCaller, makeOwner, testServer, type Answer } from '../../../test/harness.ts'
import { importByApi } from '../../../test/import-by-api.ts'
import { okta } from '../../../test/import-world.ts'
import {
  deleteDirectoryUser,
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
  type Made,
} from '../../../test/people.ts'
import { encodeId } from '../../contract/ids.ts'

const start = Date.parse('2026-03-01T12:00:00Z')
const day = 86_400_000
let now = start
const server = await testServer({ clock: () => new Date(now) })
const { token } = await makeCaller(server, ['directory.user.view', 'directory.user.manage'])
const idp = await makeIntegration(server, { handle: 'corp-idp', is_primary: true })

const inDays = (days: number) => new Date(now + days * day).toISOString()

/** Describes the person of every answer, and compares both. */
async function step(person: Made, verb: string, body?: object): Promise<Answer> {
  const answer = await server.call('POST', `/directory/users/${person.id}/${verb}`, { token, body })
  if (answer.status === 200) {
    const found = await server.get(`/directory/users/${person.id}`, token)
    assert.deepEqual(answer.body, found.body)
    assert.equal(answer.headers.get('etag'), found.headers.get('etag'))
  }
  return answer
}

const describe = async (person: Made) =>
  (await server.get(`/directory/users/${person.id}`, token)).body

/** A person in each state, without the API. */
const states = {
  staged: { base_state: 'staged' },
  active: { base_state: 'active' },
  expiring: { base_state: 'active', expires_at: inDays(30) },
  expired: { base_state: 'active', expires_at: inDays(-30) },
  suspended: { base_state: 'suspended' },
  deactivated: { base_state: 'deactivated' },
  'staged with an end': { base_state: 'staged', expires_at: inDays(30) },
  'suspended with an end': { base_state: 'suspended', expires_at: inDays(30) },
  'deactivated with an end to come': { base_state: 'deactivated', expires_at: inDays(30) },
  'deactivated with an end that has passed': { base_state: 'deactivated', expires_at: inDays(-30) },
} as const
type Start = keyof typeof states

const end = inDays(30)
const later = inDays(60)
/** The result of each step for a person in that state and with that end; null where it is refused. */
const table: Record<
  Start,
  Record<'activate' | 'expire' | 'suspend' | 'deactivate', [string, string | null] | null>
> = {
  staged: {
    activate: ['active', null],
    expire: ['staged', later],
    suspend: ['suspended', null],
    deactivate: ['deactivated', null],
  },
  active: {
    activate: null,
    expire: ['expiring', later],
    suspend: ['suspended', null],
    deactivate: ['deactivated', null],
  },
  expiring: {
    activate: ['active', null],
    expire: ['expiring', later],
    suspend: ['suspended', end],
    deactivate: ['deactivated', end],
  },
  expired: {
    activate: ['active', null],
    expire: null,
    suspend: null,
    deactivate: ['deactivated', inDays(-30)],
  },
  suspended: {
    activate: ['active', null],
    expire: ['suspended', later],
    suspend: null,
    deactivate: ['deactivated', null],
  },
  deactivated: { activate: ['active', null], expire: null, suspend: null, deactivate: null },
  'staged with an end': {
    activate: ['expiring', end],
    expire: ['staged', later],
    suspend: ['suspended', end],
    deactivate: ['deactivated', end],
  },
  'suspended with an end': {
    activate: ['expiring', end],
    expire: ['suspended', later],
    suspend: null,
    deactivate: ['deactivated', end],
  },
  'deactivated with an end to come': {
    activate: ['expiring', end],
    expire: null,
    suspend: null,
    deactivate: null,
  },
  'deactivated with an end that has passed': {
    activate: ['active', null],
    expire: null,
    suspend: null,
    deactivate: null,
  },
}

suite('a step is allowed in the states of the table, and does what the table says', () => {
  for (const [from, steps] of Object.entries(table)) {
    for (const [verb, expected] of Object.entries(steps)) {
      const outcome = expected === null ? 'is refused' : `makes ${expected[0]}`
      test(`${verb} of who is ${from} ${outcome}`, async () => {
        const person = await makeDirectoryUser(server, startOf(from))
        const before = await describe(person)
        const answer = await step(person, verb, verb === 'expire' ? { at: later } : undefined)
        if (expected === null) return assertRefused(answer, person, before)
        assert.equal(answer.status, 200, answer.text)
        assert.deepEqual([answer.body.state, answer.body.timestamp.expires_at], expected)
        const [row] = await auditRows(person)
        assert.equal(row?.event, `directory.user.${verb}`)
      })
    }
    test(`delete and restore of who is ${from}`, async () => {
      const person = await makeDirectoryUser(server, startOf(from))
      const before = await describe(person)
      await assertRefused(await step(person, 'restore'), person, before)
      const deleted = await server.call('DELETE', `/directory/users/${person.id}`, { token })
      assert.equal(deleted.status, 204, deleted.text)
      const gone = await describe(person)
      assert.deepEqual([gone.state, gone.timestamp.deleted_at], ['deactivated', inDays(0)])
      for (const verb of ['activate', 'expire', 'suspend', 'deactivate']) {
        const body = verb === 'expire' ? { at: later } : undefined
        await assertRefused(await step(person, verb, body), person, gone)
      }
      const again = await server.call('DELETE', `/directory/users/${person.id}`, { token })
      await assertRefused(again, person, gone)
      const restored = await step(person, 'restore')
      assert.deepEqual(
        [restored.status, restored.body.state, restored.body.timestamp.deleted_at],
        [200, 'deactivated', null],
      )
    })
  }
})

function startOf(from: string) {
  const found = Object.entries(states).find(([name]) => name === from)
  assert.ok(found)
  return found[1]
}

async function assertRefused(answer: Answer, person: Made, before: unknown): Promise<void> {
  assert.equal(answer.status, 422, answer.text)
  assert.deepEqual(Object.keys(answer.body.errors), ['state'])
  assert.deepEqual(await describe(person), before)
}

function auditRows(person: Made) {
  return server.query<{ event: string; changes: Record<string, { old: unknown; new: unknown }> }>(
    'select event, changes from audit_log where record_id = $1 order by sequence desc',
    [person.uuid],
  )
}

test('whom a primary identity governs is suspended at the source', async () => {
  const person = await makeDirectoryUser(server)
  await makeIdentity(server, idp, person, { primary: true })
  const answer = await step(person, 'suspend')
  assert.equal(answer.status, 422)
  assert.match(answer.body.errors.state[0], /corp-idp/)
})

test('an end is an instant to come, and moves', async () => {
  const person = await makeDirectoryUser(server)
  for (const at of [inDays(0), inDays(-1), '2027-02-30T00:00:00Z', '1 May']) {
    const answer = await step(person, 'expire', { at })
    assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [422, ['at']])
  }
  assert.deepEqual(Object.keys((await step(person, 'expire')).body.errors), ['body'])
  assert.deepEqual(Object.keys((await step(person, 'expire', {})).body.errors), ['at'])
  for (const at of [inDays(3), inDays(2)]) {
    assert.equal((await step(person, 'expire', { at })).body.timestamp.expires_at, at)
  }
})

test('a version that is not the current one is 412, after what the state refuses', async () => {
  const person = await makeDirectoryUser(server)
  const path = `/directory/users/${person.id}`
  const headers = { 'if-match': '"7.0"' }
  const answer = await server.call('POST', `${path}/suspend`, { token, headers })
  assert.equal(answer.status, 412)
  const refused = await server.call('POST', `${path}/activate`, { token, headers })
  assert.equal(refused.status, 422)
  const { headers: current } = await server.get(path, token)
  const fits = { 'if-match': current.get('etag') ?? '' }
  assert.equal((await server.call('DELETE', path, { token, headers: fits })).status, 204)
  assert.equal((await server.call('POST', `${path}/restore`, { token, headers: fits })).status, 412)
})

suite('a dated start', () => {
  for (const from of ['staged', 'suspended', 'deactivated', 'expired'] as const) {
    test(`of who is ${from} comes at its instant, by the clock`, async () => {
      const person = await makeDirectoryUser(server, startOf(from))
      const at = inDays(5)
      const planned = await step(person, 'activate', { at })
      assert.deepEqual([planned.status, planned.body.state], [200, from])
      const [row] = await auditRows(person)
      assert.deepEqual(row?.changes, { activates_at: { old: null, new: at } })
      now += 6 * day
      const started = await describe(person)
      assert.deepEqual([started.state, started.timestamp.expires_at], ['active', null])
      const [started_row] = await auditRows(person)
      assert.equal(started_row?.event, 'directory.user.activated')
      assert.deepEqual(started_row?.changes['state'], { old: from, new: 'active' })
    })
  }

  test('stands in lists of people, whose rows no contract fixes, until it is there or taken back', async () => {
    const person = await makeDirectoryUser(server, { base_state: 'staged', last_name: 'Startwell' })
    const listed = async () => {
      const path = '/directory/users?filter[search]=startwell'
      return (await server.get(path, token)).body.data[0].timestamp.activates_at
    }
    assert.equal(await listed(), null)
    await step(person, 'activate', { at: inDays(5) })
    assert.equal(await listed(), inDays(5))
    assert.ok(!('activates_at' in (await describe(person)).timestamp))
    await step(person, 'deactivate')
    assert.equal(await listed(), null)
  })

  test('is in the future, before the end, and for who is not active yet', async () => {
    const staged = await makeDirectoryUser(server, { base_state: 'staged', expires_at: inDays(9) })
    for (const at of [inDays(0), inDays(-1), inDays(9), inDays(10)]) {
      const answer = await step(staged, 'activate', { at })
      assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [422, ['at']])
    }
    assert.equal((await step(staged, 'activate', { at: inDays(8) })).status, 200)
    const early = await step(staged, 'expire', { at: inDays(8) })
    assert.deepEqual(Object.keys(early.body.errors), ['at'])
    const active = await makeDirectoryUser(server)
    const answer = await step(active, 'activate', { at: inDays(8) })
    assert.deepEqual(Object.keys(answer.body.errors), ['state'])
  })

  test('moves with another one, and comes at once without one', async () => {
    const person = await makeDirectoryUser(server, { base_state: 'staged' })
    await step(person, 'activate', { at: inDays(3) })
    await step(person, 'activate', { at: inDays(6) })
    now += 4 * day
    assert.equal((await describe(person)).state, 'staged')
    assert.equal((await step(person, 'activate')).body.state, 'active')
    now += 4 * day
    assert.equal((await auditRows(person)).length, 3)
  })

  for (const verb of ['suspend', 'deactivate', 'delete']) {
    test(`is taken back by ${verb}`, async () => {
      const person = await makeDirectoryUser(server, { base_state: 'staged' })
      await step(person, 'activate', { at: inDays(3) })
      if (verb === 'delete') await server.call('DELETE', `/directory/users/${person.id}`, { token })
      else await step(person, verb)
      now += 4 * day
      const { state } = await describe(person)
      assert.equal(state, verb === 'suspend' ? 'suspended' : 'deactivated')
      assert.deepEqual(await starts(person), [])
    })
  }

  test('of who is deactivated is taken back by deactivating them again, once', async () => {
    const person = await makeDirectoryUser(server, { base_state: 'deactivated' })
    await step(person, 'activate', { at: inDays(3) })
    assert.equal((await step(person, 'deactivate')).status, 200)
    assert.equal((await step(person, 'deactivate')).status, 422)
    assert.deepEqual(await starts(person), [])
  })

  test('is taken back when the source deactivates the person meanwhile', async () => {
    const person = await makeDirectoryUser(server, { base_state: 'staged' })
    await step(person, 'activate', { at: inDays(3) })
    await server.query(`update directory_user set base_state = 'deactivated' where id = $1`, [
      person.uuid,
    ])
    assert.deepEqual(await starts(person), [])
  })

  for (const base_state of ['staged', 'deactivated'] as const) {
    test(`and an end that both pass while nobody looks are settled one after the other (${base_state})`, async () => {
      const person = await makeDirectoryUser(server, { base_state, expires_at: inDays(5) })
      await step(person, 'activate', { at: inDays(2) })
      now += 9 * day
      assert.equal((await describe(person)).state, 'expired')
      const rows = await auditRows(person)
      assert.deepEqual(
        rows.slice(0, 2).map(({ event, changes }) => [event, changes['state']]),
        [
          ['directory.user.expired', { old: 'expiring', new: 'expired' }],
          ['directory.user.activated', { old: base_state, new: 'expiring' }],
        ],
      )
      assert.deepEqual(await starts(person), [])
    })
  }
})

function starts(person: Made) {
  return server.query('select kind from due_instant where record_id = $1', [person.uuid])
}

test('the refusal of a step of somebody deleted says how to go on', async () => {
  const person = await makeDirectoryUser(server)
  await deleteDirectoryUser(server, person)
  const answer = await step(person, 'deactivate')
  assert.match(answer.body.errors.state[0], /restore/)
})

test('who is restored has the names and the address that their source has given them since', async () => {
  const world = await testServer()
  const owner = await makeOwner(world)
  const id = encodeId('integration', await connectOkta(world.database, []))
  const load = (lastName: string, email: string) =>
    importByApi(world, {
      token: owner.token,
      path: `/workspace/integrations/${id}`,
      file: [okta('ada', { profile: { lastName, email } })],
    })
  const call = (method: string, path: string) => world.call(method, path, { token: owner.token })
  await load('Byron', 'ada.byron@example.com')
  const [{ id: ada }] = (await call('GET', '/directory/users')).body.data
  assert.equal((await call('DELETE', `/directory/users/${ada}`)).status, 204)
  await load('King', 'ada.king@example.com')
  const { body, text } = await call('POST', `/directory/users/${ada}/restore`)
  assert.deepEqual(
    [body.state, body.last_name, body.email, body.username],
    ['deactivated', 'King', 'ada.king@example.com', 'ada.king'],
    text,
  )
})

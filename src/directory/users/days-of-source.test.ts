import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeOwner, testServer } from '../../../test/harness.ts'
import { importByApi } from '../../../test/import-by-api.ts'

const day = 86_400_000
// Tokens of tests end a day from the real time.
const start = Date.now() - 60 * day
let now = start
const server = await testServer({ clock: () => new Date(now) })
const { token } = await makeOwner(server)
const dateIn = (days: number) => new Date(start + days * day).toISOString().slice(0, 10)
const beginOf = (date: string) => `${date}T00:00:00.000Z`

const created = await server.call('POST', '/workspace/integrations', {
  token,
  body: { handle: 'hr', vendor: 'file', type: 'file', is_primary: true },
})
const path = `/workspace/integrations/${created.body.id}`

type Row = { id: string; hired?: string; ends?: string; status?: string }

async function read(...rows: Row[]) {
  const lines = rows.map(({ id, hired = '', ends = '', status = '' }) =>
    [id, id, 'Last', `${id}@acme.example`, hired, ends, status].join(','),
  )
  const header = 'id,first_name,last_name,email,first_day,last_day,state'
  return importByApi(server, { token, path, file: [header, ...lines].join('\n'), query: '' })
}

async function person(name: string) {
  const { body } = await server.get(`/directory/users?filter[search]=${name}`, token)
  const [found] = body.data
  assert.ok(found, `nobody is called ${name}`)
  return found
}

const act = (id: string, verb: string, body?: object) =>
  server.call('POST', `/directory/users/${id}/${verb}`, { token, body })

test('the list, describe and explain say which day of which source decides', async () => {
  now = start
  await read(
    { id: 'ends', ends: dateIn(10) },
    { id: 'begins', hired: dateIn(3) },
    { id: 'over', ends: dateIn(-5), status: 'Active' },
    { id: 'plain', status: 'Active' },
  )
  const found = async (name: string) => {
    const { id, state, state_source: source } = await person(name)
    const { body } = await server.get(`/directory/users/${id}?include=state-source`, token)
    assert.deepEqual(body.state_source, source)
    return [state, source]
  }
  const by = { by: 'source', integration_handle: 'hr' }
  assert.deepEqual(await found('ends'), ['expiring', { ...by, day: 'last_day', date: dateIn(10) }])
  assert.deepEqual(await found('begins'), ['staged', { ...by, day: 'first_day', date: dateIn(3) }])
  assert.deepEqual(await found('over'), [
    'deactivated',
    { ...by, day: 'last_day', date: dateIn(-5) },
  ])
  assert.deepEqual(await found('plain'), ['active', { ...by, day: null, date: null }])
  const { id } = await person('plain')
  await act(id, 'expire', { at: beginOf(dateIn(20)) })
  const nobody = { by: 'administrator', integration_handle: null, day: null, date: null }
  assert.deepEqual(await found('plain'), ['expiring', nobody])
})

test('a person begins on the first day and expires after the last, by the clock alone', async () => {
  now = start
  await read({ id: 'clock', hired: dateIn(2), ends: dateIn(5) })
  const { id } = await person('clock')
  const states = []
  for (const days of [0, 3, 5, 7]) {
    now = start + days * day
    states.push((await server.get(`/directory/users/${id}`, token)).body.state)
  }
  assert.deepEqual(states, ['staged', 'expiring', 'expiring', 'expired'])
})

test('activating takes an administrator’s end away, and the source’s counts again', async () => {
  now = start
  await read({ id: 'both', ends: dateIn(10) })
  const { id } = await person('both')
  const sources = beginOf(dateIn(11))
  const alone = await act(id, 'activate')
  assert.equal(alone.status, 422)
  assert.match(alone.body.errors.state[0], /last day that the integration hr gives/)
  assert.equal((await act(id, 'expire', { at: beginOf(dateIn(20)) })).status, 200)
  const cleared = await act(id, 'activate')
  assert.deepEqual(
    [cleared.status, cleared.body.state, cleared.body.timestamp.expires_at],
    [200, 'expiring', sources],
  )
  // The same end as the source's is an administrator's too.
  await act(id, 'expire', { at: sources })
  await read({ id: 'both', ends: dateIn(30) })
  assert.equal((await person('both')).timestamp.expires_at, sources)
})

test('activating overrides a last day that has passed, until the source gives another one', async () => {
  now = start
  await read({ id: 'late', ends: dateIn(2) })
  const { id } = await person('late')
  now = start + 5 * day
  assert.equal((await person('late')).state, 'expired')
  const back = await act(id, 'activate')
  assert.deepEqual([back.body.state, back.body.timestamp.expires_at], ['active', null])
  await read({ id: 'late', ends: dateIn(2), status: 'Active' })
  assert.equal((await person('late')).state, 'active', 'the same day again')
  await read({ id: 'late', ends: dateIn(3) })
  assert.notEqual((await person('late')).state, 'active', 'another day')
})

test('who is deactivated by a last day is activated by an administrator, and stays so', async () => {
  now = start
  await read({ id: 'former', ends: dateIn(-9) })
  const { id } = await person('former')
  const back = await act(id, 'activate')
  assert.deepEqual([back.status, back.body.state], [200, 'active'])
  await read({ id: 'former', ends: dateIn(-9), status: 'Active' })
  assert.equal((await person('former')).state, 'active')
})

const patch = (body: object) => server.call('PATCH', path, { token, body })

test('the time zone of a source is set, shown and refused where it is unknown', async () => {
  assert.equal(created.body.time_zone, 'UTC')
  const set = await patch({ time_zone: 'Asia/Tokyo', time_zone_profile_key: 'zone' })
  assert.deepEqual([set.body.time_zone, set.body.time_zone_profile_key], ['Asia/Tokyo', 'zone'])
  const wrong = await patch({ time_zone: 'Mars/Base' })
  assert.equal(wrong.status, 422)
  assert.match(wrong.body.errors.time_zone[0], /Mars\/Base/)
  await patch({ time_zone: 'UTC', time_zone_profile_key: null })
})

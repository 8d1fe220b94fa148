import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { announceDue } from '../due/announce-due.ts'
import type { CloudEventJson } from './schema.ts'
import { eventTypes } from '../../contract/event-types.ts'
import { auditEvents } from '../../contract/audit-events.ts'
import { renewEventOrigin } from './read-page.ts'

const server = await testServer()
const owner = await makeOwner(server)
const pathOf = (url: string) => url.replace('https://muster.example/api/v1', '')

async function readAll(path: string, token = owner.token) {
  const events: CloudEventJson[] = []
  for (let next = path; ;) {
    const { body, status, text } = await server.get(next, token)
    assert.equal(status, 200, text)
    events.push(...body.data)
    next = pathOf(body.links.next)
    if (body.has_more === false) return { events, next }
  }
}

const makePerson = async (first: string) => {
  const { body } = await server.call('POST', '/directory/users', {
    token: owner.token,
    body: { first_name: first, last_name: 'Moreau', email: `${first.toLowerCase()}@acme.example` },
  })
  return String(body.id)
}
const act = (id: string, verb: string, body?: object) =>
  server.call('POST', `/directory/users/${id}/${verb}`, { token: owner.token, body })
const short = ({ type, subject, sequence, data }: CloudEventJson) => ({
  type,
  subject,
  sequence,
  state: data.state,
})

test('a change of a person is an event with ids and the keys that changed, and the next page begins after it', async () => {
  const { next } = await readAll('/events')
  const ada = await makePerson('Ada')
  const { events, next: after } = await readAll(next)
  const [event] = events
  assert.ok(event !== undefined)
  const { id, time, position, data, ...rest } = event
  assert.match(id, /^audlg_/)
  assert.ok(Math.abs(Date.parse(time) - Date.now()) < 60_000)
  assert.ok(Number(position) > 0)
  assert.deepEqual(rest, {
    specversion: '1.0',
    source: 'https://muster.example',
    type: 'muster.directory.user.create',
    subject: ada,
    datacontenttype: 'application/json',
    sequence: '1',
    sequencetype: 'Integer',
  })
  assert.deepEqual(data, {
    user: { id: ada, name: 'Ada Moreau' },
    record: { type: 'directory_user', id: ada },
    resource: null,
    ruleset_id: null,
    rule_id: null,
    integration_id: null,
    role: null,
    state: { from: null, to: 'staged' },
    reason: null,
    due_at: null,
    changed: [
      'base_state',
      'email',
      'first_name',
      'last_name',
      'provisioned_at',
      'state',
      'username',
    ],
    actor: { type: 'user', id: owner.id },
    request_id: data.request_id,
  })
  assert.deepEqual((await readAll(after)).events, [])
  await act(ada, 'activate')
  assert.deepEqual((await readAll(after)).events.map(short), [
    {
      type: 'muster.directory.user.activate',
      subject: ada,
      sequence: '2',
      state: { from: 'staged', to: 'active' },
    },
  ])
})

test('filters choose events by type and person, and their numbers show what is left out', async () => {
  const bea = await makePerson('Bea')
  await act(bea, 'activate')
  await act(bea, 'suspend')
  const all = await readAll(`/events?filter[user]=${bea}`)
  assert.deepEqual(
    all.events.map(({ sequence }) => sequence),
    ['1', '2', '3'],
  )
  const path = `/events?filter[user]=${bea}&filter[type]=directory.user.suspend,policy.user.create&page[size]=1`
  const some = await readAll(path)
  assert.deepEqual(
    some.events.map(({ type, sequence }) => [type, sequence]),
    [['muster.directory.user.suspend', '3']],
  )
  assert.match(some.next, /filter%5Btype%5D/, 'the next page has the same filters')
  const none = await server.get('/events?filter[resource]=nothing', owner.token)
  assert.equal(none.status, 400)
})

test('names are sent to readers who may see people', async () => {
  await makePerson('Cleo')
  const blind = await makeCaller(server, ['audit.log.view'])
  const { events } = await readAll('/events', blind.token)
  assert.ok(events.length > 0)
  assert.deepEqual([...new Set(events.map(({ data }) => data.user?.name))], [null])
  const without = await makeCaller(server, ['directory.user.view'])
  assert.equal((await server.get('/events', without.token)).status, 403)
})

test('since gives what is not earlier, and since with after is refused', async () => {
  const { next } = await readAll('/events')
  const since = new Date(Date.now() + 20).toISOString()
  await new Promise((resolve) => setTimeout(resolve, 50))
  const dora = await makePerson('Dora')
  const { events } = await readAll(`/events?since=${since}`)
  assert.deepEqual(
    events.map(({ subject }) => subject),
    [dora],
  )
  const empty = await readAll(`/events?since=${new Date(Date.now() + 1000).toISOString()}`)
  assert.deepEqual((await readAll(empty.next)).events, [], 'the next page too')
  assert.equal((await server.get(`${next}&since=${since}`, owner.token)).status, 400)
  assert.equal((await server.get('/events?since=2026-02-30T00:00:00Z', owner.token)).status, 400)
  const rows = { accept: 'application/x-ndjson' }
  assert.equal((await server.get('/events', owner.token, rows)).status, 406, 'it has no end')
})

test('a cursor that was made up is refused, and one of another database is gone, with what to do', async () => {
  for (const text of [
    'x',
    'W10',
    Buffer.from('[1,"000000000000",0,null,"9:3:",null,0,null]').toString('base64url'),
  ])
    assert.equal((await server.get(`/events?after=${text}`, owner.token)).status, 400)
  const { next } = await readAll('/events')
  const before = (await server.query('select settled from event_origin'))[0]
  await server.query(`update event_origin set identity = 'another cluster'`)
  await renewEventOrigin(server.database)
  const answer = await server.get(next, owner.token)
  assert.equal(answer.status, 410)
  assert.match(answer.body.message, /Repeat the request with since=/)
  assert.notDeepEqual((await server.query('select settled from event_origin'))[0], before)
  assert.ok((await readAll('/events')).events.length > 0, 'what was restored is read')
})

test('what falls due within seven days is announced once for each instant', async () => {
  const { next } = await readAll('/events')
  const eve = await makePerson('Eve')
  await act(eve, 'activate')
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString()
  await act(eve, 'expire', { at: soon })
  const { signal } = new AbortController()
  assert.equal(await announceDue(server.database, signal), 1)
  assert.equal(await announceDue(server.database, signal), 0)
  const later = new Date(Date.now() + 4 * 86_400_000).toISOString()
  await act(eve, 'expire', { at: later })
  assert.equal(await announceDue(server.database, signal), 1)
  await act(eve, 'expire', { at: new Date(Date.now() + 9 * 86_400_000).toISOString() })
  assert.equal(await announceDue(server.database, signal), 0)
  const { events } = await readAll(next)
  assert.deepEqual(
    events
      .filter(({ type }) => type === 'muster.directory.user.due')
      .map(({ data, subject }) => [subject, data.due_at, data.actor.type]),
    [
      [eve, soon, 'system'],
      [eve, later, 'system'],
    ],
  )
})

test('each type of event is an audit event that the database knows as one', async () => {
  const rows = await server.query<{ event: string }>(
    'select event from unnest($1::text[]) event where is_event(event)',
    [Object.keys(auditEvents)],
  )
  assert.deepEqual(rows.map(({ event }) => event).toSorted(), [...eventTypes].toSorted())
})

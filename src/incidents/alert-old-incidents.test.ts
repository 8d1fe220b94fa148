import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { testServer } from '../../test/harness.ts'
import { hour, incidentsWorld, staff, type Feed } from '../../test/incidents-world.ts'
import { alertOldIncidents } from './alert-old-incidents.ts'

const suspended: Feed = Object.fromEntries(
  Object.entries(staff).map(([name, account]) => [name, { ...account, status: 'SUSPENDED' }]),
)

test('an incident with account ends is reported once a day from 24 hours on, however many processes there are', async () => {
  const world = await incidentsWorld(staff)
  const { server, token } = world
  const other = await testServer({ over: server, clock: () => server.database.now() })
  const lines: { level: number; incident: string; accountEnds: number }[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const report = () =>
    Promise.all([server, other, server].map(({ database }) => alertOldIncidents(database, log)))

  const { incident } = await world.feed(suspended)
  world.pass(23 * hour)
  await report()
  assert.deepEqual(lines, [])
  world.pass(hour)
  await report()
  assert.deepEqual(
    lines.map(({ level, incident: id, accountEnds }) => [level, id, accountEnds]),
    [[40, incident?.id, 42]],
  )
  await world.feed(suspended)
  world.pass(23 * hour)
  await report()
  assert.equal(lines.length, 1)
  world.pass(hour)
  await report()
  assert.equal(lines.length, 2)
  const { data } = (await server.get('/audit/logs?filter[event]=policy.incident.alert', token)).body
  assert.equal(data.length, 2)
  const shown = (await server.get(`/policy/incidents/${incident?.id}`, token)).body
  assert.equal(shown.timestamp.alerted_at, server.database.now().toISOString())

  await world.feed(staff)
  world.pass(48 * hour)
  await report()
  assert.equal(lines.length, 2)
})

test('an incident without account ends is not reported', async () => {
  const world = await incidentsWorld(staff)
  const moved = Object.fromEntries(
    Object.entries(staff).map(([name, account]) => [name, { ...account, department: 'Legal' }]),
  )
  assert.equal((await world.feed(moved)).incident?.people, 20)
  world.pass(48 * hour)
  assert.equal(await alertOldIncidents(world.server.database, pino({ level: 'silent' })), 0)
})

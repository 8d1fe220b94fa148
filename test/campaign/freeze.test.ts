import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { makeOwner, testDatabase } from '../harness.ts'
import { makeDirectoryUser } from '../people.ts'
import { startServers, type ServerProcess } from '../server-process.ts'
import { untilWaiting } from '../until-waiting.ts'
import { until } from '../until.ts'
import { rounds } from './rounds.ts'

const own = await testDatabase()
const { token } = await makeOwner(own)
const person = await makeDirectoryUser(own, { first_name: 'Before' })
const path = `/directory/users/${person.id}`
const servers = startServers(own.url)

async function call(server: ServerProcess, method: string, body?: object) {
  const response = await fetch(`${server.origin}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}

const rename = (server: ServerProcess, firstName: string) =>
  call(server, 'PATCH', { first_name: firstName })

const readsAs = async (server: ServerProcess, firstName: string) => {
  const { status, text } = await call(server, 'GET')
  assert.equal(status, 200, text)
  assert.equal(JSON.parse(text).first_name, firstName)
}

test('a process starts and serves beside one that is frozen while it answers from memory', async () => {
  const frozen = await servers.start()
  await readsAs(frozen, 'Before')
  frozen.signal('SIGSTOP')
  const other = await servers.start()
  assert.equal((await rename(other, 'Later')).status, 200)
  await readsAs(other, 'Later')
  assert.match(other.log(), /Ended the session of process [0-9a-f-]{36} \(session \d+\)/)
  frozen.signal('SIGCONT')
  await readsAs(frozen, 'Later')
})

test('a process that is frozen inside a write stops nobody, and afterwards acknowledges only a write that is there', async (t) => {
  const [first = await servers.start(), second = await servers.start()] = servers.running()
  let frozenWrites = 0
  for (const round of rounds(2)) {
    const [frozen, other] = round % 2 === 0 ? [second, first] : [first, second]
    const blocker = new Client({ connectionString: own.url })
    await blocker.connect()
    await blocker.query('begin')
    const { rows } = await blocker.query<{ session: number }>(
      'select pg_backend_pid() as session from directory_user where id = $1 for update',
      [person.uuid],
    )
    const lost = rename(frozen, `Lost ${round}`)
    // A process that waits for the lease waits for a lock, too.
    await untilWaiting(own, 1, rows[0]?.session)
    frozen.signal('SIGSTOP')
    // Its statement continues in PostgreSQL; its transaction keeps the policy lock and the row.
    await blocker.end()

    // On a busy machine the session may end after the ten seconds of one request, which asks to be repeated.
    await until(async () => (await rename(other, `Kept ${round}`)).status === 200, 'a write')
    await readsAs(other, `Kept ${round}`)
    frozen.signal('SIGCONT')
    const answer = await lost
    // Its transaction is lost. Where time is left, the request tries once more, which is a write like any other.
    if (answer.status !== 200) assert.equal(answer.status, 503, answer.text)
    const now = answer.status === 200 ? `Lost ${round}` : `Kept ${round}`
    await readsAs(frozen, now)
    await readsAs(other, now)
    // It may still find a connection that the other process ended.
    await until(async () => (await fetch(`${frozen.origin}/readyz`)).ok, 'a process that is ready')
    frozenWrites = round
  }
  t.diagnostic(
    `${frozenWrites} writes frozen, each ended by the other process and none acknowledged that is not there`,
  )
})

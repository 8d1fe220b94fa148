import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { testDatabase } from '../../test/harness.ts'
import { policyLockKey } from './policy-lock.ts'
import {
  endSession,
  findHolder,
  findBlockingSessions,
  leaseSessionName,
  sessionName,
  type Query,
} from './silent-sessions.ts'
import { until } from '../../test/until.ts'

const { url, query } = await testDatabase()

async function connect(name: string, role?: string): Promise<Client> {
  const own = new URL(url)
  if (role !== undefined) own.username = role
  const client = new Client({ connectionString: own.href, application_name: name })
  await client.connect()
  // The database is dropped first.
  client.on('error', () => undefined)
  after(() => client.end())
  return client
}

const looking = await connect('looking')

async function silenceOf(process: string): Promise<number | undefined> {
  const blocking = await findBlockingSessions(
    (text, values) => looking.query(text, values),
    policyLockKey,
  )
  return blocking.find((obstacle) => obstacle.process === process)?.silentSeconds
}

async function holdPolicyLock(process: string): Promise<Client> {
  const writing = await connect(sessionName(process))
  await writing.query('begin')
  await writing.query('select pg_advisory_xact_lock_shared($1)', [policyLockKey])
  return writing
}

const isHeard = (silentSeconds: number | undefined) =>
  silentSeconds !== undefined && silentSeconds < 0.5

test('a process that waits for PostgreSQL itself is not silent', async () => {
  const process = randomUUID()
  await holdPolicyLock(process)
  const lease = await connect(leaseSessionName(process))
  lease.query('select pg_sleep(600)').catch(() => undefined)
  const slow = `select from pg_stat_activity where query like '%pg_sleep(600)%' and application_name = $1
    and query_start < clock_timestamp() - interval '1 second'`
  await until(async () => (await query(slow, [leaseSessionName(process)])).length > 0)
  assert.ok(isHeard(await silenceOf(process)))
})

const secondsNow = async () =>
  (await query<{ now: number }>('select extract(epoch from clock_timestamp())::float8 as now'))[0]
    ?.now ?? Number.NaN

test('a process that lost its lease is heard by its other sessions', async () => {
  const process = randomUUID()
  await holdPolicyLock(process)
  await sleep(1000)
  assert.ok(!isHeard(await silenceOf(process)))
  const other = await connect(sessionName(process))
  const before = await secondsNow()
  await other.query('select 1')
  const silent = await silenceOf(process)
  assert.ok(silent !== undefined && silent <= (await secondsNow()) - before)
})

test('another role sees and ends the sessions of the server once that role is granted to it', async () => {
  const suffix = randomUUID().slice(0, 8)
  const [owner, login] = [`owner_${suffix}`, `login_${suffix}`]
  await query(`create role ${owner} login; create role ${login} login`)
  const holding = await connect(leaseSessionName(randomUUID()), login)
  await holding.query('select pg_advisory_lock(4712)')
  const client = await connect('migrating', owner)
  const asOwner: Query = (text, values) => client.query(text, values)
  const hidden = await findHolder(asOwner, 4712)
  assert.equal(hidden?.silentSeconds, null)
  assert.equal(await endSession(asOwner, hidden.pid), false)

  await query(`grant ${login} to ${owner}`)
  const seen = await findHolder(asOwner, 4712)
  assert.ok(seen?.silentSeconds !== null && seen !== undefined)
  assert.equal(await endSession(asOwner, seen.pid), true)
  await client.end()
  await query(`drop role ${owner}; drop role ${login}`)
})

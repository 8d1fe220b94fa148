import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { connectDatabase } from '../../src/database/connect-database.ts'
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.ts'
import { migrate } from '../../src/database/migrate.ts'
import { makeOwner, testServer, type Answer, type TestDatabase } from '../harness.ts'
import { rounds } from './rounds.ts'

const crashes = 30
const clients = 6
const recoveryMilliseconds = 30_000

/** A PostgreSQL of its own that crashes often: durable as by default, and slow to write a COMMIT to disk. */
async function crashingDatabase(): Promise<TestDatabase> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'muster-crash-'))
  const postgres = await startEmbeddedPostgres({
    dataDirectory,
    exclusive: false,
    settings: { commit_delay: '20000', commit_siblings: '0', recovery_init_sync_method: 'syncfs' },
  })
  const { host, port } = postgres.administrator
  const url = `postgres://postgres@localhost:${port}/postgres?host=${encodeURIComponent(host)}`
  await migrate({ url })
  const database = await connectDatabase({ connection: { url } })
  const admin = new Pool({ connectionString: url, max: 1 })
  admin.on('error', () => undefined)
  after(async () => {
    await database.close()
    await admin.end()
    await postgres.stop()
    await rm(dataDirectory, { recursive: true, force: true, maxRetries: 5 })
  })
  return {
    url,
    database,
    query: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await admin.query<Row>(text, values)).rows,
  }
}

/** What clients learned: the e-mail addresses of the people that were created, and of those that were not. */
type Outcomes = { made: string[]; notMade: string[]; unknown: number }

test(`no acknowledged person is missing, and no refused one is there, after ${crashes} crashes of PostgreSQL`, async (t) => {
  const own = await crashingDatabase()
  const server = await testServer({ over: own })
  const { token } = await makeOwner(server)
  const told: Outcomes = { made: [], notMade: [], unknown: 0 }
  const over = new AbortController()
  const client = async (name: number) => {
    for (let n = 0; !over.signal.aborted; n++) {
      const email = `person-${name}-${n}@acme.example`
      const body = { first_name: 'A', last_name: 'B', email }
      const answer = await server.call('POST', '/directory/users', { token, body })
      note(answer, email, told)
      // PostgreSQL recovers, and gets few requests meanwhile.
      if (answer.status !== 201) await sleep(20)
    }
  }
  const working = Array.from({ length: clients }, (_, name) => client(name))
  let crashed = 0
  for (const round of rounds(crashes)) {
    await Promise.race([untilMade(told), ...working])
    await sleep(Math.random() * 100)
    await crash(own)
    crashed = round
  }
  await Promise.race([untilMade(told), ...working])
  over.abort()
  await Promise.all(working)

  const people = await own.query<{ email: string }>('select email from directory_user')
  const there = new Set(people.map(({ email }) => email))
  assert.deepEqual(
    told.made.filter((email) => !there.has(email)),
    [],
    'acknowledged and missing',
  )
  assert.deepEqual(
    told.notMade.filter((email) => there.has(email)),
    [],
    'refused and there',
  )
  t.diagnostic(
    `${crashed} crashes: ${told.made.length} people acknowledged, ${told.notMade.length} refused, ${told.unknown} unknown`,
  )
})

function note({ status, text, headers }: Answer, email: string, told: Outcomes): void {
  if (status === 201) told.made.push(email)
  else if (status === 503 && headers.get('retry-after') !== null) told.notMade.push(email)
  else if (status === 500 && text.includes('may have been made')) told.unknown += 1
  else assert.fail(`${status} ${text}`)
}

/** Resolves when a few more people are created: PostgreSQL is back, and its clients are at work. */
async function untilMade({ made }: Outcomes): Promise<void> {
  const enough = made.length + clients
  const end = Date.now() + recoveryMilliseconds
  while (made.length < enough) {
    assert.ok(Date.now() < end, 'PostgreSQL does not come back')
    await sleep(5)
  }
}

/** Kills one of the server's backends, at which PostgreSQL ends all others and recovers. */
async function crash({ query }: TestDatabase): Promise<void> {
  // It answers some clients a moment before it accepts new ones.
  const [victim] = await query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name like 'muster ________-%' order by random() limit 1`,
  ).catch(() => [])
  if (victim !== undefined) process.kill(victim.pid, 'SIGKILL')
}

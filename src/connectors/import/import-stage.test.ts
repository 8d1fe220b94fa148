import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { importWorlds, okta, type ImportWorld } from '../../../test/import-world.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { startCli } from '../../../test/run-cli.ts'
import { until } from '../../../test/until.ts'
import { untilWaiting } from '../../../test/until-waiting.ts'
import { joinLease } from '../../database/lease.ts'
import { lockPolicy } from '../../database/policy-lock.ts'
import { importExport } from './import-export.ts'
import { discardDeadRuns } from './import-stage.ts'

const importWorld = await importWorlds()

const directory = await mkdtemp(join(tmpdir(), 'muster-slow-'))
after(() => rm(directory, { recursive: true }))
let sources = 0

/** A source that yields its records as they are written to it. */
function slowSource(): { path: string; writer: WriteStream } {
  const path = join(directory, `slow-${sources++}.jsonl`)
  execFileSync('mkfifo', [path])
  return { path, writer: createWriteStream(path) }
}

const account = (index: number) => `${JSON.stringify(okta(`person${index}`))}\n`
const accountsFrom = (first: number) =>
  Array.from({ length: 1100 }, (_, index) => account(first + index)).join('')
const accounts = accountsFrom(0)

const importOf = ({ database }: ImportWorld, path: string) =>
  importExport(database, {
    integrationHandle: 'okta',
    path,
    isComplete: true,
    actor: testActor,
  })

const stagedRows = async ({ query }: ImportWorld) =>
  Number((await query<{ rows: number }>('select count(*) as rows from import_account'))[0]?.rows)
const isStaged = (world: ImportWorld) => until(async () => (await stagedRows(world)) >= 1000)
const people = async ({ query }: ImportWorld) =>
  Number(
    (await query<{ people: number }>('select count(*) as people from directory_user'))[0]?.people,
  )

test('while a slow source is read, the import holds no transaction and no policy lock', async () => {
  const world = await importWorld()
  const { path, writer } = slowSource()
  const imported = importOf(world, path)
  writer.write(accounts)
  await isStaged(world)
  await until(async () => {
    const open = await world.query(
      `select from pg_stat_activity where datname = current_database() and usename = 'muster_server' and xact_start is not null`,
    )
    return open.length === 0
  })
  await world.database.transaction(({ tx }) => lockPolicy(tx, 'exclusive'), {
    lockTimeoutMilliseconds: 2000,
  })
  assert.equal(await people(world), 0)
  writer.end()
  assert.equal((await imported).people.created, 1100)
  assert.equal(await stagedRows(world), 0)
  assert.deepEqual(await world.query('select from import_stage'), [])
})

test('a second import of an integration waits until the first has ended, one of another does not', async () => {
  const world = await importWorld()
  const { path, writer } = slowSource()
  const first = importOf(world, path)
  writer.write(accounts)
  await isStaged(world)
  const second = world.load('okta', [okta('late')], { isComplete: false })
  await untilWaiting(world)
  assert.equal(
    (await world.load('google', [{ id: '1', primaryEmail: 'x@example.com' }])).refused,
    undefined,
  )
  writer.end()
  assert.equal((await first).people.created, 1100)
  assert.equal((await second).people.created, 1)
})

test('what a killed import read is not imported and is cleared away, and the next one need not wait', async (t) => {
  const world = await importWorld()
  const lease = await joinLease(world.database, () => undefined)
  t.after(() => lease.close())
  const { connection } = world.database
  assert.ok('url' in connection)
  const { path, writer } = slowSource()
  writer.on('error', () => undefined)
  const child = startCli(['import', path, '--integration', 'okta'], {
    MUSTER_DATABASE_URL: connection.url,
  })
  t.after(() => child.kill('SIGKILL'))
  writer.write(accounts)
  await isStaged(world)
  assert.equal(await discardDeadRuns(world.database), 0, 'its run is alive')
  child.kill('SIGKILL')
  await once(child, 'exit')
  writer.destroy()
  await until(async () => (await discardDeadRuns(world.database)) === 1)
  assert.equal(await stagedRows(world), 0)
  assert.equal((await world.load('okta', [okta('ada')])).people.created, 1)
  assert.equal(await people(world), 1)
})

test('an import that has lost its lock stops reading, and leaves nothing behind', async () => {
  const world = await importWorld()
  const { path, writer } = slowSource()
  writer.on('error', () => undefined)
  const imported = importOf(world, path)
  const stopped = assert.rejects(imported, /lost its lock/)
  writer.write(accounts)
  await isStaged(world)
  await world.query(
    `select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
     where d.datname = current_database() and l.locktype = 'advisory'`,
  )
  await until(async () => (await discardDeadRuns(world.database)) === 1)
  writer.write(accountsFrom(2000))
  await stopped
  writer.destroy()
  assert.equal(await stagedRows(world), 0)
})

test('an import whose staged rows are lost writes nothing', async () => {
  const world = await importWorld()
  await world.load('okta', [okta('ada')])
  const { path, writer } = slowSource()
  const imported = importOf(world, path)
  writer.write(accounts)
  await isStaged(world)
  // A crash of PostgreSQL empties unlogged tables.
  await world.query('truncate import_account')
  writer.end()
  await assert.rejects(imported, /PostgreSQL was restarted/)
  assert.deepEqual(await world.query('select state from directory_user'), [{ state: 'active' }])
})

import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { importWorlds, type ImportWorld } from '../../../test/import-world.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { untilWaiting } from '../../../test/until-waiting.ts'
import type { Database } from '../../database/database.ts'
import type { SourceAccount, SourceRecord } from '../file/source-record.ts'
import { lockImports } from './import-lock.ts'
import { importRecords } from './import-records.ts'
import type { ImportOutcome } from './outcome.ts'
import type { RecordSource } from '../records/record-source.ts'

const importWorld = await importWorlds()

const account = (vendorId: string): SourceAccount => ({
  kind: 'account',
  line: 1,
  vendorId,
  handle: vendorId,
  email: `${vendorId}@example.com`,
  firstName: 'First',
  lastName: vendorId,
  fullName: `First ${vendorId}`,
  state: 'active',
  isNew: false,
  createdAt: null,
  profile: {},
  notes: [],
})

/** A source without a file. */
function sourceOf(records: AsyncIterable<SourceRecord>, unfinished: string | null): RecordSource {
  return {
    integrationHandle: 'okta',
    isComplete: true,
    name: 'https://okta.example/api/v1/users',
    bytesTotal: 0,
    reportPath: join(tmpdir(), 'muster-records.rejected.jsonl'),
    open: async () => ({ records, state: { bytesRead: 0, shape: 'accounts', unfinished } }),
  }
}

test('an import takes records from anywhere, and has no transaction open while it waits for them', async () => {
  const world = await importWorld()
  const { database, query } = world
  const open: unknown[] = []
  async function* records() {
    yield account('ada')
    const transactions = `select from pg_stat_activity where datname = current_database() and xact_start is not null
      and backend_type = 'client backend'
      and pid <> pg_backend_pid()`
    open.push(...(await query(transactions)))
    yield account('bo')
  }
  const outcome = await importRecords(database, sourceOf(records(), null), { actor: testActor })
  assert.deepEqual(open, [])
  assert.deepEqual([outcome.shape, outcome.people.created], ['accounts', 2])
  assert.deepEqual(await query('select source from import_run'), [
    { source: 'https://okta.example/api/v1/users' },
  ])
})

async function* onlyAda() {
  yield account('ada')
}

test('a source that could not list everything is not complete', async () => {
  const { database } = await importWorld()
  const source = sourceOf(onlyAda(), 'the last page was refused')
  const { refused } = await importRecords(database, source, { actor: testActor })
  assert.match(refused ?? '', /does not list everything: the last page was refused/)
})

const personWith = (vendorId: string, managerId: string | null): SourceRecord => ({
  ...account(vendorId),
  profile: managerId === null ? {} : { managerId },
})

async function* listOf(records: readonly SourceRecord[]) {
  yield* records
}

const partly = (records: readonly SourceRecord[]): RecordSource => ({
  ...sourceOf(listOf(records), null),
  isComplete: false,
})

/** The transactions of an import, the first of which finds the integration. */
async function transactionsOf(
  { database }: ImportWorld,
  source: RecordSource,
): Promise<{ count: number; outcome: ImportOutcome }> {
  let count = 0
  const counted: Database = {
    ...database,
    transaction: (work, options) => {
      count += 1
      return database.transaction(work, options)
    },
  }
  return { outcome: await importRecords(counted, source, { actor: testActor }), count }
}

test('a partial run of at most 100 records is merged in one transaction, and a larger one is staged', async () => {
  const world = await importWorld()
  const people = Array.from({ length: 101 }, (_, at) => account(`person${at}`))
  const few = await transactionsOf(world, partly(people.slice(0, 100)))
  assert.deepEqual([few.count, few.outcome.people.created], [2, 100])
  const more = await transactionsOf(world, partly(people))
  assert.ok(more.count > 4)
  assert.deepEqual([more.outcome.people.created, more.outcome.accounts.unchanged], [1, 100])
  const one = await transactionsOf(world, partly([account('person7')]))
  assert.deepEqual([one.count, one.outcome.accounts.unchanged], [2, 1])
  assert.equal(one.outcome.missing.accountsToDeactivate, 100)
  assert.deepEqual(await world.query('select from import_account'), [])
})

test('a batch of one finds a manager who came before, and one who comes after', async () => {
  const world = await importWorld()
  for (const record of [personWith('bo', 'ada'), personWith('ada', 'cy'), personWith('cy', null)])
    await importRecords(world.database, partly([record]), { actor: testActor })
  const managers = await world.query(`
    select u.username, m.username as manager from directory_user u
    left join directory_user m on m.id = u.manager_id order by u.username`)
  assert.deepEqual(managers, [
    { username: 'ada', manager: 'cy' },
    { username: 'bo', manager: 'ada' },
    { username: 'cy', manager: null },
  ])
})

test('a batch waits for another import of its integration without a transaction', async () => {
  const world = await importWorld()
  const lock = await lockImports(world.database, 'okta')
  const imported = importRecords(world.database, partly([account('ada')]), { actor: testActor })
  await untilWaiting(world)
  const open = await world.query(`
    select from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
      and pid <> pg_backend_pid() and backend_xid is not null`)
  assert.deepEqual(open, [])
  await lock.release()
  assert.equal((await imported).people.created, 1)
})

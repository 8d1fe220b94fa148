import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { importWorlds } from '../../../test/import-world.ts'
import { testActor } from '../../../test/people-fixture.ts'
import type { SourceRecord } from '../file/source-record.ts'
import { importRecords } from './import-records.ts'
import type { RecordSource } from './record-source.ts'

const importWorld = await importWorlds()

const account = (vendorId: string): SourceRecord => ({
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

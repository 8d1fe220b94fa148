import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectOkta } from '../../../test/connect-okta.ts'
import { testDatabase } from '../../../test/harness.ts'
import { testActor } from '../../../test/people-fixture.ts'
import type { SourceAccount } from '../file/source-record.ts'
import { importRecords } from './import-records.ts'

const { database, query } = await testDatabase()
await connectOkta(database, [])

function account(vendorId: string, name: string, line: number): SourceAccount {
  const names = { firstName: 'A', lastName: name, fullName: `A ${name}` }
  const facts = { state: 'active', isNew: false, createdAt: null, profile: {}, notes: [] } as const
  return {
    kind: 'account',
    line,
    vendorId,
    handle: null,
    email: null,
    ...names,
    ...facts,
    notes: [],
  }
}

async function read(names: readonly string[], { isComplete }: { isComplete: boolean }) {
  async function* records() {
    for (const [at, name] of names.entries()) yield account('1', name, at + 1)
    for (let other = 2; other <= 150; other += 1)
      if (isComplete) yield account(`${other}`, 'B', other + 10)
  }
  const source = {
    integrationHandle: 'okta',
    isComplete,
    name: 'test',
    bytesTotal: 0,
    reportPath: null,
    open: async () => ({
      records: records(),
      state: { bytesRead: 0, shape: null, unfinished: null, repeats: true },
    }),
  }
  const outcome = await importRecords(database, source, { actor: testActor })
  assert.equal(outcome.refused, undefined)
  const [row] = await query(`select last_name from identity where vendor_id = '1'`)
  return row?.['last_name']
}

test('of an account that a source gives twice the last record counts', async () => {
  assert.equal(await read(['first', 'second', 'third'], { isComplete: true }), 'third')
  assert.equal(await read(['fourth', 'fifth'], { isComplete: false }), 'fifth', 'a batch')
})

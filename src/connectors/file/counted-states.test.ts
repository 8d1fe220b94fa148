import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completeMapping } from './complete-mapping.ts'
import { countUnknown } from './counted-states.ts'
import { read } from '../../../test/read-export-text.ts'

const columns = ['Status', 'Phase']
const mapping = completeMapping({
  account: {
    vendor_id: ['Id'],
    full_name: ['Name'],
    state: { sources: columns.map((path) => ({ path, values: { active: 'active' } })) },
  },
})

async function counted(...rows: readonly string[]) {
  const unknown = countUnknown()
  const text = ['Id,Name,Status,Phase', ...rows].join('\n')
  for (const record of await read('file', text, { mapping })) unknown.add(record)
  return unknown
}

test('an account with several unknown states is one', async () => {
  const unknown = await counted('1,Ada Moreau,Resting,Old', '2,Bo Lund,Resting,active')
  assert.equal(unknown.accounts(), 2)
  assert.deepEqual(unknown.list(), [
    { path: 'Status', value: 'Resting', rows: 2 },
    { path: 'Phase', value: 'Old', rows: 1 },
  ])
})

test('accounts are counted beyond the values that are listed', async () => {
  const unknown = await counted(
    ...Array.from({ length: 60 }, (_, at) => `${at},Ada Moreau,Reason ${at},active`),
  )
  assert.deepEqual([unknown.accounts(), unknown.list().length], [60, 50])
})

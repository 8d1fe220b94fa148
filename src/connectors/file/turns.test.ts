import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ofKind, plainTable, read } from '../../../test/read-export-text.ts'

const size = 200_000
const oneRecord = `{"d":{"users":[${Array.from({ length: size }, (_, id) => `{"id":${id},"name":"P"}`).join(',')}]}}`

test('the records of one long list are all read, and other work has its turns meanwhile', async () => {
  let turns = 0
  const timer = setInterval(() => (turns += 1), 1)
  const records = await read('file', oneRecord, {
    name: 'a.json',
    chunk: 2 ** 30,
    mapping: plainTable,
  })
  clearInterval(timer)
  assert.equal(ofKind(records, 'account').length, size)
  assert.ok(turns > 20, `${turns} turns`)
})

test('other work has its turns while lines of CSV that are at fault are read', async () => {
  let last = performance.now()
  let longest = 0
  const note = () => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }
  const timer = setInterval(note, 1)
  await read('file', `id,name,email\n${'x\n'.repeat(60_000)}`, {
    name: 'a.csv',
    chunk: 2 ** 30,
    mapping: plainTable,
  })
  clearInterval(timer)
  note()
  assert.ok(longest < 1000, `${longest} ms without a turn`)
})

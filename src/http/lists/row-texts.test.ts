import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Semaphore } from '../../database/semaphore.ts'
import { textsOf } from './row-texts.ts'

test('exports of one caller make their texts one after the other, with turns for others in between', async () => {
  const rows = Array.from({ length: 200 }, (_, at) => at)
  let turn = 0
  let isDone = false
  const takeTurns = () => {
    turn += 1
    if (!isDone) setImmediate(takeTurns)
  }
  setImmediate(takeTurns)
  const busy = new Map<number, number>()
  const write = (part: readonly unknown[]) => {
    const begin = performance.now()
    while (performance.now() < begin + 4);
    busy.set(turn, (busy.get(turn) ?? 0) + 1)
    return part.map((each) => `${String(each)}\n`).join('')
  }
  const turns = new Semaphore(1)
  const exportRows = async () => (await Array.fromAsync(textsOf(rows, write, turns))).join('')
  const texts = await Promise.all([exportRows(), exportRows(), exportRows()])
  isDone = true
  assert.deepEqual(new Set(texts), new Set([rows.map((each) => `${each}\n`).join('')]))
  assert.equal(Math.max(...busy.values()), 1)
  assert.equal(turns.running, 0)
})

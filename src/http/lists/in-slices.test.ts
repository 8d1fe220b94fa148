import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { inSlices, jsonInSlices } from './in-slices.ts'

test('others get turns between items that take long, and every item comes in its order', async () => {
  const items = Array.from({ length: 20 }, (_, index) => index)
  const taken: number[] = []
  let turns = 0
  const takeTurns = () => {
    turns += 1
    if (taken.length < items.length) setImmediate(takeTurns)
  }
  setImmediate(takeTurns)
  for await (const item of inSlices(items)) {
    const end = performance.now() + 6
    while (performance.now() < end);
    taken.push(item)
  }
  assert.deepEqual(taken, items)
  assert.ok(turns >= items.length - 1, `${turns} turns`)
})

test('an answer that is written in pieces is the JSON of the whole', async () => {
  const field = fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.array(fc.jsonValue()))
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), field)), async (answer) =>
      assert.equal(await jsonInSlices(answer), JSON.stringify(answer)),
    ),
    { numRuns: 200 },
  )
})

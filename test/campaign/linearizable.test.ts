import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { propertyRuns } from '../property-runs.ts'
import { findUnexplained, type Operation } from './linearizable.ts'

const read = (began: number, ended: number, value: string): Operation => ({
  kind: 'read',
  began,
  ended,
  value,
})
const set = (
  [began, ended]: [number, number],
  [from, to]: [string, string],
  outcome: 'made' | 'refused' | 'unknown' = 'made',
): Operation => ({ kind: 'set', began, ended, from, to, outcome })

test('a read of what was overwritten before it began is not explained', () => {
  const fresh = [set([0, 1], ['a', 'b']), read(2, 3, 'b')]
  assert.equal(findUnexplained(fresh, 'a'), undefined)
  const stale = findUnexplained([set([0, 1], ['a', 'b']), read(2, 3, 'a')], 'a')
  assert.deepEqual(stale?.next, [read(2, 3, 'a')])
})

test('operations at the same time may have happened in either order', () => {
  assert.equal(findUnexplained([set([0, 3], ['a', 'b']), read(1, 2, 'a')], 'a'), undefined)
  assert.equal(findUnexplained([set([0, 3], ['a', 'b']), read(1, 2, 'b')], 'a'), undefined)
  const back = [set([0, 9], ['a', 'b']), read(1, 2, 'b'), read(3, 4, 'a')]
  assert.notEqual(findUnexplained(back, 'a'), undefined)
})

test('a set that got no answer happened at any later time, or never', () => {
  const lost = set([0, Infinity], ['a', 'b'], 'unknown')
  for (const values of [
    ['a', 'a'],
    ['a', 'b'],
    ['b', 'b'],
  ] as const)
    assert.equal(
      findUnexplained([lost, read(1, 2, values[0]), read(3, 4, values[1])], 'a'),
      undefined,
    )
  assert.notEqual(findUnexplained([lost, read(1, 2, 'b'), read(3, 4, 'a')], 'a'), undefined)
})

test('two sets from the same value are not both made, and one that is refused found another value', () => {
  const both = [set([0, 5], ['a', 'b']), set([0, 5], ['a', 'c'])]
  assert.notEqual(findUnexplained(both, 'a'), undefined)
  const one = [set([0, 5], ['a', 'b']), set([0, 5], ['a', 'c'], 'refused')]
  assert.equal(findUnexplained(one, 'a'), undefined)
  assert.notEqual(findUnexplained([set([0, 5], ['a', 'c'], 'refused')], 'a'), undefined)
})

/** Runs operations one after the other, each at its instant, and stretches their times around these. */
const history = fc
  .array(
    fc.record({
      isRead: fc.boolean(),
      isStale: fc.boolean(),
      isLost: fc.boolean(),
      before: fc.nat(6),
      after: fc.nat(6),
    }),
    { maxLength: 40 },
  )
  .map((steps) => {
    let value = 'v0'
    return steps.map((step, at): Operation => {
      const times = { began: at * 4 - step.before, ended: at * 4 + step.after }
      if (step.isRead) return { kind: 'read', ...times, value }
      const to = `v${at + 1}`
      if (step.isStale) return { kind: 'set', ...times, from: 'other', to, outcome: 'refused' }
      const from = value
      value = to
      return step.isLost
        ? { kind: 'set', began: times.began, ended: Infinity, from, to, outcome: 'unknown' }
        : { kind: 'set', ...times, from, to, outcome: 'made' }
    })
  })

test('property: what one after the other explains is explained, and a value that nobody wrote is not', () => {
  fc.assert(
    fc.property(history, (operations) => {
      assert.equal(findUnexplained(operations, 'v0'), undefined)
      const end = Math.max(0, ...operations.map(({ began }) => began)) + 100
      assert.notEqual(
        findUnexplained([...operations, read(end, end + 1, 'never')], 'v0'),
        undefined,
      )
    }),
    { numRuns: propertyRuns(300) },
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { edgesClosingCycles } from './break-cycles.ts'

/** Whether a walk from any node comes to an end. */
function isAcyclic(next: readonly number[]): boolean {
  return next.every((_, start) => {
    let node = start
    for (let steps = 0; node >= 0; steps++) {
      if (steps > next.length) return false
      node = next[node] ?? -1
    }
    return true
  })
}

const graph = fc.integer({ min: 1, max: 30 }).chain((size) =>
  fc.record({
    next: fc.array(fc.integer({ min: -1, max: size - 1 }), { minLength: size, maxLength: size }),
    standing: fc.array(fc.integer({ min: 0, max: 1 }), { minLength: size, maxLength: size }),
  }),
)

test('without the dropped edges no cycle is left, and each of them was in one', () => {
  fc.assert(
    fc.property(graph, ({ next, standing }) => {
      const dropped = edgesClosingCycles({
        next: Int32Array.from(next),
        standing: Uint8Array.from(standing),
      })
      const without = (edges: readonly number[]) =>
        next.map((to, from) => (edges.includes(from) ? -1 : to))
      assert.ok(isAcyclic(without(dropped)))
      for (const edge of dropped)
        assert.ok(!isAcyclic(without(dropped.filter((other) => other !== edge))))
    }),
  )
})

test('of a cycle a new edge goes before one that stood', () => {
  const next = Int32Array.from([1, 2, 0])
  assert.deepEqual(edgesClosingCycles({ next, standing: Uint8Array.from([1, 1, 0]) }), [2])
  assert.deepEqual(edgesClosingCycles({ next, standing: Uint8Array.from([0, 0, 0]) }), [0])
})

test('which edge of a cycle goes does not depend on where a walk enters it', () => {
  const next = Int32Array.from([2, 2, 1])
  assert.deepEqual(edgesClosingCycles({ next, standing: Uint8Array.from([0, 1, 0]) }), [2])
  assert.deepEqual(edgesClosingCycles({ next, standing: Uint8Array.from([0, 0, 0]) }), [1])
})

test('an edge that is not ours stays', () => {
  const next = Int32Array.from([1, 0])
  assert.deepEqual(edgesClosingCycles({ next, standing: Uint8Array.from([2, 1]) }), [1])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { directoryOf } from './directory.ts'
import { person } from './facts-for-tests.ts'

test('managers come nearest first, an unknown one last', () => {
  const a = person('a', { managerId: 'b' })
  const directory = directoryOf([a, person('b', { managerId: 'gone' })])
  assert.deepEqual(directory.managersAbove(a), ['b', 'gone'])
})

test('a loop of managers ends, and nobody is above themselves', () => {
  const a = person('a', { managerId: 'b' })
  const b = person('b', { managerId: 'a' })
  const below = person('below', { managerId: 'a' })
  const self = person('self', { managerId: 'self' })
  const directory = directoryOf([a, b, below, self])
  assert.deepEqual(directory.managersAbove(a), ['b'])
  assert.deepEqual(directory.managersAbove(below), ['a', 'b'])
  assert.deepEqual(directory.managersAbove(self), [])
})

test('nobody further than 50 managers above counts', () => {
  const chain = Array.from({ length: 60 }, (_, i) => person(`p${i}`, { managerId: `p${i + 1}` }))
  const [first] = chain
  assert.ok(first)
  const above = directoryOf(chain).managersAbove(first)
  assert.equal(above.length, 50)
  assert.equal(above.at(-1), 'p50')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countOf, invert, peopleOf } from './postings.ts'

test('people with a code, several in a list or none are found by each of their codes', () => {
  const lists = Int32Array.of(2, 1, 3, 3, 4, 1, 3)
  const codes = Int32Array.of(3, 0, ~0, 1, ~3, 3, 4, 9)
  const postings = invert({ codes, lists }, 7, 5)
  assert.deepEqual([...postings.starts], [0, 0, 3, 3, 7, 9, 9])
  const found = [1, 2, 3, 4, 5].map((code) => Array.from(peopleOf(postings, code)))
  assert.deepEqual(found, [[2, 3, 4], [], [0, 2, 4, 5], [4, 6], []])
  const counts = [1, 2, 3, 4, 5].map((code) => countOf(postings, code))
  assert.deepEqual(counts, [3, 0, 4, 2, 0])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exceeded } from './counting.ts'
import { describeExceeded } from './describe-exceeded.ts'

const loss: Exceeded = {
  scope: 'ruleset',
  direction: 'lose',
  rulesetId: 'of-engineers',
  people: 30,
  size: 100,
  percent: 25,
  least: 5,
}
const nameOf = (id: string) => (id === 'of-engineers' ? 'Engineers' : undefined)
const sentence =
  '30 of 100 people would lose Engineers within 24 hours; the limit is more than 25 % and more than 5.'

const text = (count: number) =>
  describeExceeded(
    Array.from({ length: count }, () => loss),
    nameOf,
  )

test('who gains a ruleset is not counted among the fewer people who have it', () => {
  assert.equal(
    describeExceeded([{ ...loss, direction: 'gain', people: 20, size: 0 }], nameOf),
    '20 people would gain Engineers within 24 hours; the limit is more than 25 % and more than 5.',
  )
})

test('three limits have a sentence each, and how many more there are is said', () => {
  const three = [sentence, sentence, sentence].join(' ')
  assert.equal(text(1), sentence)
  assert.equal(text(3), three)
  assert.equal(text(4), `${three} One more limit is exceeded.`)
  assert.equal(text(5), `${three} 2 more limits are exceeded.`)
})

test('a ruleset that the reader may not see is not named', () => {
  assert.equal(
    describeExceeded([{ ...loss, direction: 'gain', rulesetId: 'other', percent: 0 }], nameOf),
    '30 of 100 people would gain a ruleset that you may not see within 24 hours; the limit is more than 5.',
  )
})

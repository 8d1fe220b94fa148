import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SparseLog } from './sparse-log.ts'

test('what lasts for an hour is logged at once and then at growing intervals, each cause for itself', () => {
  const at: number[] = []
  let now = 0
  const log = new SparseLog(() => at.push(now / 1000))
  for (; now < 3_600_000; now += 1000) log.say('session 1', 'cannot be ended', now)
  assert.deepEqual(at, [0, 10, 30, 70, 150, 310, 630, 1230, 1830, 2430, 3030])
  log.say('session 2', 'cannot be ended', now)
  assert.equal(at.at(-1), 3600)
})

test('a cause that returns after a long pause is logged at once', () => {
  const lines: string[] = []
  const log = new SparseLog((line) => lines.push(line))
  log.say('session 1', 'first', 0)
  log.say('session 1', 'too soon', 9_999)
  log.say('session 2', 'other', 60_000)
  log.say('session 1', 'again', 60_001)
  log.say('session 1', 'soon after', 70_001)
  assert.deepEqual(lines, ['first', 'other', 'again', 'soon after'])
})

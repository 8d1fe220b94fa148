import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isJudged } from '../../engine/pattern.ts'
import { judgePatterns } from './judge-patterns.ts'

/** Compiling each takes some milliseconds. */
const pattern = (at: number) => `((a?){12}a*${at}){20}(a|aa|[a-z]|\\p{L})*b`

test('the event loop goes on while many patterns are judged, and knows afterwards which are refused', async () => {
  const patterns = [...Array.from({ length: 100 }, (_, at) => pattern(at)), '(']
  let turns = 0
  const judged = { isDone: false }
  const judging = judgePatterns(patterns).finally(() => (judged.isDone = true))
  while (!judged.isDone) {
    await new Promise((resolve) => setImmediate(resolve))
    turns += 1
  }
  await judging
  assert.ok(turns > 20, `${turns} turns`)
  assert.ok(patterns.every(isJudged))
})

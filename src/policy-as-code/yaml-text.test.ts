import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { yamlInSlices, yamlText } from './yaml-text.ts'

const rule = (index: number) => ({
  role: 'member',
  conditions: [{ type: 'identity', profile_key: 'department', value: `Team ${index}` }],
})

test('a long list leaves turns to others while it is written', async () => {
  const rulesets = Array.from({ length: 500 }, (_, index) => ({
    resource: { type: 'codehost_group', vendor_id: String(index) },
    rules: [rule(index), rule(index)],
  }))
  const before = performance.now()
  const whole = yamlText({ rulesets })
  const milliseconds = performance.now() - before
  let turns = 0
  let isOver = false
  const takeTurns = () => {
    turns += 1
    if (!isOver) setImmediate(takeTurns)
  }
  setImmediate(takeTurns)
  assert.equal(await yamlInSlices({ rulesets }), whole)
  isOver = true
  assert.ok(turns > 5, `${turns} turns, of ${milliseconds} ms at once`)
})

test('what is written item by item is what is written at once', async () => {
  const name = fc.constantFrom('defaults', 'resource', 'rulesets', 'rules', 'tests')
  const data = fc.dictionary(name, fc.jsonValue({ maxDepth: 4 }))
  await fc.assert(
    fc.asyncProperty(data, async (each) => assert.equal(await yamlInSlices(each), yamlText(each))),
    { numRuns: 300 },
  )
})

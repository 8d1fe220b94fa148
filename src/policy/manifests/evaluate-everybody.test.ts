import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { columnsRead } from '../../engine/columns/column-keys.ts'
import { PeopleColumns } from '../../engine/columns/people-columns.ts'
import { anyChangingWorld } from '../../engine/columns/worlds-for-tests.ts'
import { profileIs, personWith, policyOf, rule, ruleset } from '../../engine/facts-for-tests.ts'
import { evaluated, type RulesetVerdict } from './evaluate-everybody.ts'

const now = Date.parse('2026-01-01T00:00:00Z')

test('a thread of its own says what this one says', async () => {
  await fc.assert(
    fc.asyncProperty(anyChangingWorld, async ({ people, policy }) => {
      const columns = new PeopleColumns(columnsRead(policy))
      columns.putAll(people)
      const here: RulesetVerdict[] = []
      for await (const verdict of evaluated(policy, columns, now)) here.push(verdict)
      const there: RulesetVerdict[] = []
      for await (const verdict of evaluated(policy, columns, now, -1)) there.push(verdict)
      assert.deepEqual(there, here)
    }),
    { numRuns: 25 },
  )
})

test('what the thread throws arrives here', async () => {
  const condition = {
    type: 'identity' as const,
    resourceId: 'idp',
    profileKey: 'title',
    operator: 'matches' as const,
    value: '(',
  }
  const policy = {
    primaryIntegrationId: null,
    rulesets: [
      {
        id: 's',
        resourceId: 'r',
        type: 'idp_group',
        state: 'managed' as const,
        expiresAfterDays: null,
      },
    ],
    rules: [
      {
        id: 'rule',
        rulesetId: 's',
        state: 'active' as const,
        role: 'member',
        priority: 1,
        activatedAt: now,
        expiresAt: null,
        expiresAfterDays: null,
        everyoneElse: false,
        conditions: [condition],
      },
    ],
  }
  const columns = new PeopleColumns(columnsRead(policy))
  const all = async () => Array.fromAsync(evaluated(policy, columns, now, -1))
  await assert.rejects(all, /pattern|regular|\(/i)
})

test('the event loop goes on while few people are tested by very many conditions', async () => {
  const conditions = Array.from({ length: 2000 }, (_, at) =>
    profileIs('title', 'matches', `.*${at} of.*`),
  )
  const policy = policyOf([ruleset('s')], [rule('r', 's', { conditions })])
  const columns = new PeopleColumns(columnsRead(policy))
  columns.putAll(
    Array.from({ length: 100 }, (_, at) => personWith(`p${at}`, { title: `${at} of` })),
  )
  let turns = 0
  let isOver = false
  const takeTurn = () => {
    turns += 1
    if (!isOver) setImmediate(takeTurn)
  }
  setImmediate(takeTurn)
  const verdicts = await Array.fromAsync(evaluated(policy, columns, now))
  isOver = true
  assert.equal(verdicts.length, 1)
  assert.ok(turns > 2, `${turns} turns`)
})

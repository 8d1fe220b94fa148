import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { encodeId } from '../src/contract/ids.ts'
import { makeOwner, testServer, type Answer } from './harness.ts'
import { recalculate } from '../src/policy/manifests/recalculate.ts'
import { testActor } from './people-fixture.ts'
import { assertManifestsFollow } from './manifests-follow.ts'
import { emptyWorld, makeWorld, storeWorld, worldFacts, type StoredWorld } from './policy-world.ts'
import { holdsWithMatter } from './property-runs.ts'

type Call = { method: string; path: string; body?: unknown }

const future = '2099-01-01T00:00:00.000Z'
const which = fc.nat(1000)
const anyCall = fc.record({
  server: fc.boolean(),
  kind: fc.constantFrom(
    'suspend',
    'activate',
    'deactivate',
    'expire',
    'delete',
    'restore',
    'manager',
    'activateRule',
    'deactivateRule',
    'deprecateRule',
    'managed',
    'rule',
  ),
  who: which,
  other: which,
})
type AnyCall = typeof anyCall extends fc.Arbitrary<infer T> ? T : never

const atOnce = 6

test('changes at once, on two servers, never miss each other', async () => {
  const one = await testServer({ poolSize: 6 })
  const two = await testServer({ over: one })
  const statuses = new Map<number, number>()
  await holdsWithMatter(
    fc.asyncProperty(
      worldFacts,
      fc.array(anyCall, { minLength: 15, maxLength: 40 }),
      async (facts, calls) => {
        await one.query(emptyWorld)
        const { token } = await makeOwner(one)
        const world = makeWorld(facts, Date.now() - 86_400_000)
        await one.database.transaction(({ tx }) => storeWorld(tx, world))
        await one.database.transaction(({ tx, now }) =>
          recalculate(tx, { now, actor: testActor, people: 'all' }),
        )
        const rest = calls.values()
        const worker = async () => {
          for (const call of rest) {
            const { method, path, body } = callOf(call, world)
            const on = call.server ? one : two
            const answer: Answer = await on.call(method, path, { token, body })
            statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
            assert.ok(answer.status < 500, `${method} ${path}: ${answer.status} ${answer.text}`)
          }
        }
        await Promise.all(Array.from({ length: atOnce }, worker))
        await assertManifestsFollow(one.database)
      },
    ),
    {
      runs: 12,
      isEnough: () =>
        [200, 201, 204].reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0) > 40,
      told: () => `few calls changed something: ${JSON.stringify([...statuses])}`,
    },
  )
})

function at<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length]
  assert.ok(item !== undefined)
  return item
}

function callOf({ kind, who, other }: AnyCall, { people, policy }: StoredWorld): Call {
  const person = `/directory/users/${encodeId('directoryUser', at(people, who).id)}`
  const rule = `/policy/rules/${encodeId('rule', at(policy.rules, who).id)}`
  const ruleset = `/policy/rulesets/${encodeId('ruleset', at(policy.rulesets, who).id)}`
  const calls: Record<AnyCall['kind'], Call> = {
    suspend: { method: 'POST', path: `${person}/suspend` },
    activate: { method: 'POST', path: `${person}/activate` },
    deactivate: { method: 'POST', path: `${person}/deactivate` },
    expire: { method: 'POST', path: `${person}/expire`, body: { at: future } },
    delete: { method: 'DELETE', path: person },
    restore: { method: 'POST', path: `${person}/restore` },
    manager: {
      method: 'PATCH',
      path: person,
      body: { manager_id: encodeId('directoryUser', at(people, other).id) },
    },
    activateRule: { method: 'POST', path: `${rule}/activate` },
    deactivateRule: { method: 'POST', path: `${rule}/deactivate` },
    deprecateRule: { method: 'POST', path: `${rule}/deprecate`, body: { at: future } },
    managed: { method: 'PATCH', path: ruleset, body: { state: 'managed' } },
    rule: { method: 'POST', path: `${rule}/duplicate` },
  }
  return calls[kind]
}

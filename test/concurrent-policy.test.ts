import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { encodeId } from '../src/contract/ids.ts'
import { compilePolicy } from '../src/engine/compile-policy.ts'
import { directoryOf } from '../src/engine/directory.ts'
import { stagedRulesOf } from '../src/engine/evaluate-person.ts'
import type { Person } from '../src/engine/model.ts'
import { loadPolicy } from '../src/policy/model/load-policy.ts'
import { recalculate } from '../src/policy/manifests/recalculate.ts'
import { peopleFacts } from '../src/policy/model/people-facts.ts'
import { readsOf } from '../src/policy/model/policy-reads.ts'
import { makeOwner, testServer, type Answer, type TestServer } from './harness.ts'
import { testActor } from './people-fixture.ts'
import { assertManifestsFollow } from './manifests-follow.ts'
import {
  attributeIds,
  dimensionIds,
  emptyWorld,
  makeWorld,
  storeWorld,
  worldFacts,
  type StoredWorld,
} from './policy-world.ts'
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
    'attributeOff',
    'attributeOn',
    'dimensionOff',
    'dimensionOn',
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
        for (const server of [one, two]) await assertStagedFollow(server, world, token)
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

/**
 * Asserts that a server shows for everybody the staged rules that the plain evaluator finds in the stored policy.
 */
async function assertStagedFollow(
  server: TestServer,
  world: StoredWorld,
  token: string,
): Promise<void> {
  const { database } = server
  const { policy } = await loadPolicy(database.read)
  const people: Person[] = []
  for await (const batch of peopleFacts(database.read, readsOf(policy), 'all'))
    people.push(...batch.people)
  const now = database.now().getTime()
  const setting = { policy: compilePolicy(policy), directory: directoryOf(people), now }
  for (const { id } of world.people) {
    const path = `/directory/users/${encodeId('directoryUser', id)}?include=policy-rules-staged`
    const { body, status } = await server.get(path, token)
    assert.equal(status, 200)
    const person = people.find((each) => each.id === id)
    const wanted = person === undefined ? [] : stagedRulesOf(setting, person)
    assert.deepEqual(
      body.included.policy_rules_staged.map((rule: { id: string }) => rule.id).toSorted(),
      wanted.map((rule) => encodeId('rule', rule)).toSorted(),
    )
    assert.equal(body.count.staged_rules, wanted.length)
  }
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length]
  assert.ok(item !== undefined)
  return item
}

function callOf({ kind, who, other }: AnyCall, { people, policy }: StoredWorld): Call {
  const person = `/directory/users/${encodeId('directoryUser', at(people, who).id)}`
  const rule = `/policy/rules/${encodeId('rule', at(policy.rules, who).id)}`
  const ruleset = `/policy/rulesets/${encodeId('ruleset', at(policy.rulesets, who).id)}`
  const attribute = `/directory/attributes/${encodeId('attribute', at(attributeIds, who))}`
  const dimension = `/directory/dimensions/${encodeId('dimension', at(dimensionIds, who))}`
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
    attributeOff: { method: 'POST', path: `${attribute}/deactivate` },
    attributeOn: { method: 'POST', path: `${attribute}/activate` },
    dimensionOff: { method: 'POST', path: `${dimension}/deactivate` },
    dimensionOn: { method: 'POST', path: `${dimension}/activate` },
  }
  return calls[kind]
}

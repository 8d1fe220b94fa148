import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { makeOwner, testServer } from '../../../test/harness.ts'
import {
  attributeIds,
  emptyWorld,
  makeWorld,
  storeWorld,
  worldFacts,
  type WorldFacts,
} from '../../../test/policy-world.ts'
import { holdsWithMatter } from '../../../test/property-runs.ts'
import { encodeId } from '../../contract/ids.ts'
import { recalculate } from '../manifests/recalculate.ts'
import { clockActor, settleDue } from '../manifests/settle.ts'

const start = Date.parse('2026-01-01T00:00:00Z')

/**
 * The first rules belong to the attributes: in a random world two attributes of one dimension rarely both have
 * people.
 */
function withRulesOf(attributes: readonly number[], facts: WorldFacts): WorldFacts {
  const rules = facts.rules.map((rule, position) =>
    position < 6 ? { ...rule, ruleset: attributes[position % 2] ?? rule.ruleset } : rule,
  )
  return { ...facts, rules }
}

test('after a merger the attribute has the people of both, whatever their rules', async () => {
  const server = await testServer({ clock: () => new Date(start) })
  const membersOf = async (attribute: number) =>
    new Set(
      (
        await server.query<{ id: string }>(
          `select u.directory_user_id as id from policy_user u join ruleset s on s.id = u.ruleset_id
           where s.attribute_id = $1 and u.deleted_at is null`,
          [attributeIds[attribute]],
        )
      ).map(({ id }) => id),
    )
  let applied = 0
  await holdsWithMatter(
    fc.asyncProperty(worldFacts, fc.nat(3), async (facts, attribute) => {
      await server.query(emptyWorld)
      // The attributes of one dimension are two apart.
      const absorbed = (attribute + 2) % 4
      const world = makeWorld(withRulesOf([attribute, absorbed], facts), start)
      await server.database.transaction(({ tx }) => storeWorld(tx, world))
      await settleDue(server.database)
      await server.database.transaction(({ tx, now }) =>
        recalculate(tx, { now, actor: clockActor, people: 'all' }),
      )
      const [one, other] = [await membersOf(attribute), await membersOf(absorbed)]
      const { token } = await makeOwner(server)
      const operation = {
        op: 'change_attribute',
        attribute_id: encodeId('attribute', attributeIds[attribute] ?? ''),
        profile_value: `value ${absorbed}`,
      }
      const post = (path: string, body?: object) => server.call('POST', path, { token, body })
      const plan = await post('/policy/plans', { operations: [operation] })
      assert.ok([201, 422].includes(plan.status), plan.text)
      if (plan.status !== 201) return
      assert.equal((await post(`/policy/plans/${plan.body.id}/apply`)).status, 200)
      const after = await membersOf(attribute)
      const areManaged = [attribute, absorbed].every(
        (each) =>
          world.policy.rulesets.find(({ resourceId }) => resourceId === attributeIds[each])
            ?.state === 'managed',
      )
      const both = one.union(other)
      assert.ok(both.isSubsetOf(after), 'somebody has left')
      if (areManaged) assert.deepEqual(after, both)
      assert.equal((await membersOf(absorbed)).size, 0)
      if (one.size > 0 && other.size > 0) applied += 1
    }),
    {
      runs: 40,
      isEnough: () => applied > 3,
      told: () => `only ${applied} mergers had people in both`,
    },
  )
})

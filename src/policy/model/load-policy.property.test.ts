import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { propertyRuns } from '../../../test/property-runs.ts'
import { decodeId, encodeId } from '../../contract/ids.ts'
import { evaluatePerson, stagedRulesOf } from '../../engine/evaluate-person.ts'
import { loadCompiledPolicy, PolicyCache, type LoadedPolicy } from './compiled-policy.ts'
import { peopleFacts } from './people-facts.ts'
import { rulesServer, sales, seniors } from '../rules/rules-for-tests.ts'

const server = await rulesServer()
const { database, draft, expect } = server
const policies = new PolicyCache()
for (const conditions of [[seniors], [sales], [sales, seniors]]) await draft({ conditions })
const { body: dimension } = await expect(201, 'POST', '/directory/dimensions', {
  handle: 'department',
  name: 'Department',
  profile_key: 'department',
  attributes_enabled: true,
})
const listed = await expect(200, 'GET', '/directory/attributes')
const attributes: string[] = listed.body.data.map(({ id }: { id: string }) => id)
const rulesets = [server.ruleset, await server.rulesetId('Sales'), await server.rulesetId('Legal')]

const place = fc.nat(50)
const days = fc.constantFrom(null, 1, 2)
const verb = fc.constantFrom('activate', 'deactivate')
/** A change of the policy; the records are given by their places. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('draft' as const), ruleset: place, attribute: place }),
  fc.record({ kind: fc.constant('rule' as const), rule: place, priority: fc.nat(50) }),
  fc.record({ kind: fc.constant('act' as const), rule: place, verb }),
  fc.record({ kind: fc.constant('condition' as const), rule: place }),
  fc.record({ kind: fc.constant('ruleset' as const), ruleset: place, days }),
  fc.record({
    kind: fc.constant('managed' as const),
    ruleset: place,
    state: fc.constantFrom('managed', 'monitored'),
  }),
  fc.record({ kind: fc.constant('attribute' as const), attribute: place, verb }),
  fc.record({ kind: fc.constant('dimension' as const), verb }),
  fc.record({ kind: fc.constant('grace' as const), days }),
  fc.record({ kind: fc.constant('name' as const), attribute: place, value: place }),
  fc.record({ kind: fc.constant('primary' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const pick = (from: readonly string[], at: number) => from[at % from.length] ?? ''
/** The ids of all drafts, or of all rules in force. */
const rulesIn = async (...states: string[]) => {
  const rows = await server.query<{ id: string }>(
    'select id from rule where state = any ($1) and deleted_at is null order by id',
    [states],
  )
  return rows.map(({ id }) => encodeId('rule', id))
}

/** Takes the step, if the policy allows it. */
async function take(each: Step): Promise<unknown> {
  switch (each.kind) {
    case 'draft':
      return server.send('POST', `/policy/rulesets/${pick(rulesets, each.ruleset)}/rules`, {
        role: 'member',
        conditions: [
          {
            type: 'attribute',
            resource_id: pick(attributes, each.attribute),
            profile_operator: 'not_equals',
          },
          seniors,
        ].slice(each.attribute % 2),
      })
    case 'rule':
      return server.send('PATCH', `/policy/rules/${pick(await rulesIn('staged'), each.rule)}`, {
        priority: each.priority,
      })
    case 'act': {
      const states = each.verb === 'activate' ? ['staged'] : ['active', 'expiring']
      const rule = pick(await rulesIn(...states), each.rule)
      return server.send('POST', `/policy/rules/${rule}/${each.verb}`, {})
    }
    case 'condition':
      return server.send(
        'POST',
        `/policy/rules/${pick(await rulesIn('staged'), each.rule)}/conditions`,
        seniors,
      )
    case 'ruleset':
      return server.send('PATCH', `/policy/rulesets/${pick(rulesets, each.ruleset)}`, {
        expires_after_days: each.days,
      })
    case 'managed':
      return server.query('update ruleset set state = $1 where id = $2', [
        each.state,
        decodeId('ruleset', pick(rulesets, each.ruleset)),
      ])
    case 'attribute':
      return server.send(
        'POST',
        `/directory/attributes/${pick(attributes, each.attribute)}/${each.verb}`,
        {},
      )
    case 'dimension':
      return server.send('POST', `/directory/dimensions/${dimension.id}/${each.verb}`, {})
    case 'grace':
      return server.send('PATCH', `/directory/dimensions/${dimension.id}`, {
        expires_after_days: each.days,
      })
    case 'name':
      return server.send('PATCH', `/directory/attributes/${pick(attributes, each.attribute)}`, {
        name: `Name ${each.value}`,
      })
    case 'primary':
      return database.transaction(async ({ tx }) => {
        const was = await sql<{ handle: string }>`
          update integration set is_primary = false where is_primary returning handle`.execute(tx)
        const next = was.rows[0]?.handle === 'idp' ? 'codehost' : 'idp'
        await sql`update integration set is_primary = true where handle = ${next}`.execute(tx)
      })
  }
}

const byId = ({ source }: LoadedPolicy) => source.rules.toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** What the policy says of everybody. */
async function verdictsUnder(policy: LoadedPolicy) {
  const { compiled, reads } = policy
  const found = []
  for await (const { people, directory } of peopleFacts(database.read, reads, 'all')) {
    const setting = { policy: compiled, directory, now: server.now() }
    found.push(
      ...people.map((person) => [
        evaluatePerson(setting, person),
        stagedRulesOf(setting, person).toSorted(),
      ]),
    )
  }
  return found
}

test('after any changes of the policy, the cached one says of everybody what a fresh one says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 12 }), async (steps) => {
      for (const each of steps) {
        await take(each)
        const [cached, fresh] = await database.snapshot(async (db) => [
          await policies.inTransaction(db),
          await loadCompiledPolicy(db),
        ])
        assert.deepEqual(cached.source.rulesets, fresh.source.rulesets)
        assert.deepEqual(cached.attributes, fresh.attributes)
        assert.deepEqual(byId(cached), byId(fresh))
        assert.deepEqual(await verdictsUnder(cached), await verdictsUnder(fresh))
        for (const { id } of fresh.source.rules)
          assert.deepEqual(cached.holdingRule(id), fresh.holdingRule(id))
      }
    }),
    { numRuns: propertyRuns(6) },
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeId } from '../../contract/ids.ts'
import { dryRun } from '../../database/dry-run.ts'
import { PolicyCache, type LoadedPolicy } from './compiled-policy.ts'
import { loadPolicy } from './load-policy.ts'
import { rulesServer, seniors } from '../rules/rules-for-tests.ts'

const server = await rulesServer()
const { database, draft, act, expect } = server
const policies = new PolicyCache()

const byId = <T extends { id: string }>(rules: readonly T[]) =>
  rules.toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** Reloads the cached policy from its previous version, and checks that it equals a full load. */
async function reload() {
  const { loaded, whole } = await dryRun(database, async ({ tx }) => ({
    loaded: await policies.inTransaction(tx),
    whole: await loadPolicy(tx),
  }))
  const { rules, ...rest } = loaded.source
  const { rules: allRules, ...allRest } = whole.policy
  assert.deepEqual(byId(rules), byId(allRules))
  assert.deepEqual(rest, allRest)
  assert.deepEqual(
    loaded.compiled.stagedRules.map(({ rule }) => rule.id),
    byId(rules).flatMap(({ id, state }) => (state === 'staged' ? [id] : [])),
  )
  return loaded
}

test('a policy loaded from the version before equals one loaded in full', async () => {
  await reload()
  const [one, two, three] = [await draft(), await draft({ conditions: [seniors] }), await draft()]
  const first = await reload()
  const { body: condition } = await expect(201, 'POST', `/policy/rules/${one}/conditions`, seniors)
  await reload()
  await expect(204, 'DELETE', `/policy/conditions/${condition.id}`)
  await reload()
  await server.query(
    `update condition set profile_value = '6' where profile_value = '5' and rule_id in (select id from rule where state = 'staged')`,
  )
  await expect(200, 'PATCH', `/policy/rules/${one}`, { priority: 3 })
  const changed = await reload()
  const valuesIn = ({ source }: typeof changed) =>
    byId(source.rules).flatMap(({ conditions }) =>
      conditions.map((each) => (each.type === 'identity' ? each.value : '')),
    )
  assert.deepEqual(valuesIn(first), ['Sales', '5', 'Sales'])
  assert.deepEqual(valuesIn(changed), ['Sales', '6', 'Sales'])
  await act(two, 'activate', {})
  const active = await reload()
  await expect(204, 'DELETE', `/policy/rules/${three}`)
  const left = await reload()
  assert.equal(left.source.rules.length, 2)
  assert.equal(left.verdicts(), active.verdicts(), 'a draft does not recompile the verdicts')
  await act(two, 'deactivate')
  assert.notEqual((await reload()).verdicts(), active.verdicts())
})

test('changes of a transaction that was rolled back are in no later policy', async () => {
  const rule = await draft()
  const before = await reload()
  await dryRun(database, async ({ tx }) => {
    await tx.updateTable('rule').set({ priority: 9 }).execute()
    await tx.deleteFrom('condition').execute()
    const own = await policies.inTransaction(tx)
    assert.ok(
      own.source.rules.every(
        ({ priority, conditions }) => priority === 9 && conditions.length === 0,
      ),
    )
  })
  await expect(200, 'PATCH', `/policy/rules/${rule}`, { priority: 8 })
  const after = await reload()
  assert.equal(after.source.rules.length, before.source.rules.length)
})

const compiledDraft = ({ compiled: { stagedRules } }: LoadedPolicy, id: string) =>
  stagedRules.find(({ rule }) => rule.id === decodeId('rule', id))

test('a change of a draft reads no ruleset again, and recompiles no other rule', async () => {
  const [one, two] = [await draft(), await draft()]
  const before = await reload()
  await expect(200, 'PATCH', `/policy/rules/${one}`, { priority: 77 })
  const after = await reload()
  assert.equal(after.source.rulesets, before.source.rulesets)
  assert.equal(after.attributes, before.attributes)
  assert.ok(compiledDraft(before, two))
  assert.equal(compiledDraft(after, two), compiledDraft(before, two))
  assert.notEqual(compiledDraft(after, one), compiledDraft(before, one))
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller } from '../../../test/harness.ts'
import { rulesServer } from '../rules/rules-for-tests.ts'

const server = await rulesServer()
const { ruleset, draft, act, end, expect } = server

test('the links of a stay lead somewhere, or are null where the rule was deleted', async () => {
  const rule = await draft()
  await act(rule, 'activate', {})
  const then = new Date(server.now()).toISOString()
  const manifest = `/policy/rulesets/${ruleset}/manifest-users`
  const isOf = (row: { links: { policy_rule: string | null } }) =>
    row.links.policy_rule?.endsWith(rule) === true
  const stay = (await expect(200, 'GET', manifest)).body.data.find(isOf)
  server.pass(1000)
  await end(rule)
  const person = `/directory/users/${stay.included.directory_user.id}`
  const shown = async () => {
    const past = (await expect(200, 'GET', `${manifest}?at=${then}`)).body.data
    const had = (await expect(200, 'GET', `${person}/access?at=${then}`)).body.data
    return [
      (await expect(200, 'GET', `/policy/users/${stay.id}`)).body.links,
      past.find(({ id }: { id: string }) => id === stay.id).links,
      had.find(({ id }: { id: string }) => id === stay.id).links,
    ]
  }
  for (const links of await shown()) await follow(links)
  await expect(204, 'DELETE', `/policy/rules/${rule}`)
  for (const links of await shown()) {
    assert.equal(links.policy_rule, null)
    await follow(links)
  }
  const described = (await expect(200, 'GET', `/policy/rulesets/${ruleset}`)).body.links
  assert.ok(described.admins.endsWith(`/policy/rulesets/${ruleset}/admins`))
  await follow(described)
})

/** GETs the target of each link. */
async function follow(links: Record<string, string | null>) {
  for (const link of Object.values(links))
    if (link !== null) await expect(200, 'GET', link.replace('https://muster.example/api/v1', ''))
}

test('the history says of a deleted rule what everybody may read', async () => {
  const viewer = await makeCaller(server, ['policy.rule.view', 'directory.user.view'])
  const saidOf = async (description: string | null) => {
    const rule = await draft({ description })
    await act(rule, 'activate', {})
    const manifest = `/policy/rulesets/${ruleset}/manifest-users`
    const stay = (await expect(200, 'GET', manifest)).body.data[0].id
    await end(rule)
    await expect(204, 'DELETE', `/policy/rules/${rule}`)
    const found = await expect(200, 'GET', `/policy/users/${stay}`, undefined, viewer)
    return found.body.included.policy_rule.description
  }
  assert.equal(await saidOf(null), 'department is …')
  assert.equal(await saidOf('Those who sell'), 'Those who sell')
})

test('a stay under a rule that ends says that the rule ends it', async () => {
  const rule = await draft()
  await act(rule, 'activate', {})
  const manifest = `/policy/rulesets/${ruleset}/manifest-users?filter[rule_id]=${rule}`
  const reasons = async () =>
    (await expect(200, 'GET', manifest)).body.data.map(
      ({ expires_by }: { expires_by: string | null }) => expires_by,
    )
  assert.deepEqual(await reasons(), [null, null])
  const then = new Date(server.now()).toISOString()
  server.pass(1000)
  await act(rule, 'deprecate', { at: '2998-12-31T00:00:00Z' })
  assert.deepEqual(await reasons(), ['rule', 'rule'])
  const [stay] = (await expect(200, 'GET', manifest)).body.data
  const untilAsOf = async (query: string) => {
    const path = `/directory/users/${stay.included.directory_user.id}/access${query}`
    const access = (await expect(200, 'GET', path)).body.data
    return access.find(({ id }: { id: string }) => id === stay.id).until
  }
  assert.equal(await untilAsOf(''), '2998-12-31T00:00:00.000Z')
  assert.equal(await untilAsOf(`?at=${then}`), null, 'the end was planned later')
})

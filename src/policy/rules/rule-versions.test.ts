import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onProfile, policyServer } from './policy-for-tests.ts'

const server = await policyServer([
  { email: 'ada@x.example', profile: { department: 'Sales', level: '7' } },
])
const { expect } = server
const ruleset = await server.rulesetId('12')
const sales = onProfile('department', 'Sales')
const seniors = onProfile('level', '5', 'greater_than')

const draft = async (body: object = {}): Promise<string> =>
  (
    await expect(201, 'POST', `/policy/rulesets/${ruleset}/rules`, {
      role: 'member',
      conditions: [sales],
      ...body,
    })
  ).body.id

test('If-Match must name the version that stands', async () => {
  const rule = await draft()
  const call = (etag: string) =>
    server.call('PATCH', `/policy/rules/${rule}`, {
      token: server.owner.token,
      body: { priority: 7 },
      headers: { 'if-match': etag },
    })
  const etag = (await expect(200, 'GET', `/policy/rules/${rule}`)).headers.get('etag') ?? ''
  const [version = ''] = /\d+/.exec(etag) ?? []
  for (const tag of [`W/${etag}`, `"0${version}.0"`, version, `"${version}`, `"x${version}.0"`])
    assert.equal((await call(tag)).status, 412, tag)
  assert.equal((await call(etag)).status, 200)
  assert.equal((await call(etag)).status, 412)
  const next = `"${Number(version) + 1}.of another page"`
  assert.equal((await call(`"of another server", ${next}`)).status, 200, 'one of several')
})

test('a condition that comes or goes is another version of its rule, whatever its description says', async () => {
  const rule = await draft({ description: 'Written' })
  const path = `/policy/rules/${rule}`
  const etag = async () => (await expect(200, 'GET', path)).headers.get('etag') ?? ''
  const activate = (seen: string) =>
    server.call('POST', `${path}/activate`, {
      token: server.owner.token,
      body: {},
      headers: { 'if-match': seen },
    })
  const one = await etag()
  const { body } = await expect(201, 'POST', `${path}/conditions`, seniors)
  assert.equal((await activate(one)).status, 412, 'nobody activates what they have not seen')
  const two = await etag()
  await expect(204, 'DELETE', `/policy/conditions/${body.id}`)
  assert.equal((await activate(two)).status, 412)
  assert.equal((await activate(await etag())).status, 200)
})

test('a condition is taken away at its own version only', async () => {
  const rule = await draft()
  const [condition] = (await expect(200, 'GET', `/policy/rules/${rule}`)).body.included
    .policy_conditions
  const path = `/policy/conditions/${condition.id}`
  const remove = (seen: string) =>
    server.call('DELETE', path, { token: server.owner.token, headers: { 'if-match': seen } })
  assert.equal((await remove('"7.0"')).status, 412)
  const etag = (await expect(200, 'GET', path)).headers.get('etag') ?? ''
  assert.equal((await remove(etag)).status, 204)
})

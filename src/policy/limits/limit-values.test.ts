import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeId } from '../../contract/ids.ts'
import { policyServer } from '../rules/policy-for-tests.ts'

const server = await policyServer([{ email: 'ada@x.example', profile: {} }])
const { expect } = server
const [idp] = await server.query<{ id: string }>('select id from integration where is_primary')
const places = {
  settings: '/policy/settings',
  ruleset: `/policy/rulesets/${await server.rulesetId('12')}`,
  integration: `/workspace/integrations/${encodeId('integration', idp?.id ?? '')}`,
}

// The largest value of each limit, and where it can be set.
const largest: [string, number, (keyof typeof places)[]][] = [
  ['removal_limit_percent', 100, ['settings', 'ruleset']],
  ['removal_limit_people', 1_000_000_000, ['settings', 'ruleset']],
  ['addition_limit_percent', 1_000_000, ['settings', 'ruleset']],
  ['addition_limit_people', 1_000_000_000, ['settings', 'ruleset']],
  ['role_change_limit_percent', 100, ['settings', 'ruleset']],
  ['role_change_limit_people', 1_000_000_000, ['settings', 'ruleset']],
  ['account_limit_percent', 100, ['settings', 'integration']],
  ['account_limit_people', 1_000_000_000, ['settings', 'integration']],
  ['overall_limit_percent', 100, ['settings', 'integration']],
  ['overall_limit_people', 1_000_000_000, ['settings', 'integration']],
]

for (const [name, maximum, where] of largest) {
  test(`${name} is a whole number from 0 to ${maximum}`, async () => {
    for (const place of where) {
      const path = places[place]
      for (const value of [0, maximum]) {
        const { body } = await expect(200, 'PATCH', path, { [name]: value })
        assert.equal(body[name], value, place)
      }
      for (const value of [-1, 0.5, maximum + 1]) {
        const { body } = await expect(422, 'PATCH', path, { [name]: value })
        assert.ok(name in body.errors, place)
      }
      assert.equal((await expect(200, 'GET', path)).body[name], maximum, place)
    }
  })
}

test('a ruleset and an integration without a limit of their own have none; the workspace has each', async () => {
  for (const [name, , where] of largest)
    for (const place of where) {
      const status = place === 'settings' ? 422 : 200
      await expect(status, 'PATCH', places[place], { [name]: null })
    }
})

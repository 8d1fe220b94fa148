import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { encodeId } from '../../contract/ids.ts'
import { makeCaller, makeOwner } from '../../../test/harness.ts'
import { policyServer } from '../rules/policy-for-tests.ts'

const server = await policyServer([{ email: 'ada@x.example', profile: {} }])
const { expect } = server
const [ada, bo] = [await makeOwner(server), await makeOwner(server)]
const settings = '/policy/settings'
const ruleset = `/policy/rulesets/${await server.rulesetId('12')}`
const other = `/policy/rulesets/${await server.rulesetId('13')}`
const [idp] = await server.query<{ id: string }>('select id from integration where is_primary')
const integration = `/workspace/integrations/${encodeId('integration', idp?.id ?? '')}`

beforeEach(async () => {
  await server.query(
    `update policy_settings set requires_second_approval = false, overall_limit_percent = 10, named_people_limit = 50`,
  )
  await server.query(
    `update ruleset set requires_second_approval = false, is_sensitive = false, removal_limit_people = 5`,
  )
  await server.query('update integration set account_limit_percent = null')
})

/** 409, and the plan that it leads to. */
async function refused(path: string, body: object): Promise<string> {
  const { headers } = await expect(409, 'PATCH', path, body, ada)
  return headers.get('location')?.split('/').at(-1) ?? ''
}

const apply = (id: string, status: number) =>
  expect(status, 'POST', `/policy/plans/${id}/apply`, undefined, ada)

const cases: [string, string, Record<string, unknown>, Record<string, unknown>][] = [
  ['that two people decide', settings, {}, { requires_second_approval: false }],
  ['a limit of the workspace', settings, {}, { overall_limit_percent: 100 }],
  ['the limit on named people', settings, {}, { named_people_limit: 1000 }],
  ['a limit of a ruleset', ruleset, {}, { removal_limit_people: 1000 }],
  ['that a ruleset is sensitive', ruleset, { is_sensitive: true }, { is_sensitive: false }],
  ['a limit of an integration', integration, {}, { account_limit_percent: 100 }],
]

for (const [what, path, before, looser] of cases) {
  test(`where two people decide, they decide too about loosening ${what}`, async () => {
    await expect(200, 'PATCH', settings, { requires_second_approval: true }, ada)
    if (Object.keys(before).length > 0) await expect(200, 'PATCH', path, before, ada)
    const id = await refused(path, looser)
    const shown = (await expect(200, 'GET', `/policy/plans/${id}`, undefined, ada)).body
    assert.deepEqual(
      shown.exceeds.map(({ scope, direction }: Record<string, string>) => [scope, direction]),
      [['settings', 'loosen']],
    )
    assert.equal(shown.needs_approval_by_another, true)
    await apply(id, 409)
    const [key = ''] = Object.keys(looser)
    assert.notEqual((await expect(200, 'GET', path)).body[key], looser[key])
    await expect(200, 'POST', `/policy/plans/${id}/approve`, undefined, bo)
    await apply(id, 200)
    assert.equal((await expect(200, 'GET', path)).body[key], looser[key])
  })
}

test('one person tightens limits alone, and loosens them where one person decides', async () => {
  await expect(200, 'PATCH', ruleset, { removal_limit_people: 6 }, ada)
  await expect(200, 'PATCH', settings, { requires_second_approval: true }, ada)
  await expect(200, 'PATCH', settings, { overall_limit_percent: 5 }, ada)
  await expect(200, 'PATCH', ruleset, { removal_limit_people: 5, is_sensitive: true }, ada)
  await expect(200, 'PATCH', integration, { account_limit_percent: 5 }, ada)
})

test('of a ruleset that two people decide, they decide about its limits and those it inherits', async () => {
  await expect(200, 'PATCH', ruleset, { requires_second_approval: true }, ada)
  await refused(ruleset, { requires_second_approval: false })
  await refused(ruleset, { removal_limit_people: 6 })
  await apply(await refused(settings, { overall_limit_percent: 100 }), 409)
  await apply(await refused(integration, { account_limit_percent: 100 }), 409)
  await expect(200, 'PATCH', other, { removal_limit_people: 6 }, ada)
})

test('an integration is not connected with higher limits where two people decide', async () => {
  await expect(200, 'PATCH', settings, { requires_second_approval: true }, ada)
  const body = { handle: 'hr', name: 'HR', vendor: 'file' }
  const high = { ...body, account_limit_people: 1000 }
  const { message } = (await expect(409, 'POST', '/workspace/integrations', high, ada)).body
  assert.match(message, /without them/)
  await expect(201, 'POST', '/workspace/integrations', body, ada)
})

test('a plan from before two people decide is shown again before it is applied', async () => {
  const operations = [{ op: 'change_settings', overall_limit_percent: 100 }]
  const { id } = (await expect(201, 'POST', '/policy/plans', { operations }, ada)).body
  await expect(200, 'PATCH', settings, { requires_second_approval: true }, ada)
  await apply(id, 409)
  const next = (await expect(200, 'GET', `/policy/plans/${id}`, undefined, ada)).body.replaced_by_id
  await apply(next, 409)
  await expect(200, 'POST', `/policy/plans/${next}/approve`, undefined, bo)
  await apply(next, 200)
})

test('who may not approve is refused as before', async () => {
  await expect(200, 'PATCH', settings, { requires_second_approval: true }, ada)
  const manager = await makeCaller(server, ['policy.rule.view', 'policy.ruleset.manage'])
  await expect(403, 'PATCH', settings, { overall_limit_percent: 100 }, manager)
})

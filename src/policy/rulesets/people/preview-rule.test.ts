import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentsOf } from '../../../../test/contents.ts'
import { makeCaller } from '../../../../test/harness.ts'
import { onProfile } from '../../rules/policy-for-tests.ts'
import { rulesServer, sales, seniors } from '../../rules/rules-for-tests.ts'

const server = await rulesServer()
const { ruleset } = server

async function preview(body: object, status = 200, as = server.owner) {
  return (await server.expect(status, 'POST', `/policy/rulesets/${ruleset}/preview`, body, as)).body
}

const counts = ({ matching, eligible, entering, leaving, is_capped }: Record<string, unknown>) => ({
  matching,
  eligible,
  entering,
  leaving,
  is_capped,
})

test('who meets conditions is counted and shown, and nothing is stored', async () => {
  const before = await contentsOf(server)
  const found = await preview({ conditions: [sales] })
  assert.deepEqual(counts(found), {
    matching: 2,
    eligible: 2,
    entering: 2,
    leaving: 0,
    is_capped: false,
  })
  assert.deepEqual(
    found.examples.map((each: { directory_user: { email: string }; enters: boolean }) => [
      each.directory_user.email,
      each.enters,
    ]),
    [
      ['ada@x.example', true],
      ['bob@x.example', true],
    ],
  )
  assert.equal((await preview({ conditions: [sales, seniors] })).matching, 1)
  assert.equal((await preview({ conditions: [onProfile('department', 'None')] })).matching, 0)
  assert.deepEqual(await contentsOf(server), before)
})

test('who is in the manifest does not enter, and leaves if the edited rule no longer holds them', async () => {
  const rule = await server.draft()
  await server.act(rule, 'activate')
  const same = await preview({ conditions: [sales], rule_id: rule })
  assert.deepEqual([same.entering, same.leaving], [0, 0])
  const narrower = await preview({ conditions: [sales, seniors], rule_id: rule })
  assert.deepEqual([narrower.matching, narrower.entering, narrower.leaving], [1, 0, 1])
  const other = await preview({ conditions: [seniors], rule_id: rule })
  assert.deepEqual([other.matching, other.entering, other.leaving], [2, 1, 1])
  assert.deepEqual(
    other.examples.map((each: { enters: boolean }) => each.enters),
    [true, false],
  )
  // Who another rule in force admits stays.
  const second = await server.draft()
  await server.act(second, 'activate')
  assert.equal((await preview({ conditions: [seniors], rule_id: rule })).leaving, 0)
  await server.end(rule)
  await server.end(second)
})

test('a preview agrees with what activating the rule does', async () => {
  const before = await preview({ conditions: [seniors] })
  const rule = await server.draft({ conditions: [seniors] })
  await server.act(rule, 'activate')
  const { length } = await server.manifest('12')
  assert.equal(before.entering, 2)
  assert.ok(length >= before.eligible)
  await server.end(rule)
})

test('conditions on a key with very long values are decided too', async () => {
  await server.query(
    `update identity set profile = profile || jsonb_build_object('department', repeat('Sales', 2000000))
     where vendor_id = 'cy@x.example'`,
  )
  const starts = onProfile('department', 'sales', 'starts_with')
  assert.equal((await preview({ conditions: [starts] })).matching, 3)
  assert.equal((await preview({ conditions: [sales] })).matching, 2)
  await server.query(
    `update identity set profile = profile || '{"department": "Legal"}' where vendor_id = 'cy@x.example'`,
  )
})

test('drafts have no part in it, and attributes are decided by the rules in force', async () => {
  await server.draft({ conditions: [seniors] })
  assert.equal((await preview({ conditions: [sales] })).matching, 2)
  const ada = await server.personId('ada@x.example')
  assert.equal((await preview({ conditions: [{ type: 'user', resource_id: ada }] })).matching, 1)
})

test('it needs what drafting the rule needs, and shows people to who may see them', async () => {
  const drafter = await makeCaller(server, ['policy.rule.view', 'policy.rule.manage'])
  await preview({ conditions: [sales] }, 403, drafter)
  const profiles = await makeCaller(server, [
    'policy.rule.view',
    'policy.rule.manage',
    'directory.identity.profile.view',
  ])
  const found = await preview({ conditions: [sales] }, 200, profiles)
  assert.deepEqual([found.matching, found.examples], [2, null])
  await preview({ conditions: [sales] }, 403, await makeCaller(server, ['policy.rule.view']))
})

test('what can’t be drafted is refused by field', async () => {
  const secret = await preview({ conditions: [onProfile('salary', '1')] }, 422)
  assert.deepEqual(Object.keys(secret.errors), ['conditions.0.profile_key'])
  await preview({ conditions: [] }, 422)
  const unknown = 'porul_01kaf7m2t4e8j9p3q5r7s9v1wx'
  const rule = await preview({ conditions: [sales], rule_id: unknown }, 422)
  assert.deepEqual(Object.keys(rule.errors), ['rule_id'])
})

test('one person is held against each condition', async () => {
  const bob = await server.personId('bob@x.example')
  const { person } = await preview({
    conditions: [sales, seniors, { type: 'user', resource_id: bob }],
    user_id: bob,
  })
  assert.deepEqual(person, {
    is_met: false,
    is_eligible: true,
    conditions: [
      { is_met: true, saw: ['Sales'] },
      { is_met: false, saw: ['3'] },
      { is_met: true, saw: null },
    ],
  })
  assert.equal((await preview({ conditions: [sales] })).person, null)
  const unknown = 'drusr_01kaf7m2t4e8j9p3q5r7s9v1wx'
  const refused = await preview({ conditions: [sales], user_id: unknown }, 422)
  assert.deepEqual(Object.keys(refused.errors), ['user_id'])
  const blind = await makeCaller(server, [
    'policy.rule.view',
    'policy.rule.manage',
    'directory.identity.profile.view',
  ])
  await preview({ conditions: [sales], user_id: bob }, 403, blind)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller } from '../../../test/harness.ts'
import { untilWaiting } from '../../../test/until-waiting.ts'
import { lockPolicy } from '../../database/policy-lock.ts'
import { rulesServer, sales } from '../rules/rules-for-tests.ts'

const server = await rulesServer()
const { expect, ruleset, draft } = server
const rules = `/policy/rulesets/${ruleset}/rules`
const settings = '/policy/settings'

/** That many conditions, all different. */
const conditions = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...sales, profile_value: `Sales ${index}` }))
const newDraft = { role: 'member', conditions: [sales] }

test('a rule has at most condition_limit_per_rule conditions, by every way to add one', async () => {
  await expect(200, 'PATCH', settings, { condition_limit_per_rule: 3 })
  const refused = await expect(422, 'POST', rules, { role: 'member', conditions: conditions(4) })
  assert.match(refused.body.errors.conditions[0], /at most 3 .* 4; condition_limit_per_rule/)
  const rule = await draft({ conditions: conditions(3) })
  const added = { ...sales, profile_value: 'one more' }
  const full = await expect(422, 'POST', `/policy/rules/${rule}/conditions`, added)
  assert.match(full.body.errors.conditions[0], /condition_limit_per_rule/)
  const operations = [
    { op: 'create_rule', ruleset_id: ruleset, role: 'member', conditions: conditions(4) },
  ]
  const planned = await expect(422, 'POST', '/policy/plans', { operations })
  assert.match(planned.body.errors['operations.0.conditions'][0], /condition_limit_per_rule/)

  await expect(200, 'PATCH', settings, { condition_limit_per_rule: 2 })
  await expect(422, 'POST', `/policy/rules/${rule}/duplicate`)
  assert.equal(
    (await expect(200, 'GET', `/policy/rules/${rule}`)).body.included.policy_conditions.length,
    3,
  )
  await expect(200, 'PATCH', `/policy/rules/${rule}`, { priority: 7 })
  await expect(200, 'POST', `/policy/rules/${rule}/activate`, {})
  await expect(204, 'DELETE', `/policy/rules/${await draft()}`)
  await expect(200, 'PATCH', settings, { condition_limit_per_rule: 50 })
})

test('a ruleset has at most draft_limit_per_ruleset drafts, by every way to add one', async () => {
  const first = await draft()
  const second = await draft()
  await expect(200, 'PATCH', settings, { draft_limit_per_ruleset: 2 })
  for (const [path, body] of [
    [rules, newDraft],
    [`/policy/rules/${first}/duplicate`, undefined],
  ] as const) {
    const { body: refusal } = await expect(422, 'POST', path, body)
    assert.match(refusal.errors.rules[0], /3 drafts, and at most 2 .* draft_limit_per_ruleset/)
  }
  const created = { op: 'create_rule', ref: 'new', ruleset_id: ruleset, ...newDraft }
  const operations = [created, { op: 'duplicate_rule', rule_id: '$new' }]
  const planned = await expect(422, 'POST', '/policy/plans', { operations })
  assert.match(planned.body.errors['operations.1'][0], /4 drafts/)
  const drafts = (await expect(200, 'GET', `/policy/rulesets/${ruleset}`)).body.count.staged_rules
  assert.equal(drafts, 2)

  await expect(200, 'PATCH', settings, { draft_limit_per_ruleset: 1 })
  await expect(200, 'PATCH', `/policy/rules/${first}`, { priority: 7 })
  await expect(200, 'POST', `/policy/rules/${first}/activate`, {})
  await expect(422, 'POST', rules, newDraft)
  await expect(204, 'DELETE', `/policy/rules/${second}`)
  await draft()
})

test('a rule that is drafted and activated together does not count as a draft, and an exception never does', async () => {
  await expect(200, 'PATCH', settings, { draft_limit_per_ruleset: 1 })
  const operations = [
    { op: 'create_rule', ref: 'new', ruleset_id: ruleset, ...newDraft },
    { op: 'activate_rule', rule_id: '$new' },
  ]
  const { body: plan } = await expect(201, 'POST', '/policy/plans', { operations })
  await expect(200, 'POST', `/policy/plans/${plan.id}/apply`)
  await expect(201, 'POST', `/policy/rulesets/${ruleset}/exceptions`, {
    user_id: await server.personId('cy@x.example'),
    expires_at: new Date(server.now() + 86_400_000).toISOString(),
    reason: 'covers for Ada',
  })
})

/** Does the work while a transaction holds the policy lock. */
const whileLocked = <T>(mode: 'shared' | 'exclusive', work: () => Promise<T>) =>
  server.database.transaction(async ({ tx }) => {
    await lockPolicy(tx, mode)
    return work()
  })

test('a draft waits for no change of people, and drafts at the same time keep to the limit', async () => {
  await expect(200, 'PATCH', settings, { draft_limit_per_ruleset: 200 })
  const first = await draft()
  const { staged_rules: before } = (await expect(200, 'GET', `/policy/rulesets/${ruleset}`)).body
    .count
  await whileLocked('shared', async () => {
    await expect(201, 'POST', rules, newDraft)
    const second = (await expect(201, 'POST', `/policy/rules/${first}/duplicate`)).body.id
    await expect(200, 'PATCH', `/policy/rules/${second}`, { role: 'owner', priority: 3 })
    const more = await expect(201, 'POST', `/policy/rules/${second}/conditions`, conditions(1)[0])
    await expect(204, 'DELETE', `/policy/conditions/${more.body.id}`)
    await expect(204, 'DELETE', `/policy/rules/${second}`)
  })

  await expect(200, 'PATCH', settings, { draft_limit_per_ruleset: before + 2 })
  const drafting = await whileLocked('exclusive', async () => {
    const sent = [
      server.send('POST', rules, newDraft),
      server.send('POST', `/policy/rules/${first}/duplicate`),
    ]
    await untilWaiting(server, sent.length)
    return { sent }
  })
  const statuses = (await Promise.all(drafting.sent)).map(({ status }) => status)
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [201, 422],
  )
})

test('raising either limit takes policy.change.approve', async () => {
  const manager = await makeCaller(server, ['policy.rule.view', 'policy.ruleset.manage'])
  await expect(200, 'PATCH', settings, { draft_limit_per_ruleset: 1 }, manager)
  for (const raised of [{ draft_limit_per_ruleset: 300 }, { condition_limit_per_rule: 51 }]) {
    const refused = await expect(403, 'PATCH', settings, raised, manager)
    assert.match(refused.body.message, /policy\.change\.approve/)
  }
  const refused = await expect(422, 'PATCH', settings, { condition_limit_per_rule: 201 })
  assert.deepEqual(Object.keys(refused.body.errors), ['condition_limit_per_rule'])
})

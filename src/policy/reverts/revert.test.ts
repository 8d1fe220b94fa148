import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { makeCaller } from '../../../test/harness.ts'
import { day } from '../rules/policy-for-tests.ts'
import { activate, legal, sales } from '../plans/plans-for-tests.ts'
import { revertServer } from './reverts-for-tests.ts'

const server = await revertServer()
const { expect, manifest, groups, create, plan, apply, send, applied, revert, refused } = server

beforeEach(server.startOver)

async function undone(id: string) {
  const reverting = await revert(id)
  await apply(reverting.id)
  return reverting
}

const ruleOf = async (id: string) => (await expect(200, 'GET', `/policy/rules/${id}`)).body

/** The id of the rule in force of a group. */
async function inForce(group: 12 | 13): Promise<string[]> {
  const path = `/policy/rulesets/${groups[group]}/rules?filter[state]=active,expiring&sort=admission`
  return (await expect(200, 'GET', path)).body.data.map(({ id }: { id: string }) => id)
}

const opsOf = ({ operations }: { operations: { op: string }[] }) => operations.map(({ op }) => op)
const reasonsOf = ({ not_reverted: left }: { not_reverted: { reason: string }[] }) =>
  left.map(({ reason }) => reason)

/** The words of a rule's conditions. */
const said = (rule: { included: { policy_conditions: { description: string }[] } }) =>
  rule.included.policy_conditions.map(({ description }) => description).sort()

const sellers = ['ada@x.example developer active', 'bo@x.example developer active']

test('a rule that a plan put in force is ended again, and each plan names the other', async () => {
  const id = await applied(create(12), activate)
  assert.deepEqual(await manifest('12'), sellers)
  const reverting = await revert(id)
  assert.deepEqual(await manifest('12'), sellers, 'a plan changes nothing')
  assert.deepEqual(opsOf(reverting), ['deactivate_rule'])
  assert.deepEqual([reverting.reverts_plan_id, reverting.not_reverted], [id, []])
  assert.equal(reverting.totals.removed, 2)
  await apply(reverting.id)
  assert.deepEqual(await manifest('12'), [])
  assert.equal((await server.read(id)).reverted_by_id, reverting.id)
  const { data } = (await expect(200, 'GET', '/policy/plans?page[size]=2')).body
  assert.deepEqual(
    data.map((row: Record<string, unknown>) => [
      row['id'],
      row['reverts_plan_id'],
      row['reverted_by_id'],
    ]),
    [
      [reverting.id, id, null],
      [id, null, reverting.id],
    ],
  )
  const logs = (await expect(200, 'GET', `/audit/logs?filter[record]=${reverting.id}`)).body.data
  assert.deepEqual(
    logs.map((row: { event: string; related: { id: string } }) => [row.event, row.related?.id]),
    [
      ['policy.plan.apply', id],
      ['policy.plan.create', id],
    ],
  )
})

test('a rule that was ended comes back as it was, and people get a new stay that names the former', async () => {
  await applied(create(12, { key: 'sellers', priority: 7, description: 'All who sell' }), activate)
  const [rule = ''] = await inForce(12)
  const staysOf = async () =>
    (await expect(200, 'GET', `/policy/rulesets/${groups[12]}/manifest-users`)).body.data
  const former = (await staysOf()).map(({ id }: { id: string }) => id)
  const id = await applied({ op: 'deactivate_rule', rule_id: rule })
  assert.deepEqual(await manifest('12'), [])
  server.pass(day * 3)
  assert.deepEqual(opsOf(await undone(id)), ['duplicate_rule', 'activate_rule', 'change_rule'])
  assert.deepEqual(await manifest('12'), sellers)
  const [back = ''] = await inForce(12)
  const { key, priority, description, policy_conditions: conditions } = await ruleOf(back)
  assert.deepEqual([key, priority, description], ['sellers', 7, 'All who sell'])
  assert.deepEqual(conditions, (await ruleOf(rule)).policy_conditions)
  const stays = await staysOf()
  const described = []
  for (const stay of stays)
    described.push((await expect(200, 'GET', `/policy/users/${stay.id}`)).body.former_id)
  assert.deepEqual(new Set(described), new Set(former))
  const logs = (await expect(200, 'GET', `/audit/logs?filter[event]=policy.user.return`)).body.data
  assert.deepEqual(
    new Set(logs.map((row: { related: { id: string } }) => row.related.id)),
    new Set(former),
  )
})

test('the rule that was replaced takes over again, and nobody who is in both leaves', async () => {
  await applied(create(12, { key: 'first' }), activate)
  const [first = ''] = await inForce(12)
  const id = await applied(create(12, { conditions: [legal] }), { ...activate, replaces: first })
  const [second = ''] = await inForce(12)
  assert.deepEqual(await manifest('12'), ['cy@x.example developer active'])
  const reverting = await revert(id)
  assert.deepEqual(opsOf(reverting), ['duplicate_rule', 'activate_rule'])
  await apply(reverting.id)
  assert.deepEqual(await manifest('12'), sellers)
  assert.equal((await ruleOf(second)).state, 'deactivated')
  const [back = ''] = await inForce(12)
  assert.equal((await ruleOf(back)).key, 'first')
  // To undo that is a plan like any other.
  await undone(reverting.id)
  assert.deepEqual(await manifest('12'), ['cy@x.example developer active'])
})

test('what was changed since is left, and said, and the rest is undone', async () => {
  await applied(
    create(12),
    activate,
    { ...create(13), ref: 'other' },
    { ...activate, rule_id: '$other' },
  )
  const [[mine = ''], [other = '']] = [await inForce(12), await inForce(13)]
  const id = await applied(
    { op: 'change_rule', rule_id: mine, priority: 5, description: 'Sellers' },
    { op: 'change_rule', rule_id: other, priority: 6 },
    { op: 'change_settings', expires_after_days: 4, named_people_limit: 40 },
  )
  await expect(200, 'PATCH', `/policy/rules/${mine}`, { description: 'All sellers' })
  await expect(200, 'PATCH', '/policy/settings', { named_people_limit: 30 })
  const reverting = await undone(id)
  assert.deepEqual(reasonsOf(reverting), [
    'Its named people limit was changed since.',
    'Its description was changed since.',
  ])
  assert.deepEqual(
    reverting.not_reverted.map((each: Record<string, unknown>) => [
      each['event'],
      each['ruleset_id'],
    ]),
    [
      ['policy.settings.change', null],
      ['policy.rule.change', groups[12]],
    ],
  )
  assert.deepEqual([(await ruleOf(mine)).priority, (await ruleOf(other)).priority], [5, 100])
  const settings = (await expect(200, 'GET', '/policy/settings')).body
  assert.deepEqual([settings.expires_after_days, settings.named_people_limit], [0, 30])
})

test('an end, a date, a draft and its conditions are taken back', async () => {
  await applied(create(12, { key: 'ending' }), activate)
  const [rule = ''] = await inForce(12)
  const draft = async (more = {}) =>
    (
      await expect(201, 'POST', `/policy/rulesets/${groups[13]}/rules`, {
        role: 'developer',
        conditions: [sales, legal],
        ...more,
      })
    ).body
  const [kept, dated, removed] = [await draft(), await draft(), await draft({ key: 'gone' })]
  const at = new Date(server.now() + 5 * day).toISOString()
  const id = await applied(
    { op: 'deprecate_rule', rule_id: rule, at },
    { op: 'remove_condition', condition_id: kept.included.policy_conditions[0].id },
    {
      op: 'add_condition',
      rule_id: kept.id,
      type: 'identity',
      profile_key: 'level',
      profile_operator: 'exists',
    },
    { op: 'change_rule', rule_id: kept.id, priority: 3 },
    { op: 'activate_rule', rule_id: dated.id, at },
    { op: 'delete_rule', rule_id: removed.id },
    create(13, { key: 'new' }),
  )
  const reverting = await undone(id)
  assert.deepEqual(reasonsOf(reverting), [])
  const [back = ''] = await inForce(12)
  const described = await ruleOf(back)
  assert.deepEqual([described.state, described.key], ['active', 'ending'])
  const keptNow = await ruleOf(kept.id)
  assert.deepEqual(said(keptNow), said(kept))
  assert.equal(keptNow.priority, 100)
  assert.equal((await ruleOf(dated.id)).timestamp.activates_at, null)
  const drafts = `/policy/rulesets/${groups[13]}/rules?filter[state]=staged`
  const { data } = (await expect(200, 'GET', drafts)).body
  const again = data.find(({ key }: { key: string }) => key === 'gone')
  assert.deepEqual(said(await ruleOf(again.id)), said(removed))
  assert.ok(data.every(({ key }: { key: string }) => key !== 'new'))
})

test('attributes, dimensions, rulesets, admins and settings have their former values', async () => {
  const dimension = await server.dimension()
  const made = await expect(201, 'POST', '/directory/attributes', {
    dimension_id: dimension,
    profile_value: '7',
  })
  const { user } = { user: await makeCaller(server, ['policy.rule.view']) }
  await server.giveRole(user, 13, 'audit')
  const id = await applied(
    { op: 'change_attribute', attribute_id: made.body.id, profile_value: '8' },
    { op: 'create_attribute', dimension_id: dimension, profile_value: '3' },
    { op: 'change_dimension', dimension_id: dimension, name: 'Other' },
    { op: 'change_ruleset', ruleset_id: groups[13], state: 'monitored', is_authoritative: true },
    { op: 'set_ruleset_admin', ruleset_id: groups[12], user_id: user.id, role: 'audit' },
    { op: 'remove_ruleset_admin', ruleset_id: groups[13], user_id: user.id },
    { op: 'change_settings', expires_after_days: 9 },
  )
  const reverting = await undone(id)
  assert.deepEqual(reasonsOf(reverting), [])
  const attributes = `/directory/attributes?filter[dimension]=${dimension}&sort=name`
  const { data } = (await expect(200, 'GET', attributes)).body
  assert.deepEqual(
    data.map((one: Record<string, unknown>) => [one['profile_value'], one['name'], one['state']]),
    [
      ['3', '3', 'deactivated'],
      ['7', '7', 'active'],
    ],
  )
  assert.match((await expect(200, 'GET', `/directory/dimensions/${dimension}`)).body.name, /^Team/)
  const ruleset = (await expect(200, 'GET', `/policy/rulesets/${groups[13]}`)).body
  assert.deepEqual([ruleset.state, ruleset.is_authoritative], ['managed', false])
  await expect(404, 'GET', `/policy/rulesets/${groups[12]}/admins/${user.id}`)
  await expect(200, 'GET', `/policy/rulesets/${groups[13]}/admins/${user.id}`)
  assert.equal((await expect(200, 'GET', '/policy/settings')).body.expires_after_days, 0)
})

test('what is refused now is left with the reason, and a plan without anything to undo is refused', async () => {
  const ready = (await plan([create(12), activate])).body.id
  assert.match(await refused(ready), /The plan is ready: only what was applied can be undone/)
  await apply(ready)
  const [rule = ''] = await inForce(12)
  await expect(200, 'POST', `/policy/rules/${rule}/deactivate`)
  assert.match(await refused(ready), /Nothing of the plan can be undone.*state was changed since/)
  await applied(create(12, { key: 'taken' }), activate)
  const [second = ''] = await inForce(12)
  const id = await applied(
    { op: 'deactivate_rule', rule_id: second },
    { op: 'change_settings', expires_after_days: 2 },
  )
  await applied(create(12, { key: 'taken', conditions: [legal] }), activate)
  const reverting = await undone(id)
  assert.deepEqual(reasonsOf(reverting), [
    'It can’t be undone now. Its key is the key of another rule of this ruleset.',
  ])
  assert.deepEqual(await manifest('12'), ['cy@x.example developer active'])
  await applied({
    op: 'create_exception',
    ruleset_id: groups[13],
    user_id: await server.personId('cy@x.example'),
    expires_at: new Date(server.now() + day).toISOString(),
    reason: 'help',
  })
  const [exception = ''] = await inForce(13)
  const ended = await applied({ op: 'deactivate_rule', rule_id: exception })
  server.pass(2 * day)
  assert.match(await refused(ended), /It would have ended by now/)
})

test('a revert takes what its operations take, and is bound to what it showed', async () => {
  const id = await applied(create(12), activate)
  const reader = await makeCaller(server, [
    'policy.rule.view',
    'directory.user.view',
    'directory.identity.profile.view',
  ])
  const { status, body } = await send('POST', `/policy/plans/${id}/revert`, undefined, reader)
  assert.equal(status, 201)
  const answer = await send('POST', `/policy/plans/${body.id}/apply`, undefined, reader)
  assert.equal(answer.status, 403)
  assert.match(answer.body.message, /policy\.rule\.manage/)
  const stranger = await makeCaller(server, ['directory.user.view'])
  assert.equal((await send('POST', `/policy/plans/${id}/revert`, undefined, stranger)).status, 403)
  const reverting = await revert(id)
  const [rule = ''] = await inForce(12)
  await expect(200, 'POST', `/policy/rules/${rule}/deactivate`)
  await apply(reverting.id, 409)
  assert.deepEqual(await manifest('12'), [])
})

test('a plan is undone after its day is over too', async () => {
  const id = await applied(create(12), activate)
  server.pass(2 * day)
  await server.query(`update plan set operations = '[]', description = null`)
  assert.deepEqual(opsOf(await undone(id)), ['deactivate_rule'])
  assert.deepEqual(await manifest('12'), [])
})

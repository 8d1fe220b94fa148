import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testActor } from '../../../test/people-fixture.ts'
import { recalculate } from '../manifests/recalculate.ts'
import { day } from './policy-for-tests.ts'
import { rulesServer, sales, seniors } from './rules-for-tests.ts'

const server = await rulesServer()
const { draft, act, end, expect, manifest } = server

const ruleOf = async (id: string) => (await expect(200, 'GET', `/policy/rules/${id}`)).body

const phasesOf = (email: string) =>
  server.query(
    `select count(distinct p.policy_user_id)::integer as stays, count(*)::integer as phases, bool_or(upper_inf(p.valid)) as is_in
     from policy_user_history p join policy_user s on s.id = p.policy_user_id
     join directory_user u on u.id = s.directory_user_id where u.email = $1`,
    [email],
  )

test('who is in both stays without a break when a rule takes over from another', async () => {
  const first = await draft({ key: 'taken-over' })
  await act(first, 'activate', {})
  server.pass(day)
  const copy = await expect(201, 'POST', `/policy/rules/${first}/duplicate`)
  assert.deepEqual([copy.body.state, copy.body.key], ['staged', null])
  await expect(201, 'POST', `/policy/rules/${copy.body.id}/conditions`, seniors)
  const [before] = await phasesOf('ada@x.example')
  const { body } = await act(copy.body.id, 'activate', { replaces: first })
  assert.equal(body.key, 'taken-over', 'a policy file finds the new one')
  assert.equal((await expect(200, 'GET', `/policy/rules/${first}`)).body.state, 'deactivated')
  assert.deepEqual(await manifest('12'), ['ada@x.example member active'])
  const [after] = await phasesOf('ada@x.example')
  assert.deepEqual(
    after,
    { ...before, phases: Number(before?.['phases']) + 1 },
    'one stay, another phase',
  )
  assert.equal((await phasesOf('bob@x.example'))[0]?.['is_in'], false)
  await end(copy.body.id)
})

test('a rule takes over only from one in force of its own ruleset', async () => {
  const rule = await draft()
  const other = await expect(
    201,
    'POST',
    `/policy/rulesets/${await server.rulesetId('13')}/rules`,
    {
      role: 'member',
      conditions: [sales],
    },
  )
  await act(other.body.id, 'activate', {})
  const ended = await draft()
  await act(ended, 'activate', {})
  await end(ended)
  for (const replaces of [rule, other.body.id, await draft(), ended]) {
    const answer = await expect(422, 'POST', `/policy/rules/${rule}/activate`, { replaces })
    assert.ok('replaces' in answer.body.errors, answer.text)
  }
  await end(other.body.id)
})

test('a rule that takes over from another is what waits for that one takes over from', async () => {
  const first = await draft()
  await act(first, 'activate', {})
  const [next, later] = [await draft({ conditions: [seniors] }), await draft()]
  const at = new Date(server.now() + 2 * day).toISOString()
  await act(next, 'activate', { at, replaces: first })
  const dated = { at: new Date(server.now() + 5 * day).toISOString(), replaces: first }
  await act(later, 'activate', dated)
  const second = (await expect(201, 'POST', `/policy/rules/${first}/duplicate`)).body.id
  await act(second, 'activate', { replaces: first })
  const described = async (id: string) => (await expect(200, 'GET', `/policy/rules/${id}`)).body
  assert.equal((await described(next)).replaces_rule_id, second)
  server.pass(3 * day)
  assert.equal((await described(second)).state, 'deactivated')
  assert.equal((await described(later)).replaces_rule_id, next, 'one that began at its date, too')
  server.pass(3 * day)
  assert.deepEqual(
    [(await described(next)).state, (await described(later)).state],
    ['deactivated', 'active'],
  )
  await end(later)
})

test('two rules may take over from one at the same date', async () => {
  const first = await draft()
  await act(first, 'activate', {})
  const both = [await draft(), await draft({ conditions: [seniors] })]
  const dated = { at: new Date(server.now() + day).toISOString(), replaces: first }
  for (const rule of both) await act(rule, 'activate', dated)
  server.pass(2 * day)
  for (const rule of both) {
    assert.equal((await expect(200, 'GET', `/policy/rules/${rule}`)).body.state, 'active')
    await end(rule)
  }
  assert.equal((await expect(200, 'GET', `/policy/rules/${first}`)).body.state, 'deactivated')
})

test('what waits for a rule that two replace together takes over from one, and nobody loses the other', async () => {
  const first = await draft()
  await act(first, 'activate', {})
  const both = [await draft({ conditions: [seniors] }), await draft()]
  const third = await draft({ conditions: [seniors] })
  const dated = (days: number) => ({
    at: new Date(server.now() + days * day).toISOString(),
    replaces: first,
  })
  for (const rule of both) await act(rule, 'activate', dated(1))
  await act(third, 'activate', dated(3))
  server.pass(2 * day)
  assert.equal((await ruleOf(third)).replaces_rule_id, both[0])
  const before = await manifest('12')
  assert.equal(before.length, 3)
  server.pass(2 * day)
  assert.equal((await ruleOf(third)).state, 'active')
  assert.deepEqual(await manifest('12'), before)
  for (const rule of [both[1] ?? '', third]) await end(rule)
})

test('a dated rule that is activated before its date takes over as it was to', async () => {
  const first = await draft()
  await act(first, 'activate', {})
  const next = await draft({ conditions: [seniors] })
  const at = new Date(server.now() + day).toISOString()
  await act(next, 'activate', { at, replaces: first })
  assert.equal((await act(next, 'activate', {})).body.state, 'active')
  assert.equal((await expect(200, 'GET', `/policy/rules/${first}`)).body.state, 'deactivated')
  await end(next)
})

/** Moves Bob to another department; he is in Sales at first. */
async function moveBob(department: string): Promise<void> {
  const [bob] = await server.query<{ id: string }>(
    `update identity set profile = profile || jsonb_build_object('department', $1::text)
     where vendor_id = 'bob@x.example' returning directory_user_id as id`,
    [department],
  )
  await server.database.transaction(({ tx, now }) =>
    recalculate(tx, { now, actor: testActor, people: [bob?.id ?? ''], isApproved: true }),
  )
}

/** An active rule under which Bob is in grace, since now. */
async function bobInGrace(body: object = {}): Promise<string> {
  const rule = await draft(body)
  await act(rule, 'activate', {})
  await moveBob('Legal')
  return rule
}

const copyOf = async (rule: string, body?: object) => {
  const copy = (await expect(201, 'POST', `/policy/rules/${rule}/duplicate`)).body.id
  if (body !== undefined) await expect(200, 'PATCH', `/policy/rules/${copy}`, body)
  return copy
}

/** Bob's stay, if he is in the group. */
async function bobsStay() {
  const [stay] = await server.query<{ id: string; state: string; rule: string; until: number }>(
    `select s.id, s.state, s.rule_id as rule, extract(epoch from s.expires_at)::float8 * 1000 as until
     from policy_user s join directory_user u on u.id = s.directory_user_id
     where u.email = 'bob@x.example' and s.deleted_at is null`,
  )
  return stay
}

test('replacing a rule keeps the grace of the people who are in it, until the date they had', async () => {
  const rule = await bobInGrace()
  const until = server.now() + 3 * day
  const before = await bobsStay()
  server.pass(day)
  const copy = await copyOf(rule, { reason: 'Sales sells' })
  await act(copy, 'activate', { replaces: rule })
  assert.deepEqual(await manifest('12'), [
    'ada@x.example member active',
    'bob@x.example member expiring',
  ])
  const stay = await bobsStay()
  assert.deepEqual([stay?.id, stay?.until], [before?.id, until])
  assert.notEqual(stay?.rule, before?.rule)
  server.pass(2 * day)
  await expect(200, 'GET', `/policy/rules/${copy}`)
  assert.equal(await bobsStay(), undefined)
  await moveBob('Sales')
  await end(copy)
})

test('a shorter grace of the new rule is counted from the start of the grace, over any number of replacements', async () => {
  const rule = await bobInGrace({ expires_after_days: 10 })
  const since = server.now()
  server.pass(day)
  const longer = await copyOf(rule, { expires_after_days: 30 })
  await act(longer, 'activate', { replaces: rule })
  assert.equal((await bobsStay())?.until, since + 10 * day)
  server.pass(day)
  const shorter = await copyOf(longer, { expires_after_days: 5 })
  await act(shorter, 'activate', { replaces: longer })
  assert.equal((await bobsStay())?.until, since + 5 * day)
  const none = await copyOf(shorter, { expires_after_days: 0 })
  await act(none, 'activate', { replaces: shorter })
  assert.equal(await bobsStay(), undefined)
  await moveBob('Sales')
  await end(none)
})

test('the grace starts when the person stopped qualifying, though their stay was expiring before', async () => {
  const rule = await draft({ expires_after_days: 10 })
  await act(rule, 'activate', {})
  await act(rule, 'deprecate', { at: new Date(server.now() + 20 * day).toISOString() })
  server.pass(4 * day)
  await moveBob('Legal')
  const since = server.now()
  assert.equal((await bobsStay())?.until, since + 10 * day)
  const copy = await copyOf(rule, { expires_after_days: 6, expires_at: null })
  await act(copy, 'activate', { replaces: rule })
  assert.equal((await bobsStay())?.until, since + 6 * day)
  await moveBob('Sales')
  await end(copy)
})

test('another role ends the grace at once, and that counts as leaving', async () => {
  const rule = await bobInGrace()
  server.pass(2 * day)
  const removed = async () => {
    const [row] = await server.query(
      `select count(*)::integer as count from movement m join directory_user u on u.id = m.directory_user_id
       where u.email = 'bob@x.example' and loses and at = $1`,
      [new Date(server.now())],
    )
    return row?.['count']
  }
  const copy = await copyOf(rule, { role: 'owner' })
  await act(copy, 'activate', { replaces: rule })
  assert.equal(await bobsStay(), undefined)
  assert.equal(await removed(), 1)
  await moveBob('Sales')
  await end(copy)
})

test('a person in grace who qualifies for the new rule is active again', async () => {
  const rule = await bobInGrace()
  const copy = await copyOf(rule)
  const [condition] = (await ruleOf(copy)).included.policy_conditions
  await expect(204, 'DELETE', `/policy/conditions/${condition.id}`)
  await expect(201, 'POST', `/policy/rules/${copy}/conditions`, {
    ...sales,
    profile_operator: 'in',
    profile_value: '["Sales", "Legal"]',
  })
  await act(copy, 'activate', { replaces: rule })
  assert.equal((await bobsStay())?.state, 'active')
  await moveBob('Sales')
  await end(copy)
})

test('a dated replacement keeps the grace when its date comes', async () => {
  const rule = await bobInGrace()
  const until = server.now() + 3 * day
  const copy = await copyOf(rule)
  const at = new Date(server.now() + day).toISOString()
  await act(copy, 'activate', { replaces: rule, at })
  server.pass(2 * day)
  assert.equal((await ruleOf(copy)).state, 'active')
  assert.equal((await bobsStay())?.until, until)
  server.pass(day)
  await ruleOf(copy)
  assert.equal(await bobsStay(), undefined)
  await moveBob('Sales')
  await end(copy)
})

test('a rule that replaces another later is deactivated like any other: the grace ends with it', async () => {
  const rule = await bobInGrace()
  const copy = await copyOf(rule)
  await act(copy, 'activate', { replaces: rule })
  await end(copy)
  assert.equal(await bobsStay(), undefined)
  await moveBob('Sales')
})

test('a plan shows what replacing a rule does to the grace of its people, and does it', async () => {
  const rule = await bobInGrace()
  const since = server.now()
  const copy = await copyOf(rule, { expires_after_days: 2 })
  const planned = await expect(201, 'POST', '/policy/plans', {
    operations: [{ op: 'activate_rule', rule_id: copy, replaces: rule }],
  })
  const { removed, end_changed, people } = planned.body.totals
  assert.deepEqual({ removed, end_changed, people }, { removed: 0, end_changed: 1, people: 1 })
  server.pass(day / 2)
  await expect(200, 'POST', `/policy/plans/${planned.body.id}/apply`)
  assert.equal((await bobsStay())?.until, since + 2 * day)
  await moveBob('Sales')
  await end(copy)
})

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { decodeId } from '../../contract/ids.ts'
import { day, onProfile } from '../rules/policy-for-tests.ts'
import { emptyPlans } from './empty-plans.ts'
import { activate, planServer, sales, type PlannedRulesetJson } from './plans-for-tests.ts'

const server = await planServer()
const { expect, manifest, groups, create, plan, apply, read, effects } = server

beforeEach(server.startOver)

/** Everything that the database holds, without what a plan itself writes. */
async function contents(): Promise<Record<string, unknown>> {
  const tables = await server.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'
       and tablename not in ('cache_lease', 'commit_receipt', 'schedule', 'work_lease', 'plan', 'plan_ruleset', 'plan_effect') order by 1`,
  )
  const found: Record<string, unknown> = {}
  for (const { name } of tables) {
    const only = name === 'audit_log' ? `where event not like 'policy.plan.%'` : ''
    const [row] = await server.query<{ rows: unknown }>(
      `select coalesce(jsonb_agg(r order by r::text), '[]') as rows
       from (select to_jsonb(t) - 'last_used_at' - 'sequence' as r from "${name}" t ${only}) as rows`,
    )
    found[name] = row?.rows
  }
  return found
}

test('a plan tells what would change, and changes nothing', async () => {
  const before = await contents()
  const { body, headers } = await plan([create(12), activate])
  assert.equal(headers.get('location'), body.links.self)
  assert.equal(body.state, 'ready')
  assert.deepEqual(body.totals, {
    people: 2,
    added: 2,
    removed: 0,
    role_changed: 0,
    grace_started: 0,
    grace_ended: 0,
    end_changed: 0,
  })
  assert.deepEqual(
    body.rulesets.map((one: PlannedRulesetJson) => [one.ruleset_id, one.name, one.totals.added]),
    [[groups[12], 'group 12', 2]],
  )
  assert.equal(Date.parse(body.timestamp.expires_at) - Date.parse(body.timestamp.created_at), day)
  assert.deepEqual(await effects(body.id), [
    'ada@x.example added: nothing → developer active',
    'bo@x.example added: nothing → developer active',
  ])
  assert.deepEqual(await contents(), before)
})

test('applied, it does just that, once', async () => {
  const { id } = (await plan([create(12), activate])).body
  const applied = await apply(id)
  assert.equal(applied.body.state, 'applied')
  assert.deepEqual(applied.body.progress, { rows_done: 2, rows_total: 2 })
  assert.deepEqual(await manifest('12'), [
    'ada@x.example developer active',
    'bo@x.example developer active',
  ])
  assert.match((await apply(id, 409)).body.message, /applied already/)
  const events = await server.query<{ event: string }>(
    `select event from audit_log where request_id = (select request_id from audit_log
       where event = 'policy.plan.apply' order by at desc limit 1) order by event`,
  )
  assert.deepEqual(
    [...new Set(events.map(({ event }) => event))],
    [
      'policy.condition.create',
      'policy.plan.apply',
      'policy.rule.activate',
      'policy.rule.create',
      'policy.user.create',
    ],
  )
})

test('a plan whose effect is another by now is 409 and names a new one', async () => {
  const { id } = (await plan([create(12), activate])).body
  await server.query(
    `update identity set profile = '{"department":"Legal"}' where vendor_id = 'bo@x.example'`,
  )
  const refused = await apply(id, 409)
  assert.deepEqual(await manifest('12'), [])
  const stale = await read(id)
  assert.equal(stale.state, 'stale')
  assert.ok(refused.body.message.includes(stale.replaced_by_id), refused.text)
  assert.deepEqual(await effects(stale.replaced_by_id), [
    'ada@x.example added: nothing → developer active',
  ])
  await apply(id, 409)
  await apply(stale.replaced_by_id)
  assert.deepEqual(await manifest('12'), ['ada@x.example developer active'])
  await server.query(
    `update identity set profile = '{"department":"Sales"}' where vendor_id = 'bo@x.example'`,
  )
})

test('time alone makes no plan stale: an end that follows from it is the same effect', async () => {
  await apply((await plan([create(12), activate])).body.id)
  const [rule] = (
    await expect(200, 'GET', `/policy/rulesets/${groups[12]}/rules?filter[state]=active`)
  ).body.data
  const { id } = (await plan([{ op: 'deprecate_rule', rule_id: rule.id }])).body
  assert.deepEqual(await effects(id), [
    'ada@x.example end_changed: developer active → developer expiring',
    'bo@x.example end_changed: developer active → developer expiring',
  ])
  server.pass(3_600_000)
  await apply(id)
})

test('grace that only lasts until the rule ends is the same effect later, too', async () => {
  const { id: attribute } = (
    await expect(201, 'POST', '/directory/attributes', {
      dimension_id: await server.dimension(),
      profile_value: 'Crew',
    })
  ).body
  const crew = await server.rulesetId('Crew')
  const forCrew = (ref: string, level: string) => ({
    ...create(12, { role: 'member', ref, conditions: [onProfile('level', level)] }),
    ruleset_id: crew,
  })
  const rules = [
    forCrew('r0', '7'),
    forCrew('r1', '3'),
    { op: 'activate_rule', rule_id: '$r0' },
    { op: 'activate_rule', rule_id: '$r1' },
  ]
  await apply((await plan(rules)).body.id)
  const conditions = [{ type: 'attribute', resource_id: attribute }]
  const expires_at = new Date(server.now() + day).toISOString()
  await apply((await plan([create(12, { conditions, expires_at }), activate])).body.id)
  const { data } = (await expect(200, 'GET', `/policy/rulesets/${crew}/rules`)).body
  const first = data.find(({ description }: { description: string }) => description.endsWith('7'))
  const { id } = (await plan([{ op: 'deactivate_rule', rule_id: first.id }])).body
  assert.deepEqual(await effects(id, `?filter[ruleset_id]=${groups[12]}`), [
    'ada@x.example grace_started: developer expiring → developer expiring',
  ])
  server.pass(3_600_000)
  await apply(id)
})

test('what a plan makes is the same when it is applied, and grace counts from then', async () => {
  const made = (
    await plan([
      {
        op: 'create_dimension',
        ref: 'department',
        handle: 'department',
        name: 'Department',
        profile_key: 'department',
        attributes_enabled: true,
      },
    ])
  ).body
  assert.deepEqual(
    made.rulesets.map((one: PlannedRulesetJson) => [
      one.ruleset_id,
      one.name,
      one.type,
      one.totals.added,
    ]),
    [
      [null, 'Legal', 'directory_attribute', 1],
      [null, 'Sales', 'directory_attribute', 2],
    ],
  )
  await apply(made.id)
  const attributes = (await expect(200, 'GET', '/directory/attributes')).body.data
  const { id: attribute } = attributes.find((one: { name: string }) => one.name === 'Sales')
  const condition = { type: 'attribute', resource_id: attribute }
  const turn = (verb: 'activate' | 'deactivate') => ({
    op: `${verb}_attribute`,
    attribute_id: attribute,
  })
  await apply((await plan([create(12, { conditions: [condition] }), activate])).body.id)
  const { id } = (await plan([turn('deactivate')])).body
  assert.deepEqual(await effects(id, `?filter[ruleset_id]=${groups[12]}`), [
    'ada@x.example grace_started: developer active → developer expiring',
    'bo@x.example grace_started: developer active → developer expiring',
  ])
  server.pass(3_600_000)
  await apply(id)
  assert.deepEqual(await manifest('12'), [
    'ada@x.example developer expiring',
    'bo@x.example developer expiring',
  ])
  const back = (await plan([turn('activate')])).body
  assert.deepEqual(await effects(back.id, `?filter[kind]=grace_ended`), [
    'ada@x.example grace_ended: developer expiring → developer active',
    'bo@x.example grace_ended: developer expiring → developer active',
  ])
  await apply(back.id)
})

test('a plan cannot be applied after a day', async () => {
  const { id } = (await plan([create(12), activate])).body
  server.pass(day)
  assert.equal((await read(id)).state, 'expired')
  const answer = await apply(id, 422)
  assert.ok('state' in answer.body.errors)
})

test('an operation that cannot be is told at its place, and nothing is kept', async () => {
  const before = await contents()
  const body = { operations: [create(12), { op: 'activate_rule', rule_id: '$other' }] }
  const answer = await expect(422, 'POST', '/policy/plans', body)
  assert.ok(
    Object.keys(answer.body.errors).some((key) => key.startsWith('operations.1')),
    answer.text,
  )
  assert.deepEqual(await contents(), before)
})

test('only a plan changes the priority of a rule in force, and takes a ruleset out of management', async () => {
  await apply((await plan([create(12), activate])).body.id)
  await apply(
    (await plan([create(12, { role: 'owner', conditions: [onProfile('level', '7')] }), activate]))
      .body.id,
  )
  assert.deepEqual(await manifest('12'), [
    'ada@x.example developer active',
    'bo@x.example developer active',
  ])
  const { data } = (
    await expect(200, 'GET', `/policy/rulesets/${groups[12]}/rules?filter[state]=active`)
  ).body
  const owner = data.find((rule: { role_handle: string }) => rule.role_handle === 'owner')
  assert.ok(owner, JSON.stringify(data))
  const moved = (await plan([{ op: 'change_rule', rule_id: owner.id, priority: 1 }])).body
  assert.deepEqual(await effects(moved.id), [
    'ada@x.example role_changed: developer active → owner active',
  ])
  assert.deepEqual(await effects(moved.id, '?filter[kind]=added'), [])
  assert.equal((await effects(moved.id, `?filter[ruleset_id]=${groups[12]}`)).length, 1)
  await apply(moved.id)
  const ended = (await plan([{ op: 'change_ruleset', ruleset_id: groups[12], state: 'monitored' }]))
    .body
  assert.equal(ended.totals.removed + ended.totals.grace_started, 2)
  await apply(ended.id)
  await expect(200, 'PATCH', `/policy/rulesets/${groups[12]}`, { state: 'managed' })
})

test('the effect of a plan goes with the plan', async () => {
  const made = await expect(201, 'POST', '/policy/plans', { operations: [create(12), activate] })
  const uuid = decodeId('plan', made.body.id)
  const count = () =>
    server.query<{ rows: number }>(
      'select count(*)::integer as rows from plan_effect where plan_id = $1',
      [uuid],
    )
  assert.notDeepEqual(await count(), [{ rows: 0 }])
  await server.query('delete from plan where id = $1', [uuid])
  assert.deepEqual(await count(), [{ rows: 0 }])
})

test('a day later only what became of a plan is left: no person, and no value of a profile', async () => {
  const made = await expect(201, 'POST', '/policy/plans', {
    operations: [create(12), activate],
    description: 'Ada takes over',
  })
  const { id, totals } = made.body
  const held = () =>
    server.query<{ text: string }>(
      `select concat(p, array(select r from plan_ruleset r where plan_id = p.id), array(select e from plan_effect e where plan_id = p.id)) as text
       from plan p where description is not null or operations <> '[]' or findings <> '[]'
         or exists (select from plan_effect where plan_id = p.id) or exists (select from plan_ruleset where plan_id = p.id)`,
    )
  server.pass(day - 1)
  await emptyPlans(server.database)
  assert.equal((await read(id)).operations.length, 2)
  server.pass(1)
  assert.equal((await read(id)).state, 'expired')
  server.pass(1)
  assert.ok((await emptyPlans(server.database)) > 0)
  assert.deepEqual(await held(), [])
  const left = await read(id)
  assert.deepEqual(
    [left.state, left.totals, left.operations, left.rulesets, left.findings, left.description],
    ['expired', totals, [], [], [], null],
  )
  assert.deepEqual(await effects(id), [])
  await apply(id, 422)
  assert.equal(await emptyPlans(server.database), 0)
})

test('what became of a plan that was applied late in its day can be read for an hour', async () => {
  const { id } = (await plan([create(12), activate])).body
  server.pass(day - 1)
  await apply(id)
  server.pass(1000)
  await emptyPlans(server.database)
  assert.equal((await read(id)).operations.length, 2)
  await apply(id, 409)
  server.pass(60 * 60_000)
  await emptyPlans(server.database)
  assert.deepEqual((await read(id)).operations, [])
  await apply(id, 409)
})

test('a repeated request gets the same plan', async () => {
  const headers = { 'idempotency-key': 'plan-once' }
  const body = { operations: [create(12), activate] }
  const first = await server.call('POST', '/policy/plans', {
    token: server.owner.token,
    headers,
    body,
  })
  const again = await server.call('POST', '/policy/plans', {
    token: server.owner.token,
    headers,
    body,
  })
  assert.equal(first.status, 201)
  assert.equal(again.text, first.text)
  assert.equal(again.headers.get('location'), first.headers.get('location'))
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
})

test('who is erased is in no plan any more', async () => {
  const { id } = (await plan([create(12), activate])).body
  const person = await server.personId('bo@x.example')
  await expect(204, 'DELETE', `/directory/users/${person}`)
  assert.equal((await effects(id)).length, 2)
  await expect(200, 'POST', `/directory/users/${person}/erase`)
  assert.deepEqual(await effects(id), ['ada@x.example added: nothing → developer active'])
  await apply(id, 409)
})

test('a plan with an operation that has become impossible is 409, and a new plan shows the others', async () => {
  const drafts = [await draft(12), await draft(13)]
  const activate = drafts.map((rule_id) => ({ op: 'activate_rule', rule_id }))
  const { body } = await plan(activate)
  await expect(204, 'DELETE', `/policy/rules/${drafts[0]}`)
  const refused = await apply(body.id, 409)
  const stale = await read(body.id)
  assert.equal(stale.state, 'stale')
  assert.match(refused.body.message, new RegExp(`impossible.*${stale.replaced_by_id}`))
  const next = await read(stale.replaced_by_id)
  assert.deepEqual([next.state, next.operations], ['ready', activate.slice(1)])
  assert.ok(next.totals.added > 0)
  await apply(next.id)
  assert.equal((await manifest('13')).length, next.totals.added)
})

test('a plan with no possible operation left is 409 and has failed', async () => {
  const rule_id = await draft(12)
  const { body } = await plan([{ op: 'activate_rule', rule_id }])
  await expect(204, 'DELETE', `/policy/rules/${rule_id}`)
  await apply(body.id, 409)
  const failed = await read(body.id)
  assert.deepEqual([failed.state, failed.replaced_by_id], ['failed', null])
  assert.match(failed.failure, /impossible/)
  await apply(body.id, 409)
})

async function draft(group: 12 | 13): Promise<string> {
  const rules = `/policy/rulesets/${server.groups[group]}/rules`
  const { body } = await expect(201, 'POST', rules, { role: 'developer', conditions: [sales] })
  return body.id
}

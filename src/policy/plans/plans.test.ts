import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { makeCaller, type Answer, type Person } from '../../../test/harness.ts'
import { day, onProfile, policyServer } from '../rules/policy-for-tests.ts'
import { emptyPlans } from './empty-plans.ts'

const server = await policyServer([
  { email: 'ada@x.example', profile: { department: 'Sales', level: '7' } },
  { email: 'bo@x.example', profile: { department: 'Sales' } },
  { email: 'cy@x.example', profile: { department: 'Legal', level: '3' } },
])
const { expect, manifest } = server
const groups = { 12: await server.rulesetId('12'), 13: await server.rulesetId('13') }
const sales = onProfile('department', 'sales')
const legal = onProfile('department', 'legal')

const create = (group: 12 | 13, more: object = {}) => ({
  op: 'create_rule',
  ref: 'new',
  ruleset_id: groups[group],
  role: 'developer',
  conditions: [sales],
  ...more,
})
const activate = { op: 'activate_rule', rule_id: '$new' }

const plan = (operations: object[], as?: Person): Promise<Answer> =>
  expect(201, 'POST', '/policy/plans', { operations }, as)
const apply = (id: string, status = 200, as?: Person) =>
  expect(status, 'POST', `/policy/plans/${id}/apply`, undefined, as)
const read = async (id: string, as?: Person) =>
  (await expect(200, 'GET', `/policy/plans/${id}`, undefined, as)).body

type HeldJson = { role: string; state: string } | null
type EffectJson = {
  directory_user: { email: string }
  kinds: string[]
  before: HeldJson
  after: HeldJson
}
type RulesetJson = {
  ruleset_id: string | null
  name: string
  type: string
  totals: { added: number }
}
type FindingJson = { kind: string; operation: number; by: { operation: number } | null }

/** `<e-mail> <kinds>: <role state> → <role state>` of every row of a plan's effect. */
async function effects(id: string, query = ''): Promise<string[]> {
  const { body } = await expect(200, 'GET', `/policy/plans/${id}/effects${query}`)
  return body.data
    .map(
      (row: EffectJson) =>
        `${row.directory_user.email} ${row.kinds.join('+')}: ${held(row.before)} → ${held(row.after)}`,
    )
    .sort()
}

function held(one: HeldJson): string {
  return one === null ? 'nothing' : `${one.role} ${one.state}`
}

/** Everything that the database holds, without what a plan itself writes. */
async function contents(): Promise<Record<string, unknown>> {
  const tables = await server.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'
       and tablename not in ('cache_lease', 'plan', 'plan_ruleset', 'plan_effect') order by 1`,
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

/** A dimension whose attributes are made one by one. */
async function dimension(): Promise<string> {
  made += 1
  const body = {
    handle: `team_${made}`,
    name: `Team ${made}`,
    profile_key: 'level',
    attributes_enabled: false,
  }
  return (await expect(201, 'POST', '/directory/dimensions', body)).body.id
}
let made = 0

/** Nobody is in a manifest, and no rule is in force. */
beforeEach(async () => {
  await server.query('truncate policy_user, policy_user_phase, qualification, due_instant')
  await server.query(`update rule set state = 'deactivated' where state in ('active', 'expiring')`)
})

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
    body.rulesets.map((one: RulesetJson) => [one.ruleset_id, one.name, one.totals.added]),
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
    made.rulesets.map((one: RulesetJson) => [one.ruleset_id, one.name, one.type, one.totals.added]),
    [
      [null, 'Legal', 'directory_attribute', 1],
      [null, 'Sales', 'directory_attribute', 2],
    ],
  )
  await apply(made.id)
  const attributes = (await expect(200, 'GET', '/directory/attributes')).body.data
  const { id: attribute } = attributes.find((one: { name: string }) => one.name === 'Sales')
  const condition = { type: 'attribute', resource_id: attribute }
  const rename = (profile_value: string) => ({
    op: 'change_attribute',
    attribute_id: attribute,
    profile_value,
  })
  await apply((await plan([create(12, { conditions: [condition] }), activate])).body.id)
  const { id } = (await plan([rename('Elsewhere')])).body
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
  const back = (await plan([rename('Sales')])).body
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

test('what is odd about a rule is found beforehand', async () => {
  const { findings } = (
    await plan([
      create(13, { ref: 'a', conditions: [sales, legal] }),
      { op: 'activate_rule', rule_id: '$a' },
      create(13, { ref: 'b', conditions: [onProfile('department', 'nobody has this')] }),
      { op: 'activate_rule', rule_id: '$b' },
      create(13, { ref: 'c', conditions: [sales] }),
      { op: 'activate_rule', rule_id: '$c' },
      create(13, { ref: 'd', conditions: [sales, onProfile('level', '7')] }),
      { op: 'activate_rule', rule_id: '$d' },
    ])
  ).body
  assert.deepEqual(
    findings.map((one: FindingJson) => [one.kind, one.operation, one.by?.operation ?? null]).sort(),
    [
      ['matches_nobody', 0, null],
      ['matches_nobody', 2, null],
      ['shadowed', 6, 4],
    ],
  )
})

test('a condition on somebody who has left is told, of the rules of the plan alone', async () => {
  const names = { first_name: 'Di', last_name: 'Day', state: 'active' }
  const person = (await expect(201, 'POST', '/directory/users', names)).body.id
  await expect(200, 'POST', `/directory/users/${person}/deactivate`)
  const isPerson = { type: 'user', resource_id: person }
  const made = (await plan([create(13, { conditions: [isPerson] }), activate])).body
  assert.deepEqual(
    made.findings.map((one: FindingJson & { conditions: number[] }) => [one.kind, one.conditions]),
    [['person_left', [0]]],
  )
  await apply(made.id)
  const other = (await plan([create(13), activate])).body
  assert.deepEqual(other.findings, [])
  const { data } = (await expect(200, 'GET', `/policy/rulesets/${groups[13]}/rules`)).body
  for (const { id, state } of data)
    if (state === 'active') await expect(200, 'POST', `/policy/rules/${id}/deactivate`)
  await expect(204, 'DELETE', `/directory/users/${person}`)
})

const giveRole = (person: Person, group: 12 | 13, role = 'activate') =>
  expect(201, 'POST', `/policy/rulesets/${groups[group]}/admins`, { user_id: person.id, role })

test('its author reads a plan, and whoever may read all that it names; nobody else', async () => {
  const profiles = 'directory.identity.profile.view'
  const author = await makeCaller(server, ['policy.rule.view', 'policy.rule.manage', profiles])
  const { id } = (await plan([create(12), activate], author)).body
  const viewer = await makeCaller(server, ['policy.rule.view', 'directory.user.view', profiles])
  const delegated = await makeCaller(server, ['directory.user.view', profiles])
  const elsewhere = await makeCaller(server, ['directory.user.view', profiles])
  await giveRole(delegated, 12)
  await giveRole(elsewhere, 13)
  for (const reader of [author, viewer, delegated]) {
    assert.equal((await read(id, reader)).operations[0].conditions[0].profile_value, 'sales')
  }
  const withoutPeople = await makeCaller(server, ['policy.rule.view', profiles])
  const withoutProfiles = await makeCaller(server, ['policy.rule.view', 'directory.user.view'])
  const stranger = await makeCaller(server, ['directory.user.view'])
  for (const path of ['', '/effects']) {
    const at = `/policy/plans/${id}${path}`
    for (const person of [elsewhere, withoutPeople, withoutProfiles]) {
      await expect(404, 'GET', at, undefined, person)
    }
    await expect(403, 'GET', at, undefined, stranger)
  }
  await expect(403, 'GET', `/policy/plans/${id}/effects`, undefined, author)
  const { body } = await expect(200, 'GET', `/policy/plans/${id}/effects`, undefined, viewer)
  assert.deepEqual(body.data.map((row: EffectJson) => row.directory_user.email).sort(), [
    'ada@x.example',
    'bo@x.example',
  ])
  await apply(id, 403, viewer)
  await apply(id, 404, withoutPeople)
  await apply(id, 200, author)
})

test('a plan names what it deletes, to whoever may see that too', async () => {
  const [kept, gone] = await Promise.all(
    [12, 13].map(async (group) => {
      const body = { role: 'developer', conditions: [] }
      const path = `/policy/rulesets/${group === 12 ? groups[12] : groups[13]}/rules`
      return (await expect(201, 'POST', path, body)).body.id
    }),
  )
  const { body } = await plan([
    { op: 'change_rule', rule_id: kept, description: 'Other' },
    { op: 'delete_rule', rule_id: gone },
  ])
  assert.deepEqual(
    body.rulesets.map((one: RulesetJson) => one.ruleset_id),
    [groups[12], groups[13]],
  )
  const reader = await makeCaller(server, ['directory.user.view'])
  await giveRole(reader, 12)
  await expect(404, 'GET', `/policy/plans/${body.id}`, undefined, reader)
  await giveRole(reader, 13)
  await read(body.id, reader)
})

test('its author sees of a plan only the rulesets that they may see, and how much it is in all', async () => {
  const { id: attribute } = (
    await expect(201, 'POST', '/directory/attributes', {
      dimension_id: await dimension(),
      profile_value: 'Crew',
    })
  ).body
  const crew = await server.rulesetId('Crew')
  const byCrew = create(13, { conditions: [{ type: 'attribute', resource_id: attribute }] })
  await apply((await plan([byCrew, activate])).body.id)
  const author = await makeCaller(server, [
    'directory.user.view',
    'directory.identity.profile.view',
  ])
  const role = { user_id: author.id, role: 'activate' }
  await expect(201, 'POST', `/policy/rulesets/${crew}/admins`, role)
  const operations = [{ ...create(12), ruleset_id: crew, role: 'member' }, activate]
  const made = (await plan(operations, author)).body
  assert.deepEqual(
    made.rulesets.map((one: RulesetJson) => [one.ruleset_id, one.totals.added]),
    [[crew, 2]],
  )
  assert.deepEqual([made.totals.people, made.totals.added], [2, 4])
  const seen = await expect(200, 'GET', `/policy/plans/${made.id}/effects`, undefined, author)
  assert.deepEqual(
    seen.body.data.map((row: { ruleset_id: string }) => row.ruleset_id),
    [crew, crew],
  )
  assert.equal((await effects(made.id)).length, 4)
  assert.equal((await read(made.id)).rulesets.length, 2)
})

test('its author is told nothing odd about rules that they may not see', async () => {
  const { id: attribute } = (
    await expect(201, 'POST', '/directory/attributes', {
      dimension_id: await dimension(),
      profile_value: 'Gone soon',
    })
  ).body
  const rule = create(13, { conditions: [{ type: 'attribute', resource_id: attribute }] })
  await apply((await plan([rule, activate])).body.id)
  const author = await makeCaller(server, ['directory.attribute.manage', 'directory.user.view'])
  await giveRole(author, 12)
  const operations = [{ op: 'deactivate_attribute', attribute_id: attribute }]
  const made = (await plan(operations, author)).body
  assert.deepEqual(made.findings, [])
  const kinds = (await read(made.id)).findings.map((one: FindingJson) => one.kind)
  assert.ok(kinds.includes('referent_gone'), JSON.stringify(kinds))
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

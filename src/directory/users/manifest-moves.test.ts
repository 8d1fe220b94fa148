import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, testServer, type Answer } from '../../../test/harness.ts'
import {
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
  makeResource,
  type Made,
} from '../../../test/people.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { recalculate } from '../../policy/manifests/recalculate.ts'

const day = 86_400_000
let now = Date.parse('2026-03-01T12:00:00Z')
const server = await testServer({ clock: () => new Date(now) })
const { token } = await makeCaller(server, ['directory.user.view', 'directory.user.manage'])
const idp = await makeIntegration(server, { is_primary: true })
const boss = await makeDirectoryUser(server, { first_name: 'Boss' })
const chief = await makeDirectoryUser(server, { first_name: 'Chief' })

/** A managed group with one rule in force, with 30 days of grace; `condition` has the columns of one. */
async function makeGroup(condition: Record<string, string | null>): Promise<string> {
  const resource = await makeResource(server, idp)
  return server.database.transaction(async ({ tx, now: at }) => {
    const ruleset = await tx
      .insertInto('ruleset')
      .values({
        type: 'idp_group',
        resource_id: resource.uuid,
        state: 'managed',
        expires_after_days: 30,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const role = await tx
      .selectFrom('policy_role')
      .select('id')
      .where('resource_type', '=', 'idp_group')
      .executeTakeFirstOrThrow()
    const rule = await tx
      .insertInto('rule')
      .values({
        ruleset_id: ruleset.id,
        state: 'active',
        policy_role_id: role.id,
        activated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('condition')
      .values({ rule_id: rule.id, type: 'identity', ...condition })
      .execute()
    await recalculate(tx, { now: at, actor: testActor, people: 'all' })
    return ruleset.id
  })
}

const sales = await makeGroup({
  profile_key: 'department',
  profile_operator: 'equals',
  profile_value: 'Sales',
})
const ofBoss = await makeGroup({ type: 'direct_reports_of', directory_user_id: boss.uuid })
const belowChief = await makeGroup({ type: 'all_reports_of', directory_user_id: chief.uuid })

/** A person in sales with the matching account, and their manifests as a recalculation leaves them. */
async function makeSeller(values: Parameters<typeof makeDirectoryUser>[1] = {}): Promise<Made> {
  const person = await makeDirectoryUser(server, values)
  await makeIdentity(server, idp, person, { profile: JSON.stringify({ department: 'Sales' }) })
  await server.database.transaction(({ tx, now: at }) =>
    recalculate(tx, { now: at, actor: testActor, people: [person.uuid] }),
  )
  return person
}

async function step(person: Made, verb: string, body?: object): Promise<Answer> {
  const answer = await server.call('POST', `/directory/users/${person.id}/${verb}`, { token, body })
  assert.equal(answer.status, 200, answer.text)
  return answer
}

async function patch(person: Made, body: object): Promise<Answer> {
  const answer = await server.call('PATCH', `/directory/users/${person.id}`, { token, body })
  assert.equal(answer.status, 200, answer.text)
  return answer
}

/** The stays of a person in a manifest, the first one first. */
const stays = (person: Made, ruleset = sales) =>
  server.query<{ state: string; ended: string | null }>(
    `select state, iso(deleted_at) as ended from policy_user
     where directory_user_id = $1 and ruleset_id = $2 order by id`,
    [person.uuid, ruleset],
  )

const phases = async (person: Made) =>
  (
    await server.query<{ state: string; days: number }>(
      `select h.state, extract(epoch from upper(h.valid) - lower(h.valid))::int / 86400 as days
       from policy_user_history h join policy_user s on s.id = h.policy_user_id
       where s.directory_user_id = $1 and s.ruleset_id = $2 and not upper_inf(h.valid) order by lower(h.valid)`,
      [person.uuid, sales],
    )
  ).map(({ state, days }) => `${state} ${days}`)

const isIn = async (person: Made, ruleset = sales) =>
  (await stays(person, ruleset)).some(({ ended }) => ended === null)

test('who is activated enters at once, and the answer counts it', async () => {
  const person = await makeSeller({ base_state: 'staged' })
  assert.deepEqual(await stays(person), [])
  const answer = await step(person, 'activate')
  assert.deepEqual([answer.body.count.policy_users, answer.body.count.manifest_rules], [1, 1])
  assert.deepEqual(await stays(person), [{ state: 'active', ended: null }])
})

for (const verb of ['suspend', 'deactivate', 'delete']) {
  test(`${verb} ends every stay at once, without the grace, and its phase with it`, async () => {
    const person = await makeSeller()
    now += 3 * day
    if (verb === 'delete') {
      const answer = await server.call('DELETE', `/directory/users/${person.id}`, { token })
      assert.equal(answer.status, 204)
    } else assert.equal((await step(person, verb)).body.count.policy_users, 0)
    const ended = new Date(now).toISOString()
    assert.deepEqual(await stays(person), [{ state: 'deactivated', ended }])
    assert.deepEqual(await phases(person), ['active 3'])
  })
}

test('coming back, by activation or after a restore, is a new stay', async () => {
  const person = await makeSeller()
  await step(person, 'deactivate')
  await step(person, 'activate')
  await server.call('DELETE', `/directory/users/${person.id}`, { token })
  await step(person, 'restore')
  assert.equal(await isIn(person), false)
  await step(person, 'activate')
  assert.deepEqual(
    (await stays(person)).map(({ state }) => state),
    ['deactivated', 'deactivated', 'active'],
  )
})

test('who expires is in until then, and out at that instant, however late anybody looks', async () => {
  const person = await makeSeller()
  const at = new Date(now + 2 * day).toISOString()
  await step(person, 'expire', { at })
  assert.ok(await isIn(person))
  now += 5 * day
  assert.equal(
    (await server.get(`/directory/users/${person.id}`, token)).body.count.policy_users,
    0,
  )
  assert.deepEqual(await stays(person), [{ state: 'expired', ended: at }])
})

/** As their source would say it. */
async function losesDepartment({ uuid }: Made): Promise<void> {
  await server.query(`update identity set profile = '{}' where directory_user_id = $1`, [uuid])
  await server.database.transaction(({ tx, now: at }) =>
    recalculate(tx, { now: at, actor: testActor, people: [uuid] }),
  )
}

test('nobody in grace survives the loss of eligibility', async () => {
  for (const verb of ['suspend', 'deactivate', 'delete']) {
    const person = await makeSeller()
    await losesDepartment(person)
    assert.deepEqual(await stays(person), [{ state: 'expiring', ended: null }])
    if (verb === 'delete') await server.call('DELETE', `/directory/users/${person.id}`, { token })
    else await step(person, verb)
    assert.equal(await isIn(person), false)
  }
})

test('a dated start enters at its instant', async () => {
  const person = await makeSeller({ base_state: 'staged' })
  const at = new Date(now + 2 * day)
  await step(person, 'activate', { at: at.toISOString() })
  assert.equal(await isIn(person), false)
  now += 3 * day
  await server.get(`/directory/users/${person.id}`, token)
  const [stay] = await server.query<{ since: string }>(
    'select iso(activated_at) as since from policy_user where directory_user_id = $1',
    [person.uuid],
  )
  assert.equal(stay?.since, at.toISOString())
})

test('secondary users follow their parent out and in, and lose it when they get one who is not there', async () => {
  const parent = await makeSeller()
  const secondary = await makeSeller({ parent_user_id: parent.uuid })
  for (const [verb, isThere] of [
    ['suspend', false],
    ['activate', true],
    ['deactivate', false],
    ['activate', true],
  ] as const) {
    await step(parent, verb)
    assert.deepEqual([await isIn(parent), await isIn(secondary)], [isThere, isThere])
  }
  const staged = await makeSeller({ base_state: 'staged' })
  await patch(secondary, { parent_user_id: staged.id })
  assert.equal(await isIn(secondary), false)
  await patch(secondary, { parent_user_id: null })
  assert.equal(await isIn(secondary), true)
})

test('a manager brings a person into what their reports have, and everybody below them', async () => {
  const lead = await makeDirectoryUser(server)
  const member = await makeDirectoryUser(server, { manager_id: lead.uuid })
  const answer = await patch(lead, { manager_id: chief.id })
  assert.equal(answer.body.included.user_manager.id, chief.id)
  assert.deepEqual([await isIn(lead, belowChief), await isIn(member, belowChief)], [true, true])
  await patch(member, { manager_id: boss.id })
  assert.deepEqual([await isIn(member, ofBoss), await isIn(member, belowChief)], [true, true])
  assert.deepEqual(
    (await stays(member, belowChief)).map(({ state }) => state),
    ['expiring'],
  )
})

test('somebody new enters with their creation', async () => {
  const answer = await server.call('POST', '/directory/users', {
    token,
    body: { first_name: 'New', last_name: '', manager_id: boss.id, state: 'active' },
  })
  assert.deepEqual([answer.status, answer.body.count.policy_users], [201, 1])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeId } from '../src/contract/ids.ts'
import { emptyPlans } from '../src/policy/plans/empty-plans.ts'
import { makeCaller, makeOwner, testServer, type Person } from './harness.ts'
import { manifestOf, storeIntegrations, storePeople } from './people-fixture.ts'

const server = await testServer({ rowsAtOnce: 2 })
await storeIntegrations(server.database)
const below = ['ada', 'bo', 'cy'].map((name) => `${name}@x.example`)
await storePeople(server.database, [
  { email: 'boss@x.example', profile: {} },
  { email: 'lead@x.example', profile: {} },
  ...below.map((email) => ({ email, profile: {}, manager: 'lead@x.example' })),
])
// Nothing governs them, so that their managers are set here.
await server.query('update directory_user set primary_identity_id = null')
const [{ id: ruleset } = { id: '' }] = await server.query<{ id: string }>(
  `insert into ruleset (type, resource_id, state) select type, id, 'managed' from resource where vendor_id = '12' returning id`,
)
const owner = await makeOwner(server)
const rulesetPath = `/policy/rulesets/${encodeId('ruleset', ruleset)}`

async function send(status: number, method: string, path: string, body?: unknown, as = owner) {
  const sent = body === undefined ? {} : { body }
  const answer = await server.call(method, path, { token: as.token, ...sent })
  assert.equal(answer.status, status, answer.text)
  return answer
}

async function personId(email: string): Promise<string> {
  const [row] = await server.query<{ id: string }>(
    'select id from directory_user where email = $1',
    [email],
  )
  return encodeId('directoryUser', row?.id ?? '')
}

/** The resource at the address of a 202 once a job has done the work. */
async function followed(accepted: { headers: Headers }, as: Person = owner) {
  const path = new URL(accepted.headers.get('location') ?? '').pathname.replace('/api/v1', '')
  for (;;) {
    const { body } = await send(200, 'GET', path, undefined, as)
    if (body.state !== 'applying') return body
    await sleep(50)
  }
}

const boss = await personId('boss@x.example')
const lead = await personId('lead@x.example')
const { id: rule } = (
  await send(201, 'POST', `${rulesetPath}/rules`, {
    role: 'developer',
    conditions: [{ type: 'all_reports_of', resource_id: boss }],
  })
).body
await send(200, 'POST', `/policy/rules/${rule}/activate`, {})
const team = [...below, 'lead@x.example'].map((email) => `${email} developer active`).sort()

test('a manager with many below is changed by a job, which whoever asked can follow', async () => {
  const clerk = await makeCaller(server, ['directory.user.view', 'directory.user.manage'])
  const path = `/directory/users/${lead}`
  assert.deepEqual(await manifestOf(server, '12'), [])
  const body = { manager_id: boss, first_name: 'Lea' }
  const accepted = await send(202, 'PATCH', path, body, clerk)
  const [{ op, user_id }] = accepted.body.operations
  assert.deepEqual([accepted.body.state, op, user_id], ['applying', 'change_directory_user', lead])
  const done = await followed(accepted, clerk)
  assert.deepEqual([done.state, done.totals.added], ['applied', 4])
  assert.deepEqual(await manifestOf(server, '12'), team)
  const changed = (await send(200, 'GET', path)).body
  assert.deepEqual([changed.manager_id, changed.first_name], [boss, 'Lea'])
  const other = await makeCaller(server, ['directory.user.view', 'directory.user.manage'])
  await send(403, 'GET', `/policy/plans/${done.id}`, undefined, other)
  await server.query(`update plan set expires_at = now() - interval '1 second'`)
  await emptyPlans(server.database)
  const left = (await send(200, 'GET', `/policy/plans/${done.id}`, undefined, clerk)).body
  assert.deepEqual([left.state, left.operations, left.totals.added], ['applied', [], 4])
  await send(403, 'GET', `/policy/plans/${done.id}`, undefined, other)
})

test('a person who was changed before the job began is not changed by it', async () => {
  const path = `/directory/users/${lead}`
  await server.query(`alter table job alter column run_at set default now() + interval '1 hour'`)
  const accepted = await send(202, 'PATCH', path, { manager_id: null })
  await server.query(`alter table job alter column run_at set default current_instant()`)
  await send(200, 'PATCH', path, { first_name: 'Lee' })
  await server.query('update job set run_at = now()')
  const failed = await followed(accepted)
  assert.equal(failed.state, 'failed')
  assert.match(failed.failure, /changed between/)
  const kept = (await send(200, 'GET', path)).body
  assert.deepEqual([kept.manager_id, kept.first_name], [boss, 'Lee'])
  assert.deepEqual(await manifestOf(server, '12'), team)
})

test('a change of many beyond a limit is 409 with a plan that a job works out', async () => {
  await server.query(
    'update policy_settings set removal_limit_percent = 0, removal_limit_people = 0',
  )
  await server.query(`update ruleset_tally set first_entered_at = '2020-01-01'`)
  const refused = await send(409, 'POST', `/policy/rules/${rule}/deactivate`)
  assert.deepEqual(await manifestOf(server, '12'), team)
  const path = new URL(refused.headers.get('location') ?? '').pathname.replace('/api/v1', '')
  let plan = (await send(200, 'GET', path)).body
  while (plan.state === 'planning') {
    await sleep(50)
    plan = (await send(200, 'GET', path)).body
  }
  assert.deepEqual([plan.state, plan.totals.removed], ['ready', 4])
  assert.equal(plan.exceeds[0].people, 4)
  const done = await followed(await send(202, 'POST', `${path}/apply`))
  assert.deepEqual([done.state, done.failure, done.totals.removed], ['applied', null, 4])
  assert.deepEqual(await manifestOf(server, '12'), [])
})

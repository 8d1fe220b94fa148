import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { pino } from 'pino'
import { makeCaller, makeOwner, testServer, type Person } from '../../../test/harness.ts'
import { manifestOf, storeIntegrations, storePeople } from '../../../test/people-fixture.ts'
import { encodeId } from '../../contract/ids.ts'
import { policyLockKey } from '../../database/policy-lock.ts'
import { startJobs } from '../../jobs/run-jobs.ts'
import { PolicyCache } from '../compiled-policy.ts'
import { onProfile } from '../rules/policy-for-tests.ts'
import { applyPlanTask } from './apply-plan-job.ts'
import { rulesetsBeingRecalculated } from './queries.ts'

const server = await testServer({ rowsAtOnce: 2 })
await storeIntegrations(server.database)
await storePeople(
  server.database,
  ['ada', 'bo', 'cy'].map((name) => ({
    email: `${name}@x.example`,
    profile: { department: 'Sales' },
  })),
)
const rulesets = await server.query<{ id: string; group: string }>(
  `insert into ruleset (type, resource_id, state) select type, id, 'managed' from resource
   returning id, (select vendor_id from resource r where r.id = resource_id) as group`,
)
const owner = await makeOwner(server)

const rulesetOf = (group: '12' | '13') =>
  encodeId('ruleset', rulesets.find((one) => one.group === group)?.id ?? '')

async function send(status: number, method: string, path: string, body?: unknown, as = owner) {
  const answer = await server.call(method, path, {
    token: as.token,
    ...(body === undefined ? {} : { body }),
  })
  assert.equal(answer.status, status, answer.text)
  return answer
}

async function draft(group: '12' | '13'): Promise<string> {
  const body = { role: 'developer', conditions: [onProfile('department', 'sales')] }
  return (await send(201, 'POST', `/policy/rulesets/${rulesetOf(group)}/rules`, body)).body.id
}

/** Everything that plans and manifests know, once the plan is no more `applying`. */
async function settled(id: string, as: Person = owner) {
  for (;;) {
    const { body } = await send(200, 'GET', `/policy/plans/${id}`, undefined, as)
    if (body.state !== 'applying') return body
    await sleep(50)
  }
}

/** Keeps every server from taking jobs while `work` runs, as if none were there. */
async function withoutJobs<T>(work: () => Promise<T>): Promise<T> {
  await server.query(`alter table job alter column run_at set default 'infinity'`)
  try {
    return await work()
  } finally {
    await server.query(`alter table job alter column run_at set default current_instant()`)
  }
}

const release = () => server.query('update job set run_at = now()')

function jobsOf() {
  const log = pino({ level: 'silent' })
  const { database } = server
  return {
    database,
    log,
    tasks: { apply_plan: applyPlanTask({ database, policies: new PolicyCache(), log }) },
  }
}

/** The backend that waits for the policy lock. */
async function waitingBackend(): Promise<number> {
  for (;;) {
    const [row] = await server.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and not granted and database =
         (select oid from pg_database where datname = current_database())`,
    )
    if (row !== undefined) return row.pid
    await sleep(20)
  }
}

const manifest = (group: string) => manifestOf(server, group)
const everybody = ['ada', 'bo', 'cy'].map((name) => `${name}@x.example developer active`)

test('what moves too many is accepted, stands as it stood meanwhile, and is done by a job', async () => {
  const rule = await draft('12')
  const accepted = await withoutJobs(() => send(202, 'POST', `/policy/rules/${rule}/activate`, {}))
  assert.equal(accepted.body.state, 'applying')
  assert.equal(accepted.headers.get('location'), accepted.body.links.self)
  assert.deepEqual(
    accepted.body.rulesets.map((one: { ruleset_id: string }) => one.ruleset_id),
    [rulesetOf('12')],
  )
  assert.deepEqual(await manifest('12'), [])
  const moving = await rulesetsBeingRecalculated(server.database.read)
  assert.deepEqual(
    [...moving].map((id) => encodeId('ruleset', id)),
    [rulesetOf('12')],
  )
  assert.equal((await send(200, 'GET', `/policy/rules/${rule}`)).body.state, 'staged')
  await release()
  const done = await settled(accepted.body.id)
  assert.deepEqual(
    [done.state, done.totals.added, done.progress],
    ['applied', 3, { rows_done: 3, rows_total: 3 }],
  )
  assert.deepEqual(await manifest('12'), everybody)
  assert.equal((await rulesetsBeingRecalculated(server.database.read)).size, 0)
  const effects = await send(200, 'GET', `/policy/plans/${done.id}/effects`)
  assert.equal(effects.body.data.length, 3)
})

test('a repeated request gets the same 202 and is one job', async () => {
  const rule = await draft('13')
  const headers = { 'idempotency-key': 'job-once' }
  const call = () =>
    server.call('POST', `/policy/rules/${rule}/activate`, { token: owner.token, body: {}, headers })
  const [first, again] = await withoutJobs(async () => [await call(), await call()] as const)
  assert.equal(first.status, 202, first.text)
  assert.equal(again.text, first.text)
  await release()
  assert.equal((await settled(first.body.id)).state, 'applied')
  assert.deepEqual(await manifest('13'), everybody)
  const ended = await send(202, 'POST', `/policy/rules/${rule}/deactivate`)
  assert.equal((await settled(ended.body.id)).state, 'applied')
  assert.deepEqual(await manifest('13'), [])
})

test('a plan of that size is applied by a job too', async () => {
  const rule = await draft('13')
  const operations = [{ op: 'activate_rule', rule_id: rule }]
  const { id } = (await send(201, 'POST', '/policy/plans', { operations })).body
  const accepted = await send(202, 'POST', `/policy/plans/${id}/apply`)
  assert.equal(accepted.body.id, id)
  assert.equal((await settled(id)).state, 'applied')
  assert.deepEqual(await manifest('13'), everybody)
  await settled((await send(202, 'POST', `/policy/rules/${rule}/deactivate`)).body.id)
})

test('a plan that is stale when its turn comes names a new one', async () => {
  const operations = [{ op: 'activate_rule', rule_id: await draft('13') }]
  const { id } = (await send(201, 'POST', '/policy/plans', { operations })).body
  await withoutJobs(() => send(202, 'POST', `/policy/plans/${id}/apply`))
  await server.query(
    `update identity set profile = '{"department":"Legal"}' where vendor_id = 'cy@x.example'`,
  )
  await release()
  const stale = await settled(id)
  assert.equal(stale.state, 'stale')
  const fresh = (await send(200, 'GET', `/policy/plans/${stale.replaced_by_id}`)).body
  assert.deepEqual([fresh.state, fresh.totals.added], ['ready', 2])
  assert.deepEqual(await manifest('13'), [])
  await server.query(
    `update identity set profile = '{"department":"Sales"}' where vendor_id = 'cy@x.example'`,
  )
})

test('a job that is refused leaves the plan failed, with the reason', async () => {
  const rule = await draft('13')
  const accepted = await withoutJobs(() => send(202, 'POST', `/policy/rules/${rule}/activate`, {}))
  await send(200, 'PATCH', `/policy/rules/${rule}`, { description: 'Other' })
  await release()
  const failed = await settled(accepted.body.id)
  assert.equal(failed.state, 'failed')
  assert.match(failed.failure, /changed between/)
  assert.deepEqual(await server.query('select id from job'), [])
})

test('a right that is taken meanwhile counts no more', async () => {
  const drafter = await makeCaller(server, ['policy.rule.view', 'policy.rule.manage'])
  const rule = await draft('13')
  const accepted = await withoutJobs(() =>
    send(202, 'POST', `/policy/rules/${rule}/activate`, {}, drafter),
  )
  await server.query(
    `update role set permissions = '{policy.rule.view}'
     where id in (select role_id from workspace_user_role where workspace_user_id = $1)`,
    [drafter.uuid],
  )
  await release()
  const failed = await settled(accepted.body.id)
  assert.equal(failed.state, 'failed')
  assert.match(failed.failure, /policy\.rule\.manage/)
})

test('the job of a process that is killed is taken up by another', async () => {
  const rule = await draft('13')
  const accepted = await withoutJobs(() => send(202, 'POST', `/policy/rules/${rule}/activate`, {}))
  await server.app.close()
  await release()
  const client = new Client({ connectionString: server.url })
  await client.connect()
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock($1)', [policyLockKey])
  const killed = startJobs({ ...jobsOf(), pollMilliseconds: 10 })
  // It waits for the policy lock when its connection is cut off, as a kill does.
  await server.query('select pg_terminate_backend($1)', [await waitingBackend()])
  await killed.close()
  await client.query('rollback')
  await client.end()
  assert.equal((await server.query('select id from job')).length, 1)
  const other = startJobs({ ...jobsOf(), pollMilliseconds: 10 })
  await server.query('update job set run_at = now()')
  while ((await server.query('select id from job')).length > 0) await sleep(20)
  await other.close()
  const [plan] = await server.query<{ state: string }>(
    `select state from plan order by created_at desc limit 1`,
  )
  assert.equal(plan?.state, 'applied')
  assert.ok(accepted.body.id)
  assert.deepEqual(await manifest('13'), everybody)
})

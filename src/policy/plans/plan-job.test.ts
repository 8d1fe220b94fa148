import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { pino } from 'pino'
import { makeCaller, makeOwner, testServer, type Person } from '../../../test/harness.ts'
import { manifestOf, storeIntegrations, storePeople } from '../../../test/people-fixture.ts'
import { createSessionSecret, hashToken } from '../../access/token-secret.ts'
import { encodeId } from '../../contract/ids.ts'
import { policyLockKey } from '../../database/policy-lock.ts'
import { startLoops } from '../../jobs/loops.ts'
import { jobLoop } from '../../jobs/run-jobs.ts'
import { PolicyCache } from '../model/compiled-policy.ts'
import { onProfile } from '../rules/policy-for-tests.ts'
import { workOnPlanTask } from './work-on-plan.ts'

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

/** The plan, once no job works on it any more. */
async function settled(id: string, as: Person = owner) {
  for (;;) {
    const { body } = await send(200, 'GET', `/policy/plans/${id}`, undefined, as)
    if (body.state !== 'applying' && body.state !== 'planning') return body
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
    tasks: {
      apply_plan: workOnPlanTask({
        database,
        policies: new PolicyCache(),
        log,
        authenticator: server.app.services.authenticator,
      }),
    },
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
  const { authenticator } = server.app.services
  await authenticator.notePermissions()
  await server.query('delete from token_permission')
  const path = `/policy/rulesets/${rulesetOf('12')}`
  const moving = await send(200, 'GET', path)
  assert.equal(moving.body.recalculating, true)
  const listed = await send(200, 'GET', '/policy/rulesets')
  assert.deepEqual(
    listed.body.data.flatMap((one: { id: string; recalculating: boolean }) =>
      one.recalculating ? [one.id] : [],
    ),
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
  await authenticator.notePermissions()
  const used = await server.query('select permission from token_permission')
  assert.ok(
    used.some(({ permission }) => permission === 'policy.rule.manage'),
    'the job used what it did by',
  )
  const moved = await send(200, 'GET', path)
  assert.equal(moved.body.recalculating, false)
  assert.notEqual(moved.headers.get('etag'), moving.headers.get('etag'))
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

/** A plan that is too much for a request, worked out. */
async function planned(operations: object[]) {
  const accepted = await send(202, 'POST', '/policy/plans', { operations })
  assert.equal(accepted.headers.get('location'), accepted.body.links.self)
  return settled(accepted.body.id)
}

test('a plan of that size is worked out and applied by jobs', async () => {
  const rule = await draft('13')
  const operations = [{ op: 'activate_rule', rule_id: rule }]
  const accepted = await withoutJobs(() => send(202, 'POST', '/policy/plans', { operations }))
  assert.deepEqual([accepted.body.state, accepted.body.totals], ['planning', null])
  const { id } = accepted.body
  assert.match((await send(409, 'POST', `/policy/plans/${id}/apply`)).text, /not worked out yet/)
  await release()
  const ready = await settled(id)
  assert.deepEqual(
    [ready.state, ready.totals.added, ready.progress, ready.rulesets[0].ruleset_id],
    ['ready', 3, { rows_done: 0, rows_total: 3 }, rulesetOf('13')],
  )
  assert.equal((await send(200, 'GET', `/policy/plans/${id}/effects`)).body.data.length, 3)
  assert.deepEqual(await manifest('13'), [])
  assert.equal((await send(200, 'GET', `/policy/rules/${rule}`)).body.state, 'staged')
  const applying = await send(202, 'POST', `/policy/plans/${id}/apply`)
  assert.equal(applying.body.id, id)
  assert.equal((await settled(id)).state, 'applied')
  assert.deepEqual(await manifest('13'), everybody)
  await settled((await send(202, 'POST', `/policy/rules/${rule}/deactivate`)).body.id)
})

test('a plan that can’t be worked out says why', async () => {
  const rule = await draft('13')
  const operations = [{ op: 'activate_rule', rule_id: rule }]
  const { id } = (await withoutJobs(() => send(202, 'POST', '/policy/plans', { operations }))).body
  await send(204, 'DELETE', `/policy/rules/${rule}`)
  await release()
  const failed = await settled(id)
  assert.equal(failed.state, 'failed')
  assert.match(failed.failure, /operations\.0/)
})

test('a plan that is stale when its turn comes names a new one', async () => {
  const { id } = await planned([{ op: 'activate_rule', rule_id: await draft('13') }])
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

/** Lets a job wait for the policy lock while `meanwhile` runs. */
async function whileItWaits(meanwhile: () => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: server.url })
  await client.connect()
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock($1)', [policyLockKey])
  await release()
  await waitingBackend()
  await meanwhile()
  await client.query('rollback')
  await client.end()
}

const drafting = ['policy.rule.view', 'policy.rule.manage', 'workspace.token.manage']

test('a job ends with the token that asked for it, also when that ends while it waits', async () => {
  const ends: [string, (drafter: Person) => Promise<unknown>][] = [
    [
      'revoked',
      ({ tokenId }) => server.query('update token set revoked_at = now() where id = $1', [tokenId]),
    ],
    [
      'expired',
      ({ tokenId }) =>
        server.query(
          "update token set created_at = now() - interval '2 days', expires_at = now() - interval '1 day' where id = $1",
          [tokenId],
        ),
    ],
    [
      'of nobody active',
      ({ uuid }) =>
        server.query(`update workspace_user set base_state = 'deactivated' where id = $1`, [uuid]),
    ],
  ]
  for (const [how, end] of ends) {
    const drafter = await makeCaller(server, drafting)
    const rule = await draft('13')
    const accepted = await withoutJobs(() =>
      send(202, 'POST', `/policy/rules/${rule}/activate`, {}, drafter),
    )
    await whileItWaits(() => end(drafter))
    const failed = await settled(accepted.body.id)
    assert.equal(failed.state, 'failed', how)
    assert.match(failed.failure, /The token by which this was asked for has ended or was revoked/)
    assert.deepEqual(await manifest('13'), [])
  }
})

test('a caller who may no longer approve when the job has the lock does not pass the limits', async () => {
  const rule = await draft('13')
  await settled((await send(202, 'POST', `/policy/rules/${rule}/activate`, {})).body.id)
  await server.query(
    'update policy_settings set removal_limit_percent = 0, removal_limit_people = 0',
  )
  await server.query(`update ruleset_tally set first_entered_at = '2020-01-01'`)
  const approver = await makeCaller(server, [...drafting, 'policy.change.approve'])
  const operations = [{ op: 'deactivate_rule', rule_id: rule }]
  const { id } = (await send(202, 'POST', '/policy/plans', { operations }, approver)).body
  assert.equal((await settled(id, approver)).totals.removed, 3)
  await withoutJobs(() => send(202, 'POST', `/policy/plans/${id}/apply`, undefined, approver))
  await whileItWaits(() =>
    server.query(
      `update role set permissions = array_remove(permissions, 'policy.change.approve')
       where id in (select role_id from workspace_user_role where workspace_user_id = $1)`,
      [approver.uuid],
    ),
  )
  const failed = await settled(id, approver)
  assert.equal(failed.state, 'failed')
  assert.match(failed.failure, /policy\.change\.approve/)
  assert.deepEqual(await manifest('13'), everybody)
  await server.query(
    'update policy_settings set removal_limit_percent = 25, removal_limit_people = 5',
  )
  await settled((await send(202, 'POST', `/policy/rules/${rule}/deactivate`)).body.id)
})

test('a job passes limits for a session only if its person had signed in lately', async () => {
  const rule = await draft('13')
  await settled((await send(202, 'POST', `/policy/rules/${rule}/activate`, {})).body.id)
  const approver = await makeCaller(server, [...drafting, 'policy.change.approve'])
  const secret = createSessionSecret()
  await server.query(
    `insert into session (workspace_user_id, hash, expires_at, signed_in_at)
     values ($1, $2, now() + interval '1 hour', now() - interval '11 minutes')`,
    [approver.uuid, hashToken(secret)],
  )
  const operations = [{ op: 'deactivate_rule', rule_id: rule }]
  const { id } = (await send(202, 'POST', '/policy/plans', { operations }, approver)).body
  assert.deepEqual((await settled(id, approver)).exceeds, [])
  const headers = { cookie: `__Host-muster_session=${secret}`, origin: 'https://muster.example' }
  const applied = await withoutJobs(() =>
    server.call('POST', `/policy/plans/${id}/apply`, { headers }),
  )
  assert.equal(applied.status, 202, applied.text)
  await server.query(
    'update policy_settings set removal_limit_percent = 0, removal_limit_people = 0',
  )
  await server.query(`update ruleset_tally set first_entered_at = '2020-01-01'`)
  await release()
  const failed = await settled(id, approver)
  assert.equal(failed.state, 'failed')
  assert.match(failed.failure, /exceeds a limit/)
  assert.deepEqual(await manifest('13'), everybody)
  await server.query(
    'update policy_settings set removal_limit_percent = 25, removal_limit_people = 5',
  )
  await settled((await send(202, 'POST', `/policy/rules/${rule}/deactivate`)).body.id)
})

test('a job goes on for a session that was idle meanwhile, and not for one that has ended', async () => {
  for (const [ending, state] of [
    [
      `last_used_at = now() - interval '2 hours', created_at = now() - interval '3 hours'`,
      'applied',
    ],
    [`revoked_at = now()`, 'failed'],
    [`created_at = now() - interval '13 hours', expires_at = now() - interval '1 hour'`, 'failed'],
  ] as const) {
    const rule = await draft('13')
    const drafter = await makeCaller(server, drafting)
    const secret = createSessionSecret()
    await server.query(
      `insert into session (workspace_user_id, hash, expires_at, signed_in_at) values ($1, $2, now() + interval '1 hour', now())`,
      [drafter.uuid, hashToken(secret)],
    )
    const headers = { cookie: `__Host-muster_session=${secret}`, origin: 'https://muster.example' }
    const accepted = await withoutJobs(() =>
      server.call('POST', `/policy/rules/${rule}/activate`, { headers, body: {} }),
    )
    assert.equal(accepted.status, 202, accepted.text)
    await server.query(`update session set ${ending} where workspace_user_id = $1`, [drafter.uuid])
    await release()
    assert.equal((await settled(accepted.body.id)).state, state, ending)
    if (state === 'applied')
      await settled((await send(202, 'POST', `/policy/rules/${rule}/deactivate`)).body.id)
  }
})

test('a plan whose job has brought three processes down is given up, and says so', async () => {
  const rule = await draft('13')
  const accepted = await withoutJobs(() => send(202, 'POST', `/policy/rules/${rule}/activate`, {}))
  await server.query('update job set attempts = 3')
  await release()
  const failed = await settled(accepted.body.id)
  assert.equal(failed.state, 'failed')
  assert.match(failed.failure, /begun 3 times, and each time the process ended/)
  assert.deepEqual(await manifest('13'), [])
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
  const killed = startLoops(
    [jobLoop({ ...jobsOf(), pollMilliseconds: 10 })],
    pino({ level: 'silent' }),
  )
  // It waits for the policy lock when its connection is cut off, as a kill does.
  await server.query('select pg_terminate_backend($1)', [await waitingBackend()])
  await killed.close()
  await client.query('rollback')
  await client.end()
  assert.equal((await server.query('select id from job')).length, 1)
  const other = startLoops(
    [jobLoop({ ...jobsOf(), pollMilliseconds: 10 })],
    pino({ level: 'silent' }),
  )
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

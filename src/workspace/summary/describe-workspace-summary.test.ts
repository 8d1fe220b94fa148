import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { record, type AuditActor } from '../../audit/record.ts'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import {
  deleteDirectoryUser,
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
  makeResource,
} from '../../../test/people.ts'
import { makeIncident, makeRule, makeRuleset } from '../../../test/policy-records.ts'
import { mergeTallies } from './merge-tallies.ts'

const server = await testServer()
const owner = await makeOwner(server)

async function summary(token = owner.token, query = '') {
  const answer = await server.get(`/workspace/summary${query}`, token)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

/** People by state, as counting every row finds them. */
async function countedPeople(): Promise<Record<string, number>> {
  const rows = await server.query<{ state: string; count: string }>(
    'select state, count(*) from directory_user where deleted_at is null group by state',
  )
  const none = { staged: 0, active: 0, expiring: 0, expired: 0, suspended: 0, deactivated: 0 }
  return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)])) }
}

async function assertCounted(): Promise<void> {
  assert.deepEqual((await summary()).people, await countedPeople())
}

test('people are counted by state through every change, also when the tally was merged', async () => {
  await assertCounted()
  const person = await makeDirectoryUser(server)
  await makeDirectoryUser(server, { base_state: 'staged' })
  await makeDirectoryUser(server, { base_state: 'suspended' })
  await makeDirectoryUser(server, { expires_at: new Date(Date.now() + 86_400_000) })
  const deleted = await makeDirectoryUser(server)
  await assertCounted()
  for (const verb of ['suspend', 'activate', 'deactivate']) {
    const answer = await server.call('POST', `/directory/users/${person.id}/${verb}`, {
      token: owner.token,
    })
    assert.equal(answer.status, 200, answer.text)
    await assertCounted()
  }
  await deleteDirectoryUser(server, deleted)
  await assertCounted()
  await server.query(
    `insert into directory_user_tally (state, people) select 'active', 0 from generate_series(1, 200)`,
  )
  await mergeTallies(server.database)
  const [{ rows } = { rows: '' }] = await server.query<{ rows: string }>(
    'select count(*) as rows from directory_user_tally',
  )
  assert.ok(Number(rows) <= 6, `${rows} rows`)
  await assertCounted()
  await server.query('delete from directory_user where base_state = $1', ['staged'])
  await assertCounted()
})

test('a person whose end has passed counts as expired, also while that can’t be settled', async () => {
  const at = new Date(Date.now() + 60_000)
  await makeDirectoryUser(server, { expires_at: at })
  const before = await countedPeople()
  const read = (now: Date) =>
    server.database.unsettledSnapshot(now, async (db) => {
      const rows = await db
        .selectFrom('directory_user_tally')
        .select(['state', (build) => build.fn.sum<string>('people').as('people')])
        .where('state', 'in', ['expiring', 'expired'])
        .groupBy('state')
        .execute()
      return Object.fromEntries(rows.map(({ state, people }) => [state, Number(people)]))
    })
  assert.equal((await read(new Date(at.getTime() - 1)))['expiring'], before['expiring'])
  const after = await read(at)
  assert.equal(after['expired'], (before['expired'] ?? 0) + 1)
  assert.equal(after['expiring'], (before['expiring'] ?? 0) - 1)
})

test('what waits for a decision is counted, each for who may view it', async () => {
  const integration = await makeIntegration(server)
  await makeIncident(server, integration)
  await makeIdentity(server, integration, null)
  const gone = await makeDirectoryUser(server)
  const ruleset = await makeRuleset(server, await makeResource(server, integration))
  await makeRule(server, ruleset, {}, [{ type: 'user', directory_user_id: gone.uuid }])
  await deleteDirectoryUser(server, gone)
  const named = await server.get('/policy/rulesets?filter[finding]=referent_gone', owner.token)
  assert.equal(named.body.data.length, 1)
  const service = await server.call('POST', '/workspace/services', {
    token: owner.token,
    body: { name: 'Left alone', handle: 'left-alone' },
  })
  assert.equal(service.status, 201, service.text)
  await server.query('delete from service_admin')
  const one = { count: 1, is_capped: false }
  const none = { count: 0, is_capped: false }
  assert.deepEqual((await summary()).decisions, {
    incidents: one,
    plans: { ...none, plan_ids: [] },
    rulesets_with_findings: one,
    dimensions_with_surplus: none,
    rejected_account_ends: none,
    orphans: one,
    waiting_accounts: { count: 0, is_capped: false },
    failing_sources: none,
    sources_with_unknown_states: none,
    unattended_services: one,
    unsponsored_services: one,
    unconfirmed_services: none,
    services_to_confirm: { ...none, services: [] },
  })
  // The service is both unattended and unsponsored.
  assert.deepEqual((await summary()).waiting_count, { count: 4, is_capped: false })

  const nobody = await makeCaller(server, [])
  assert.deepEqual(await summary(nobody.token).then(({ at: _at, ...parts }) => parts), {
    decisions: {
      incidents: null,
      plans: null,
      rulesets_with_findings: null,
      dimensions_with_surplus: null,
      rejected_account_ends: null,
      orphans: null,
      waiting_accounts: null,
      failing_sources: null,
      sources_with_unknown_states: null,
      // Everyone may list the services on which they have a role.
      unattended_services: none,
      unsponsored_services: none,
      unconfirmed_services: none,
      services_to_confirm: { ...none, services: [] },
    },
    waiting_count: none,
    waiting: [],
    first_steps: null,
    people: null,
    days: null,
    changes: null,
    imports: null,
  })
  const accounts = await makeCaller(server, ['directory.identity.view'])
  const { decisions } = await summary(accounts.token)
  assert.deepEqual([decisions.orphans, decisions.incidents], [one, null])
})

test('sources whose last run failed wait for someone, and are found', async () => {
  const [calm, failing, again, off] = [
    await makeIntegration(server),
    await makeIntegration(server),
    await makeIntegration(server),
    await makeIntegration(server, { state: 'deactivated' }),
  ]
  const run = ({ uuid }: { uuid: string }, state: string, isPlan = false) =>
    server.query(
      `insert into import_run (integration_id, source, state, is_plan, failure, finished_at)
       values ($1, 'x', $2, $3, $4, case when $2 <> 'running' then current_instant() end)`,
      [uuid, state, isPlan, state === 'failed' ? 'Its address does not answer.' : null],
    )
  await run(calm, 'failed')
  await run(calm, 'succeeded')
  await run(calm, 'failed', true)
  await run(failing, 'succeeded')
  await run(failing, 'failed')
  await run(again, 'interrupted')
  await run(again, 'running')
  await run(off, 'failed')
  assert.deepEqual((await summary()).decisions.failing_sources, { count: 2, is_capped: false })
  const { body } = await server.get(
    '/workspace/integrations?filter[is_failing]=true&sort=created_at',
    owner.token,
  )
  const { started_at, finished_at, id, ...last } = body.data[0].last_run
  assert.deepEqual(
    body.data.map((each: { id: string }) => each.id),
    [failing.id, again.id],
  )
  assert.deepEqual(last, {
    state: 'failed',
    failure: 'Its address does not answer.',
    states_unknown: 0,
  })
  assert.match(id, /^wsrun_/)
  assert.ok(started_at <= finished_at)
  assert.equal(body.data[1].last_run.state, 'running')
  const other = await server.get(`/workspace/integrations/${calm.id}`, owner.token)
  assert.equal(other.body.last_run.state, 'succeeded')
})

test('imports under way are listed with their progress, and those that finished meanwhile are counted', async () => {
  await server.query('delete from import_run')
  assert.deepEqual((await summary()).imports, { unfinished: 0, finished: 0, runs: [] })
  const integration = await makeIntegration(server, { name: 'Suite' })
  await server.query(
    `insert into import_run (integration_id, source, state, phase, bytes_read, bytes_total, is_plan, started_at, finished_at)
     select $1, source, state, phase, bytes_read, 300, is_plan, current_instant() + started * interval '1 second',
       current_instant() + finished * interval '1 second'
     from (values
       ('drives.jsonl', 'waiting', 'reading', 0, false, 1, null),
       ('groups.json', 'running', 'reading', 100, false, 1, null),
       ('users.json', 'running', 'matching', 300, false, 0, null),
       ('plan.json', 'running', 'reading', 0, true, 0, null),
       ('of the same time', 'succeeded', 'done', 300, false, 0, 2),
       ('before', 'succeeded', 'done', 300, false, -2, -1),
       ('pushed meanwhile', 'succeeded', 'done', 300, false, 2, 2)
     ) r (source, state, phase, bytes_read, is_plan, started, finished)`,
    [integration.uuid],
  )
  const viewer = await makeCaller(server, ['workspace.integration.view'])
  const { imports } = await summary(viewer.token)
  assert.deepEqual([imports.unfinished, imports.finished], [3, 1])
  assert.deepEqual(
    imports.runs.map(({ id: _id, ...run }: { id: string }) => run),
    [
      ['groups.json', 'running', 'reading', 33],
      ['users.json', 'running', 'matching', null],
      ['drives.jsonl', 'waiting', 'reading', 0],
    ].map(([source, state, phase, percent]) => ({
      integration_id: integration.id,
      integration_name: 'Suite',
      source,
      state,
      phase,
      percent,
    })),
  )
})

test('an admin of one ruleset sees only what it waits for', async () => {
  const integration = await makeIntegration(server)
  const own = await makeRuleset(server, await makeResource(server, integration))
  const gone = await makeDirectoryUser(server)
  await makeRule(server, own, {}, [{ type: 'user', directory_user_id: gone.uuid }])
  await deleteDirectoryUser(server, gone)
  const admin = await makeCaller(server, [])
  const added = await server.call('POST', `/policy/rulesets/${own.id}/admins`, {
    token: owner.token,
    body: { user_id: admin.id, role: 'audit' },
  })
  assert.equal(added.status, 201, added.text)
  const { decisions } = await summary(admin.token)
  assert.deepEqual(decisions.rulesets_with_findings, { count: 1, is_capped: false })
  assert.equal(decisions.incidents, null)
})

test('a plan beyond a limit is counted for its author and for who may read all of it', async () => {
  const integration = await makeIntegration(server)
  const ruleset = await makeRuleset(server, await makeResource(server, integration))
  const rule = await makeRule(server, ruleset, {}, [])
  const plan = await server.call('POST', '/policy/plans', {
    token: owner.token,
    body: { operations: [{ op: 'change_rule', rule_id: rule.id, priority: 7 }] },
  })
  assert.equal(plan.status, 201, plan.text)
  assert.equal((await summary()).decisions.plans.count, 0)
  await server.query(`update plan set exceeds = '[{"rulesetId": null}]'`)
  const policy = await makeCaller(server, ['policy.rule.view'])
  const reader = await makeCaller(server, ['policy.rule.view', 'directory.user.view'])
  const counts = await Promise.all(
    [owner, policy, reader].map(async ({ token }) => (await summary(token)).decisions.plans.count),
  )
  assert.deepEqual(counts, [1, 0, 1])
  assert.deepEqual((await summary()).decisions.plans.plan_ids, [plan.body.id])
  const delegate = await makeCaller(server, ['directory.user.view'])
  const role = { user_id: delegate.id, role: 'audit' }
  const admins = `/policy/rulesets/${ruleset.id}/admins`
  const given = await server.call('POST', admins, { token: owner.token, body: role })
  assert.equal(given.status, 201, given.text)
  const newer = await server.query<{ id: string }>(
    `insert into plan (state, operations, author_type, expires_at, exceeds)
     select 'ready', '[{"op": "change_rule"}]', 'system', now() + interval '2 days', '[{}]' from generate_series(1, 150)
     returning id`,
  )
  const seen = (await summary(delegate.token)).decisions.plans
  assert.deepEqual(seen, { count: 1, is_capped: false, plan_ids: [plan.body.id] })
  assert.equal((await summary(reader.token)).decisions.plans.is_capped, true)
  await server.query(`delete from plan where id = any ($1)`, [newer.map(({ id }) => id)])
  await server.query(`update plan set expires_at = now() - interval '1 second'`)
  assert.equal((await summary()).decisions.plans.count, 0)
})

test('who starts and who leaves is counted by the days of a zone', async () => {
  const { days } = await summary()
  assert.equal(days.length, 14)
  const day = days[3]
  const at = new Date(Date.parse(day.begins_at) + 3_600_000)
  await makeDirectoryUser(server, { base_state: 'staged', activates_at: at })
  await makeDirectoryUser(server, { expires_at: at })
  await makeDirectoryUser(server, { expires_at: at, base_state: 'deactivated' })
  const later = (await summary()).days
  assert.deepEqual(later[3], { ...day, joiners: day.joiners + 1, leavers: day.leavers + 1 })
  const listed = await server.get(
    `/directory/users?filter[expires_after]=${day.begins_at}&filter[expires_before]=${day.ends_at}&filter[state]=expiring`,
    owner.token,
  )
  assert.equal(listed.body.data.length, later[3].leavers)
  const starting = await server.get(
    `/directory/users?filter[activates_after]=${day.begins_at}&filter[activates_before]=${day.ends_at}`,
    owner.token,
  )
  assert.equal(starting.body.data.length, later[3].joiners)

  const west = (await summary(owner.token, '?time_zone=Etc/GMT%2B12')).days
  assert.equal(new Date(west[0].begins_at).getUTCHours(), 12)
  assert.equal(
    west.find(
      (each: typeof day) => each.begins_at <= at.toISOString() && at.toISOString() < each.ends_at,
    ).leavers,
    1,
  )
  const unknown = await server.get('/workspace/summary?time_zone=Mars/Base', owner.token)
  assert.equal(unknown.status, 400)
  assert.match(unknown.text, /time_zone/)
})

test('what was recorded is counted by event and hour, as the audit log lists it', async () => {
  const system: AuditActor = { type: 'system', id: null, via: 'cli', requestId: null }
  const entry = {
    event: 'policy.plan.fail',
    record: { kind: 'plan', id: randomUUID() },
  } as const
  await server.database.transaction(({ tx }) =>
    record(
      tx,
      system,
      Array.from({ length: 1001 }, () => entry),
    ),
  )
  const { changes } = await summary()
  const counted = changes.data.filter(({ event }: { event: string }) => event === entry.event)
  assert.deepEqual(
    counted.map(({ count, is_capped }: { count: number; is_capped: boolean }) => [
      count,
      is_capped,
    ]),
    [[1000, true]],
  )
  const [{ begins_at: begins }] = counted
  const ends = new Date(Date.parse(begins) + 3_600_000).toISOString()
  for (const { event, count } of changes.data.filter(
    (each: { begins_at: string; is_capped: boolean }) =>
      each.begins_at === begins && !each.is_capped,
  )) {
    const listed = await server.get(
      `/audit/logs?filter[event]=${event}&filter[at_after]=${begins}&filter[at_before]=${ends}&page[total]=true`,
      owner.token,
    )
    assert.equal(listed.body.meta.total, count, event)
  }
})

import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Client } from 'pg'
import { incidentsWorld, names, omit, sellers, staff } from '../../test/incidents-world.ts'
import { makeOwner, testServer, type TestServer } from '../../test/harness.ts'
import { makeDirectoryUser, makeIntegration } from '../../test/people.ts'
import { until } from '../../test/until.ts'
import { lockPolicy } from '../database/policy-lock.ts'
import { RequestCounts } from '../http/route/request-counts.ts'
import { readConfig } from '../config.ts'
import { databaseMetrics, processMetrics } from './catalogue.ts'
import { startMetrics } from './start-metrics.ts'

/** What is served of a server. Each scrape reads the database again, because each has a reader of its own. */
async function scrape({ app }: Pick<TestServer, 'app'>, over: { url?: string } = {}) {
  const { services } = app
  const connection = over.url === undefined ? services.database.connection : { url: over.url }
  const running = await startMetrics({
    services: { ...services, database: { ...services.database, connection } },
    requests: services.requests ?? new RequestCounts(),
    host: '127.0.0.1',
    port: 0,
  })
  try {
    const answer = await fetch(`http://127.0.0.1:${running.port}/metrics`)
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
    return await answer.text()
  } finally {
    await running.close()
  }
}

/** The value of a sample; undefined without it. `sample` is the name, with its labels as they are written. */
function valueOf(text: string, sample: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${sample} `))
  return line === undefined ? undefined : Number(line.slice(sample.length))
}

const minutesSince = (instant: number) => Math.round((Date.now() / 1000 - instant) / 60)

const labelsOf = (operation: string) => `operation="${operation}"`

suite('metrics of a server', async () => {
  const server = await testServer({
    requests: new RequestCounts(),
    poolSize: 3,
    writesBeside: true,
    rateLimit: { perSecond: 1, burst: 50 },
  })
  const { token } = await makeOwner(server)
  const person = await makeDirectoryUser(server)
  const describe = (id: string) => server.get(`/directory/users/${id}`, token)
  const value = async (sample: string) => valueOf(await scrape(server), sample)

  test('count requests by operation and class of status, from memory and not', async () => {
    await until(() => server.app.services.lease.isAlone(), 'the lease')
    for (let times = 0; times < 3; times++) assert.equal((await describe(person.id)).status, 200)
    assert.equal((await describe('user_unknown')).status, 404)
    const text = await until(async () => {
      const found = await scrape(server)
      const counted = valueOf(
        found,
        `muster_http_requests_total{${labelsOf('describeDirectoryUser')},status="4xx"}`,
      )
      return counted === 1 && found
    }, 'the count of the refusal')
    const operation = labelsOf('describeDirectoryUser')
    assert.equal(valueOf(text, `muster_http_requests_total{${operation},status="2xx"}`), 3)
    const hits = valueOf(text, 'muster_ready_bodies_hits_total') ?? 0
    assert.ok(hits >= 1, 'memory has answered at least the last one')
    assert.equal(hits + (valueOf(text, 'muster_ready_bodies_misses_total') ?? 0), 4)
    assert.ok((valueOf(text, 'muster_ready_bodies_bytes') ?? 0) > 0)
    const duration = 'muster_http_request_duration_seconds'
    assert.equal(valueOf(text, `${duration}_count{${operation}}`), 4)
    assert.equal(valueOf(text, `${duration}_bucket{le="+Inf",${operation}}`), 4)
    assert.ok((valueOf(text, `${duration}_sum{${operation}}`) ?? 0) > 0)
  })

  test('have no label that a client can choose', async () => {
    await fetch(`${server.origin}/no-such-path`)
    await fetch(`${server.origin}/api/v1/directory/users/${person.id}/no-such-path`)
    const text = await until(async () => {
      const found = await scrape(server)
      const other = valueOf(found, 'muster_http_requests_total{operation="other",status="4xx"}')
      return other === 2 && found
    }, 'the count of both')
    assert.ok(!text.includes(person.id))
    assert.ok(!text.includes('no-such-path'))
  })

  test('count what the rate limit refuses', async () => {
    const answers = await Promise.all(
      Array.from({ length: 80 }, () => server.get('/auth/test', token)),
    )
    const refused = answers.filter(({ status }) => status === 429).length
    assert.ok(refused > 0)
    assert.equal(await value('muster_http_requests_limited_total'), refused)
  })

  test('show that connections are waited for, and the database still answers', async () => {
    const { pool } = server.database
    const taken = await Promise.all([pool.connect(), pool.connect(), pool.connect()])
    const waiting = pool.query('select 1')
    const text = await scrape(server).finally(() => taken.forEach((client) => client.release()))
    await waiting
    assert.equal(valueOf(text, 'muster_database_up'), 1)
    assert.equal(valueOf(text, 'muster_pool_size'), 3)
    assert.equal(valueOf(text, 'muster_pool_connections{state="busy"}'), 3)
    assert.ok((valueOf(text, 'muster_pool_waiting') ?? 0) >= 1)
    const after = await scrape(server)
    assert.ok((valueOf(after, 'muster_pool_waits_total') ?? 0) >= 1)
    assert.ok((valueOf(after, 'muster_pool_wait_seconds_total') ?? 0) > 0)
  })

  test('show jobs, and what is due while a long change holds the policy lock', async () => {
    await server.database.transaction(async ({ tx }) => {
      await lockPolicy(tx, 'exclusive')
      await server.query(`insert into due_instant (kind, record_id, at)
        values ('directory_user', new_id(), now() - interval '10 minutes')`)
      await server.query(`insert into job (task, subject_id, created_at)
        values ('no_such_task', new_id(), now() - interval '1 hour')`)
      const text = await scrape(server)
      assert.equal(valueOf(text, 'muster_due_instants_overdue'), 1)
      assert.equal(Math.round((valueOf(text, 'muster_due_instant_oldest_seconds') ?? 0) / 60), 10)
      assert.equal(valueOf(text, 'muster_jobs_waiting'), 1)
      assert.equal(Math.round((valueOf(text, 'muster_job_oldest_seconds') ?? 0) / 3600), 1)
      await until(async () => ((await value('muster_policy_lock_held_seconds')) ?? 0) > 0)
      await server.query('delete from due_instant')
      await server.query('delete from job')
    })
  })

  test('show the last run, the failures and the lag of each source', async () => {
    const source = await makeIntegration(server, {
      handle: 'ldap-hr',
      type: 'ldap',
      sync_every_seconds: 600,
    })
    await server.query(
      `insert into integration_sync (integration_id, due_at) values ($1, now() - interval '5 minutes')`,
      [source.uuid],
    )
    const run = (state: string, minutesAgo: number) =>
      server.query(
        `insert into import_run (integration_id, source, state, finished_at, failure)
         values ($1, 'ldap', $2, now() - $3 * interval '1 minute', case when $2 = 'failed' then 'no answer' end)`,
        [source.uuid, state, minutesAgo],
      )
    await run('failed', 90)
    await run('succeeded', 60)
    await run('failed', 20)
    await run('failed', 10)
    const text = await scrape(server)
    const of = (name: string) => valueOf(text, `muster_source_${name}{source="ldap-hr"}`) ?? NaN
    assert.equal(of('failed_runs'), 2)
    assert.equal(minutesSince(of('last_run_timestamp_seconds')), 10)
    assert.equal(minutesSince(of('last_success_timestamp_seconds')), 60)
    assert.equal(of('schedule_seconds'), 600)
    assert.equal(Math.round(of('overdue_seconds') / 60), 5)
  })

  test('wait for no lock', async () => {
    const holder = new Client({ connectionString: server.url })
    await holder.connect()
    await holder.query('begin')
    await holder.query('lock table job in access exclusive mode')
    const since = performance.now()
    const text = await scrape(server)
    assert.ok(performance.now() - since < 1500, 'it waited')
    await holder.end()
    assert.equal(valueOf(text, 'muster_database_up'), 0)
  })

  test('are complete but for what the database knows while it is down', async () => {
    const text = await scrape(server, { url: 'postgres://muster@127.0.0.1:1/muster' })
    assert.equal(valueOf(text, 'muster_database_up'), 0)
    assert.equal(valueOf(text, 'muster_jobs_waiting'), undefined)
    assert.equal(valueOf(text, 'muster_pool_size'), 3)
    assert.match(text, /^nodejs_eventloop_lag_p99_seconds /m)
  })

  test('are all in the catalogue, which the page of metrics is generated from', async () => {
    const names = [...(await scrape(server)).matchAll(/^# TYPE (muster_\w+) (\w+)$/gm)]
    const listed = [...processMetrics, ...databaseMetrics].map(({ name }) => name)
    assert.deepEqual(
      names
        .map(([, name]) => name)
        .filter((name) => name !== 'muster_http_request_duration_seconds'),
      listed,
    )
    for (const [, name = '', type] of names)
      if (type !== 'histogram')
        assert.equal(type, name.endsWith('_total') ? 'counter' : 'gauge', name)
  })
})

test('people whom an incident holds are counted', async () => {
  const world = await incidentsWorld(staff)
  const outcome = await world.feed(omit(staff, names(sellers)))
  const text = await scrape(world.server)
  assert.equal(valueOf(text, 'muster_incidents_open'), 1)
  assert.equal(valueOf(text, 'muster_incident_people_held'), outcome.incident?.people)
})

test('nothing but metrics is at their port', async () => {
  const server = await testServer({ requests: new RequestCounts() })
  const { services } = server.app
  const options = { services, requests: new RequestCounts(), host: '127.0.0.1', port: 0 }
  const metrics = await startMetrics(options)
  const at = (path: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${metrics.port}${path}`, { method })
  for (const path of ['/', '/metrics'])
    assert.equal((await at(path)).headers.get('x-content-type-options'), 'nosniff', path)
  assert.equal((await at('/')).status, 404)
  assert.equal((await at('/api/v1/auth/version')).status, 404)
  assert.equal((await at('/metrics', 'POST')).status, 405)
  await assert.rejects(startMetrics({ ...options, port: metrics.port }), { code: 'EADDRINUSE' })
  await metrics.close()
  assert.equal((await fetch(`${server.origin}/metrics`)).status, 404, 'the main port has none')
})

test('metrics are off unless a port is set, and then on loopback', () => {
  assert.equal(readConfig({}, {}).metrics, null)
  const port = '9464'
  assert.deepEqual(readConfig({}, { MUSTER_METRICS_PORT: port }).metrics, {
    host: '127.0.0.1',
    port: 9464,
  })
  assert.throws(() => readConfig({}, { MUSTER_METRICS_HOST: '0.0.0.0' }), /MUSTER_METRICS_PORT/)
  assert.throws(() => readConfig({}, { MUSTER_METRICS_PORT: '65536' }), /whole number/)
})

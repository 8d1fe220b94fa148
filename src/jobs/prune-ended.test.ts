import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeOwner, testServer } from '../../test/harness.ts'
import { confirmLogin, cookieOf, openLink } from '../workspace/auth/sign-in-for-tests.ts'
import { pruneEnded } from './prune-ended.ts'

let offset = 0
const server = await testServer({ clock: () => new Date(Date.now() + offset) })
const hour = 3_600_000
const owner = await makeOwner(server)
await server.query(`update token set expires_at = created_at + interval '365 days'`)

const makeUser = (key: string) =>
  server.call('POST', '/workspace/users', {
    token: owner.token,
    body: { provider: 'x', provider_id: 'once', name: 'Once' },
    headers: { 'idempotency-key': key },
  })
const makeLink = async (): Promise<string> =>
  (await server.call('POST', '/auth/sign-in-link', { token: owner.token, body: {} })).body.url
const counts = async () => {
  const [row] = await server.query(
    `select (select count(*)::integer from idempotency_key) as keys, (select count(*)::integer from sign_in_link) as links,
       (select count(*)::integer from session) as sessions,
       (select count(*)::integer from login_code) as codes`,
  )
  return row
}

test('what still counts is never cleared away, and what has ended is, each in its time', async () => {
  assert.equal((await makeUser('once')).status, 201)
  const unused = await makeLink()
  const cookie = cookieOf(await openLink(server, await makeLink(), 'POST'))
  await confirmLogin(server, cookie)
  const isSignedIn = async () => (await server.get('/auth/test', undefined, { cookie })).status
  assert.equal(await pruneEnded(server.database), 0)
  assert.equal((await openLink(server, unused, 'GET')).status, 200)

  offset = hour / 3
  assert.equal(await isSignedIn(), 200)
  offset = hour
  assert.equal(await pruneEnded(server.database), 0)
  offset = 11 * hour
  assert.equal(await pruneEnded(server.database), 1)
  assert.equal(await isSignedIn(), 401, 'it was idle for too long')
  offset = 24 * hour - 60_000
  assert.equal(await pruneEnded(server.database), 0)
  const again = await makeUser('once')
  assert.deepEqual([again.status, again.headers.get('idempotency-replayed')], [201, 'true'])
  assert.match((await openLink(server, unused, 'POST')).text, /too old/)

  offset = 26 * hour
  assert.deepEqual(await counts(), { keys: 1, links: 2, sessions: 1, codes: 0 })
  assert.equal(await pruneEnded(server.database), 3)
  assert.deepEqual(await counts(), { keys: 0, links: 0, sessions: 1, codes: 0 })
  assert.equal((await openLink(server, unused, 'POST')).status, 404)
  const list = await server.get('/auth/sessions?filter[state]=expired', owner.token)
  assert.equal(list.body.data.length, 1, 'it is still seen')

  offset = 31 * 24 * hour
  assert.equal(await pruneEnded(server.database), 1)
  assert.deepEqual(await counts(), { keys: 0, links: 0, sessions: 0, codes: 0 })
  offset = 0
})

const fillKeys = (rows: number) =>
  server.query(
    `insert into idempotency_key (caller_id, key, method, path, body_hash, created_at)
     select $1, 'old ' || n, 'POST', '/', sha256(''), now() - interval '26 hours' from generate_series(1, $2::integer) n`,
    [owner.uuid, rows],
  )

test('several processes do it at once, in batches, and none twice', async () => {
  const other = await testServer({ over: server })
  await fillKeys(4500)
  const pruned = await Promise.all([
    pruneEnded(server.database),
    pruneEnded(other.database),
    pruneEnded(server.database),
  ])
  // A batch that another holds is left to it: what a process found all taken, the next beat finds gone.
  const rest = await pruneEnded(server.database)
  assert.equal(
    pruned.reduce((sum, rows) => sum + rows, rest),
    4500,
  )
  assert.equal((await counts())?.['keys'], 0)
})

test('the end of the process leaves the rest to the next run', async () => {
  await fillKeys(3500)
  const ending = new AbortController()
  ending.abort()
  assert.equal(await pruneEnded(server.database, ending.signal), 0)
  assert.equal(await pruneEnded(server.database), 3500)
})

test('each source keeps its runs as long as it says', async () => {
  await server.query(`
    insert into integration (handle, vendor, type, name, run_retention_days)
    select 'kept' || days, 'file', 'file', 'Kept', days from unnest(array[7, 30]) days`)
  await server.query(`
    insert into import_run (integration_id, source, is_complete, state, phase, finished_at)
    select g.id, 'day ' || age, false, 'succeeded', 'done', now() - age * interval '1 day'
    from integration g cross join unnest(array[1, 10, 20, 40]) age where g.handle like 'kept%'`)
  assert.equal(await pruneEnded(server.database), 4)
  const left = await server.query(
    `select g.handle, array_agg(r.source order by r.finished_at desc) as runs
     from import_run r join integration g on g.id = r.integration_id group by 1 order by 1`,
  )
  assert.deepEqual(left, [
    { handle: 'kept30', runs: ['day 1', 'day 10', 'day 20'] },
    { handle: 'kept7', runs: ['day 1'] },
  ])
})

test('receipts of commits are kept for half an hour, then deleted all at once', async () => {
  await server.query(`
    insert into commit_receipt (id, left_at)
    select gen_random_uuid(), clock_timestamp() - n * interval '40 minutes' / 30000
    from generate_series(1, 30000) n`)
  assert.ok((await pruneEnded(server.database)) > 7000)
  const [left] = await server.query(
    `select count(*) filter (where left_at < clock_timestamp() - interval '31 minutes')::integer as old,
       count(*) > 20000 as others from commit_receipt`,
  )
  assert.deepEqual(left, { old: 0, others: true })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { testDatabase, testServer } from '../../../test/harness.ts'
import { Problem } from '../../http/refusals/problem.ts'
import { lockImports } from '../import/import-lock.ts'
import { PushQueue, type SharedTransaction } from './push-queue.ts'
import { scimEndpoint } from './scim-for-tests.ts'

test('pushes of one integration that wait for each other are all made', async () => {
  const scim = await scimEndpoint(await testServer())
  const many = Array.from({ length: 8 }, (_, at) => scim.user(`u${at}@acme.example`))
  const statuses = (await Promise.all(many)).map(({ status }) => status)
  assert.deepEqual(new Set(statuses), new Set([201]))
})

test('pushes that have waited for ten seconds are 503, and say what they waited for', async () => {
  const server = await testServer()
  const scim = await scimEndpoint(server)
  const lock = await lockImports(server.database, 'idp')
  const begun = performance.now()
  try {
    const replies = await Promise.all([scim.user('a@acme.example'), scim.user('b@acme.example')])
    const seconds = (performance.now() - begun) / 1000
    assert.ok(seconds > 9 && seconds < 13, String(seconds))
    const [first, second] = replies
    assert.deepEqual([first?.status, second?.status], [503, 503])
    assert.ok(replies.every(({ headers }) => headers.get('retry-after') === '5'))
    for (const { body } of replies)
      assert.match(
        body.detail,
        /^(?:An import of this integration, or requests|Earlier requests of this integration).*, took longer than 10 s/,
      )
  } finally {
    await lock.release()
  }
  assert.equal((await scim.user('a@acme.example')).status, 201)
})

test('pushes that arrive together share a commit, each with its own answer, run and audit rows', async (t) => {
  // However slow the machine is, no time passes.
  const now = performance.now()
  t.mock.method(performance, 'now', () => now)
  const server = await testServer()
  const scim = await scimEndpoint(server)
  const { body: known } = await scim.user('known@acme.example')
  const { database } = server
  const { transaction } = database
  let commits = 0
  database.transaction = (work, options) => {
    commits += 1
    return transaction(work, options)
  }
  const title = { op: 'replace', path: 'title', value: 'Smith' }
  const replies = await Promise.all([
    scim.user('first@acme.example'),
    scim.user('second@acme.example'),
    scim.user('KNOWN@acme.example'),
    scim.patch('/Users/unknown', title),
    scim.patch(`/Users/${known.id}`, title),
    scim.user('twice@acme.example'),
    scim.user('twice@acme.example'),
    scim.send('DELETE', '/Users/unknown'),
  ])
  assert.deepEqual(
    replies.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 201, 201, 201, 404, 404, 409, 409],
  )
  assert.ok(commits < replies.length / 2, `${commits} commits`)
  const events = await server.query(
    `select event, count(*)::int as rows, count(distinct request_id)::int as requests from audit_log
     where event like 'directory.identity.%' or event like 'directory.user.%' group by event order by event`,
  )
  assert.deepEqual(events, [
    { event: 'directory.identity.change', rows: 1, requests: 1 },
    { event: 'directory.identity.create', rows: 4, requests: 4 },
    { event: 'directory.user.create', rows: 4, requests: 4 },
  ])
  const runs = await server.query('select source, rows_read::int from import_run order by id')
  assert.deepEqual(
    runs.map(({ source }) => String(source)).toSorted((a, b) => a.localeCompare(b)),
    [`SCIM PATCH /Users/${known.id}`, ...Array.from({ length: 4 }, () => 'SCIM POST /Users')],
  )
})

/** Adds pushes to a queue of their own at the same moment. `commits`: the names of the pushes that each transaction has written. */
async function pushTogether(pushes: readonly Push[]) {
  const { database } = await testDatabase()
  const commits: string[][] = []
  const queue = new PushQueue<SharedTransaction & { written: string[] }>(
    async (work) => {
      const written: string[] = []
      const answers = await database.transaction(({ tx }) =>
        work({ tx, alone: async () => {}, written }),
      )
      commits.push(written)
      return answers
    },
    () => new Problem(503, 'The push has waited too long.'),
  )
  const until = performance.now() + 5_000
  const outcomes = await Promise.allSettled(
    pushes.map(
      ({ name, kind = 'User', work }) =>
        new Promise<void>((resolve, reject) => {
          const perform = async ({ written }: { written: string[] }) => {
            await work?.()
            written.push(name)
            return resolve
          }
          queue.add({ until, kind, reject, perform })
        }),
    ),
  )
  return { commits, statuses: outcomes.map(({ status }) => status) }
}

type Push = { name: string; kind?: 'User' | 'Group'; work?: () => Promise<void> }

async function takeTooLong() {
  await setTimeout(150)
}

test('pushes share a commit for a moment only, and the rest keep their order', async () => {
  const { commits } = await pushTogether([
    { name: 'slow', work: takeTooLong },
    { name: 'slower', work: takeTooLong },
    { name: 'third' },
  ])
  assert.deepEqual(commits, [['slow'], ['slower'], ['third']])
})

test('pushes of users share no commit with pushes of groups', async () => {
  const kinds = ['User', 'Group', 'Group', 'User'] as const
  const { commits } = await pushTogether(kinds.map((kind) => ({ name: kind, kind })))
  assert.deepEqual(new Set(commits.flatMap((names) => new Set(names).size)), new Set([1]))
  assert.deepEqual(commits.flat(), kinds)
})

test('a push that waits for another change in vain keeps no others from being made', async () => {
  let tries = 0
  const work = async () => {
    tries += 1
    throw Object.assign(new Error('lock timeout'), { code: '55P03' })
  }
  const { commits, statuses } = await pushTogether([
    { name: 'first' },
    { name: 'blocked', work },
    { name: 'third' },
  ])
  assert.deepEqual(statuses, ['fulfilled', 'rejected', 'fulfilled'])
  assert.deepEqual(commits, [['first'], ['third']])
  assert.equal(tries, 2)
})

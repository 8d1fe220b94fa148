import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { loadCaller } from '../src/access/caller.ts'
import { record } from '../src/audit/record.ts'
import { decodeId } from '../src/contract/ids.ts'
import type { Transaction } from '../src/database/database.ts'
import { describeDirectoryUser } from '../src/directory/users/describe-directory-user.ts'
import { readContext } from '../src/http/reads/read-context.ts'
import { Ready } from '../src/http/bodies/ready.ts'
import { ReadyBodies } from '../src/http/bodies/ready-bodies.ts'
import { recalculate } from '../src/policy/manifests/recalculate.ts'
import { importAda } from './ada.ts'
import {
  makeOwner,
  testDatabase,
  testServer,
  type Answer,
  type Person,
  type TestServer,
} from './harness.ts'
import { testActor } from './people-fixture.ts'

const include =
  'secondary-users,policy-users,policy-conditions,policy-rules-manifest,policy-rules-qualified,policy-rules-staged,policy-rulesets'
const people = ['grace', 'ada', 'alan', 'joan', 'adm-ada'] as const

type Who = (typeof people)[number]
type World = { clock: { now: Date }; uuids: Record<string, string> }
/** One change that some body somewhere shows. The transaction is the operation's own. */
type Operation = { name: string; run(tx: Transaction, world: World, now: Date): Promise<unknown> }

const operation = (name: string, run: Operation['run']): Operation => ({ name, run })
const update = (
  name: string,
  text: (uuid: string, now: Date) => ReturnType<typeof sql>,
  who: Who,
): Operation =>
  operation(`${name} of ${who}`, (tx, { uuids }, now) => text(uuids[who] ?? '', now).execute(tx))

const onPerson: ((who: Who, n: number) => Operation)[] = [
  (who, n) =>
    update(
      'rename',
      (id) => sql`update directory_user set first_name = ${`Name${n}`} where id = ${id}`,
      who,
    ),
  (who, n) =>
    update(
      'metadata',
      (id) =>
        sql`update directory_user set metadata = jsonb_build_object('n', ${String(n)}::text) where id = ${id}`,
      who,
    ),
  (who) =>
    update(
      'suspend',
      (id) =>
        sql`update directory_user set base_state = 'suspended' where id = ${id} and deleted_at is null`,
      who,
    ),
  (who) =>
    update(
      'stage',
      (id) =>
        sql`update directory_user set base_state = 'staged' where id = ${id} and deleted_at is null`,
      who,
    ),
  (who) =>
    update(
      'activate',
      (id) =>
        sql`update directory_user set base_state = 'active' where id = ${id} and deleted_at is null`,
      who,
    ),
  (who) =>
    update(
      'delete',
      (id, now) =>
        sql`update directory_user set base_state = 'deactivated', deleted_at = ${now} where id = ${id}`,
      who,
    ),
  (who) =>
    update(
      'restore',
      (id) => sql`update directory_user set deleted_at = null where id = ${id}`,
      who,
    ),
  (who, n) =>
    update(
      'expire',
      (id, now) =>
        sql`update directory_user set expires_at = ${new Date(now.getTime() + 1000 * (n + 1))} where id = ${id}`,
      who,
    ),
  (who) =>
    update(
      'no end',
      (id) => sql`update directory_user set expires_at = null where id = ${id}`,
      who,
    ),
  (who) =>
    update(
      'no manager',
      (id) => sql`update directory_user set manager_id = null where id = ${id}`,
      who,
    ),
  (who, n) =>
    operation(`manager of ${who}`, (tx, { uuids }) => {
      const manager = uuids[people[n % people.length] ?? 'ada'] ?? ''
      return sql`update directory_user set manager_id = ${manager} where id = ${uuids[who] ?? ''} and id <> ${manager}`.execute(
        tx,
      )
    }),
  (who, n) =>
    update(
      'profile',
      (id) => sql`
    update identity set profile = profile || jsonb_build_object('department', ${n % 2 === 0 ? 'Engineering' : 'Sales'}::text, 'badgeId', ${`B-${n}`}::text, 'title', ${n % 3 === 0 ? 'Principal' : 'Clerk'}::text)
    where directory_user_id = ${id}`,
      who,
    ),
  (who) =>
    update(
      'unlink the code host',
      (id) => sql`
    update identity i set directory_user_id = null, state = 'orphan', linked_by = null from integration g
    where g.id = i.integration_id and g.vendor = 'codehost' and i.directory_user_id = ${id}`,
      who,
    ),
  (who) =>
    update(
      'link the code host',
      (id) => sql`
    update identity i set directory_user_id = ${id}, state = i.vendor_state, linked_by = 'administrator' from integration g
    where g.id = i.integration_id and g.vendor = 'codehost'`,
      who,
    ),
  (who) =>
    update(
      'sign in',
      (id) => sql`
    insert into workspace_user (provider, provider_id, directory_user_id) values ('p', ${id}, ${id}) on conflict (provider, provider_id) do nothing`,
      who,
    ),
  (who, n) =>
    update(
      'workspace name',
      (id) => sql`update workspace_user set name = ${`W${n}`} where directory_user_id = ${id}`,
      who,
    ),
  (who) =>
    operation(`audit about ${who}`, (tx, { uuids }) =>
      record(tx, testActor, [
        {
          event: 'directory.user.change',
          record: { kind: 'directoryUser', id: uuids[who] ?? '' },
          subjectId: uuids[who] ?? '',
        },
      ]),
    ),
]
const onPolicy: ((n: number) => Operation)[] = [
  () =>
    operation('join a group', (tx) =>
      sql`
    insert into resource_member (resource_id, identity_id, role_handle)
    select r.id, i.id, 'member' from resource r, identity i where r.vendor_id = '13' and i.vendor_id = '71' on conflict do nothing`.execute(
        tx,
      ),
    ),
  () => operation('leave the groups', (tx) => sql`delete from resource_member`.execute(tx)),
  (n) =>
    operation('rename a group', (tx) =>
      sql`update resource set name = ${`Group ${n}`} where vendor_id = '12'`.execute(tx),
    ),
  (n) =>
    operation('describe a rule', (tx) =>
      sql`update rule set description = ${`Rule ${n}`} where key = 'engineers'`.execute(tx),
    ),
  (n) =>
    operation('grace', (tx) => sql`update dimension set expires_after_days = ${n}`.execute(tx)),
  (n) =>
    operation('another badge key', (tx) =>
      sql`update integration set badge_id_profile_key = ${n % 2 === 0 ? 'badgeId' : 'title'} where is_primary`.execute(
        tx,
      ),
    ),
  (n) =>
    operation('the draft asks for another title', (tx) =>
      sql`
    update condition set profile_value = ${n % 2 === 0 ? 'princ' : 'cl'} where profile_operator = 'starts_with'`.execute(
        tx,
      ),
    ),
  (n) =>
    operation('time passes', async (_tx, { clock }) => {
      clock.now = new Date(clock.now.getTime() + 1000 * n)
    }),
  () =>
    operation('manifests follow', (tx, _world, now) =>
      recalculate(tx, { now, actor: testActor, people: 'all' }),
    ),
]

const anOperation = fc.oneof(
  fc
    .tuple(fc.constantFrom(...onPerson), fc.constantFrom(...people), fc.nat(9))
    .map(([make, who, n]) => make(who, n)),
  fc.tuple(fc.constantFrom(...onPolicy), fc.nat(9)).map(([make, n]) => make(n)),
)
const operations = fc.array(anOperation, { minLength: 5, maxLength: 25 })

/** The body from the database alone: the same handler over an empty cache. */
async function fresh(server: TestServer, owner: Person, uuid: string): Promise<string> {
  const services = { ...server.app.services, bodies: new ReadyBodies(0) }
  const now = server.database.now()
  const caller = await loadCaller(server.database.read, owner.token, now)
  assert.ok(caller)
  // The context reads no more of the request than this.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const request = { id: 'fresh-read' } as Parameters<typeof readContext>[0]['request']
  const { context } = readContext(
    { services, request, caller },
    {
      operation: describeDirectoryUser.id,
      now,
      isSettled: true,
      isHeavy: false,
      params: { user: uuid },
      query: { include },
      requestUrl: '/',
      db: server.database.read,
    },
  )
  const answer = await describeDirectoryUser.handler({
    ...context,
    params: { user: uuid },
    query: { include },
  })
  assert.ok(answer instanceof Ready)
  return Buffer.from(answer.wire, 'latin1').toString()
}

/**
 * Where one process settles what is due, the other doesn't wait for it long, and says so by its tag: a uuid. On a busy machine
 * that is soon, and then it is asked again.
 */
async function getSettled(server: TestServer, path: string, token: string): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    const answer = await server.get(path, token)
    const isSettled = !/\.[0-9a-f]{8}-[0-9a-f]{4}-/.test(answer.headers.get('etag') ?? '')
    if (isSettled || tries === 40) return answer
    await sleep(50)
  }
}

async function compare(
  servers: readonly TestServer[],
  owner: Person,
  uuids: World['uuids'],
  ids: Record<string, string>,
  after: string,
): Promise<void> {
  for (const who of people) {
    const answers = await Promise.all(
      servers.map((server) =>
        getSettled(server, `/directory/users/${ids[who] ?? ''}?include=${include}`, owner.token),
      ),
    )
    const [first] = servers
    const expected = first === undefined ? '' : await fresh(first, owner, uuids[who] ?? '')
    for (const { text, status } of answers) {
      assert.equal(status, 200)
      assert.equal(text, expected, `${who} after ${after}`)
    }
  }
}

async function makeWorld(count: 1 | 2) {
  const clock = { now: new Date('2026-11-20T12:00:00Z') }
  const shared = await testDatabase({ clock: () => clock.now, writesBeside: true })
  const servers: TestServer[] = []
  for (let made = 0; made < count; made++)
    servers.push(await testServer({ over: shared, clock: () => clock.now }))
  const [first] = servers
  if (first === undefined) throw new Error('a world needs a server')
  const owner = await makeOwner(first)
  const ids = await importAda(first)
  const uuids = Object.fromEntries(
    Object.entries(ids).map(([who, id]) => [who, decodeId('directoryUser', id) ?? '']),
  )
  return { clock, servers, owner, ids, uuids }
}

async function runProperty(
  count: 1 | 2,
  numRuns: number,
): Promise<Awaited<ReturnType<typeof makeWorld>>> {
  const world = await makeWorld(count)
  const { servers, owner, ids, uuids } = world
  await fc.assert(
    fc.asyncProperty(operations, fc.infiniteStream(fc.nat(count - 1)), async (list, where) => {
      for (const change of list) {
        const server = servers[where.next().value ?? 0]
        await server?.database.transaction(({ tx, now }) => change.run(tx, world, now))
        await compare(servers, owner, uuids, ids, change.name)
      }
    }),
    { numRuns, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: false },
  )
  return world
}

test(
  'one process: what memory says is what the database says, after any change',
  { timeout: 900_000 },
  async () => {
    const { servers, owner, ids } = await runProperty(1, 25)
    const services = servers[0]?.app.services
    assert.equal(services?.lease.isAlone(), true, 'it was alone, so that memory did answer')
    const before = services?.bodies.get(ids['ada'] ?? '', 'nothing')
    assert.equal(before, undefined)
    await servers[0]?.get(`/directory/users/${ids['ada'] ?? ''}`, owner.token)
    assert.ok(services?.bodies.get(ids['ada'] ?? '', '0'), 'a body that was read is kept')
  },
)

test('two processes: each sees at once what the other changed', { timeout: 900_000 }, async () => {
  const { servers } = await runProperty(2, 15)
  assert.deepEqual(
    servers.map((server) => server.app.services.lease.isAlone()),
    [false, false],
  )
})

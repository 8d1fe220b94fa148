import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { record, type AuditActor, type AuditEntry } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import { makeCaller, makeOwner, testServer, type Person } from '../../../test/harness.ts'
import { makeDirectoryUser, makeIntegration, type Made } from '../../../test/people.ts'
import { propertyRuns } from '../../../test/property-runs.ts'
import type { AuditLogJson } from '../audit-log/schema.ts'
import type { AuditChangeJson } from './schema.ts'

const server = await testServer({ rateLimit: null, writesBeside: true })
const owner = await makeOwner(server)
const viewer = await makeCaller(server, ['audit.log.view'])
const investigator = await makeCaller(server, ['audit.log.view', 'directory.user.view'])
const integration = await makeIntegration(server, { name: 'Northwind sync' })
const system: AuditActor = { type: 'system', id: null, via: 'sync', requestId: null }
const byViewer: AuditActor = { type: 'user', id: viewer.uuid, via: 'console', requestId: null }
const bySync: AuditActor = { ...system, type: 'integration', id: integration.uuid }

const inOne = (work: (tx: Transaction) => Promise<void>) =>
  server.database.transaction(({ tx }) => work(tx))

function entry(event: AuditEntry['event'], person: Made): AuditEntry {
  const position = { kind: 'directoryUser', id: person.uuid } as const
  return { event, record: position, subjectId: person.uuid }
}

type List<Row> = { data: Row[]; links: { next: string | null } }

/** All rows of a list, page by page. */
async function all<Row>(path: string, token: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let next: string | null = path; next !== null;) {
    const answer = await server.get(next, token)
    assert.equal(answer.status, 200, answer.text)
    const { data, links }: List<Row> = answer.body
    rows.push(...data)
    next = links.next === null ? null : links.next.slice(links.next.indexOf('/audit/'))
  }
  return rows
}

const changesOf = (query: string, { token }: { token: string } = viewer) =>
  all<AuditChangeJson>(`/audit/changes?${query}`, token)
const logsOf = (query: string, { token }: { token: string } = viewer) =>
  all<AuditLogJson>(`/audit/logs?${query}`, token)

/** What the pages of changes have, as far as the rows of the log say it. */
async function assertPartition(narrow: string, size: number, as: Person): Promise<void> {
  const changes = await changesOf(`${narrow}&page[size]=${size}`, as)
  const rows: AuditLogJson[] = []
  for (const change of changes) {
    const own = await logsOf(`${narrow}&filter[change]=${change.id}&sort=at&page[size]=500`, as)
    rows.push(...own)
    assert.equal(change.row_count, own.length)
    const counts = Object.entries(Object.groupBy(own, ({ event }) => event))
    assert.deepEqual(
      change.events,
      Object.fromEntries(counts.map(([event, of = []]) => [event, of.length])),
    )
    const shown = own.filter(({ id }) => change.rows.some((row) => row.id === id))
    assert.deepEqual(change.rows.toSorted(byId), shown.toSorted(byId), 'rows are as in the log')
    assert.ok(counts.every(([event]) => shown.some((row) => row.event === event)))
    for (const { actor, request_id } of own)
      assert.deepEqual([actor, request_id], [change.actor, change.request_id])
  }
  const expected = await logsOf(`${narrow}&page[size]=500`, as)
  assert.deepEqual(rows.toSorted(byId), expected.toSorted(byId))
  const times = changes.map(({ at }) => at)
  assert.deepEqual(times, times.toSorted().reverse())
}

const counted = async (text: string, as = investigator) =>
  (await changesOf(`filter[search]=${text}&page[size]=1`, as))[0]?.row_count

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

suite('changes of the audit log', () => {
  test('the entries of all pages have each row that the caller may see exactly once', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => makeDirectoryUser(server)))
    const events = ['policy.user.create', 'policy.user.end', 'directory.user.change'] as const
    const act = fc.record({
      actor: fc.constantFrom(system, byViewer, bySync),
      calls: fc.array(
        fc.record({
          isSystem: fc.boolean(),
          rows: fc.array(fc.tuple(fc.constantFrom(...events), fc.nat(2)), { maxLength: 5 }),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { maxLength: 6 }),
        fc.integer({ min: 1, max: 7 }),
        async (acts, size) => {
          // Transactions that are open at once, so that their rows alternate.
          await Promise.all(
            acts.map(({ actor, calls }) =>
              inOne(async (tx) => {
                for (const { isSystem, rows } of calls)
                  await record(
                    tx,
                    isSystem ? system : actor,
                    rows.flatMap(([event, n]) => {
                      const person = people[n]
                      return person === undefined ? [] : [entry(event, person)]
                    }),
                  )
              }),
            ),
          )
          const [ada, bo] = people.map(({ id }) => id)
          await assertPartition('', size, investigator)
          await assertPartition(`filter[history]=${ada}`, size, viewer)
          await assertPartition(`filter[subject]=${ada},${bo}&filter[via]=console`, size, viewer)
        },
      ),
      { numRuns: propertyRuns(8) },
    )
  })

  test('a change has the rows of one actor and one transaction, and says who gained and lost', async () => {
    const [ada, bo] = [await makeDirectoryUser(server), await makeDirectoryUser(server)]
    await inOne(async (tx) => {
      await record(tx, system, [entry('directory.user.due', ada)])
      await record(tx, byViewer, [
        entry('directory.user.change', ada),
        entry('policy.user.create', ada),
      ])
      await record(tx, byViewer, [
        entry('policy.user.create', ada),
        entry('policy.user.create', bo),
        entry('policy.user.end', bo),
      ])
    })
    const [own, due] = await changesOf('page[size]=2')
    const [first] = own?.events['directory.user.change'] === 1 ? [own] : [due]
    assert.deepEqual(
      [first?.actor.id, first?.row_count, first?.people_gained, first?.people_lost],
      [viewer.id, 5, 2, 1],
    )
    assert.deepEqual(first?.events, {
      'directory.user.change': 1,
      'policy.user.create': 3,
      'policy.user.end': 1,
    })
    const [other] = first === own ? [due] : [own]
    assert.deepEqual([other?.actor.type, other?.events], ['system', { 'directory.user.due': 1 }])
    const [ofBo] = await changesOf(`filter[subject]=${bo.id}&page[size]=1`)
    assert.deepEqual(
      [ofBo?.id, ofBo?.row_count, ofBo?.people_gained, ofBo?.people_lost],
      [first?.id, 2, 1, 1],
    )
    // An event chooses changes, and leaves them whole.
    const [ended] = await changesOf('filter[event]=policy.user.end&page[size]=1')
    assert.deepEqual([ended?.id, ended?.row_count], [first?.id, 5])
  })

  test('filters choose by who made it, when, and by names that the caller may see', async () => {
    const person = await makeDirectoryUser(server, { first_name: 'Quillon', last_name: 'Marsh' })
    await inOne((tx) => record(tx, byViewer, [entry('directory.user.change', person)]))
    await inOne((tx) => record(tx, bySync, [entry('directory.user.suspend', person)]))
    const of = async (query: string, as = investigator) =>
      (await changesOf(`filter[record]=${person.id}&${query}`, as)).map(({ actor }) => actor.type)
    assert.deepEqual(await of(''), ['integration', 'user'])
    assert.deepEqual(await of('filter[made_by]=people'), ['user'])
    assert.deepEqual(await of('filter[made_by]=automatic'), ['integration'])
    assert.deepEqual(await of(`filter[actor]=${viewer.id}`), ['user'])
    assert.deepEqual(await of('filter[search]=quill'), ['integration', 'user'])
    assert.deepEqual(
      await of('filter[search]=quill', viewer),
      [],
      'names of people are not theirs to see',
    )
    assert.deepEqual(await of('filter[search]=Person suspended'), ['integration'])
    assert.deepEqual(await of(`filter[search]=${person.id}`, viewer), ['integration', 'user'])
    assert.deepEqual(await of('filter[search]=nobody is called so'), [])
    assert.deepEqual(await of('filter[search]=northwind'), [])
    assert.deepEqual(await of('filter[search]=northwind', owner), ['integration'])
    assert.deepEqual(await of('filter[at_before]=2000-01-01T00:00:00Z'), [])
    for (const wrong of [
      'filter[made_by]=me',
      'filter[search]=qu',
      'filter[change]=x',
      'filter[event]=a.b.c',
    ])
      assert.equal((await server.get(`/audit/changes?${wrong}`, viewer.token)).status, 400, wrong)
    const malformed = await server.get('/audit/logs?filter[change]=drusr_x', viewer.token)
    assert.equal(malformed.status, 400)
    const stranger = await makeCaller(server, ['directory.user.view'])
    assert.equal((await server.get('/audit/changes', stranger.token)).status, 403)
  })

  test('a row from before the update is a change of its own', async () => {
    const person = await makeDirectoryUser(server)
    const path = `filter[record]=${person.id}`
    await inOne((tx) =>
      record(tx, byViewer, [
        entry('directory.user.change', person),
        entry('policy.user.end', person),
      ]),
    )
    await server.query('alter table audit_log disable trigger append_only')
    await server.query('update audit_log set change = null where record_id = $1', [person.uuid])
    await server.query('alter table audit_log enable trigger append_only')
    assert.deepEqual(
      (await changesOf(path)).map(({ row_count, events }) => [row_count, Object.keys(events)]),
      [
        [1, ['policy.user.end']],
        [1, ['directory.user.change']],
      ],
    )
  })

  test('personal values in a change are withheld as in the log', async () => {
    const person = await makeDirectoryUser(server)
    await inOne((tx) =>
      record(tx, byViewer, [
        {
          event: 'directory.user.change',
          record: { kind: 'directoryUser', id: person.uuid },
          personal: { email: { old: null, new: 'secret@acme.example' } },
        },
      ]),
    )
    const read = async (as: Person) => (await changesOf(`filter[record]=${person.id}`, as))[0]?.rows
    assert.deepEqual((await read(viewer))?.[0]?.withheld, ['email'])
    assert.deepEqual((await read(viewer))?.[0]?.changes, {})
    assert.deepEqual((await read(investigator))?.[0]?.changes['email'], {
      old: null,
      new: 'secret@acme.example',
    })
  })

  test('a change with more rows than are counted still says what it was', async () => {
    const person = await makeDirectoryUser(server)
    const stays = Array.from({ length: 10_001 }, () => ({
      ...entry('policy.user.create', person),
      subjectId: randomUUID(),
    }))
    const events = [
      ...(['create', 'update', 'delete'] as const).map((act) => `workspace.role.${act}` as const),
      ...(['create', 'update', 'pause', 'resume', 'test', 'retry', 'replay'] as const).map(
        (act) => `workspace.webhook.${act}` as const,
      ),
      ...(['create', 'update', 'restore'] as const).map((act) => `workspace.user.${act}` as const),
    ]
    assert.ok(events.length > 12)
    await inOne((tx) =>
      record(tx, byViewer, [
        ...events.map((event) => entry(event, person)),
        ...stays,
        entry('policy.plan.apply', person),
      ]),
    )
    const [change] = await changesOf(`filter[record]=${person.id}`)
    assert.ok(change)
    assert.deepEqual([change.row_count, change.row_count_is_capped], [10_000, true])
    assert.deepEqual(
      [change.events['policy.plan.apply'], change.events['policy.user.create']],
      [1, 10_000 - events.length],
    )
    assert.equal(change.people_gained, 10_000 - events.length)
    assert.equal(change.rows.length, 12)
    assert.equal(change.rows.at(-1)?.event, 'policy.plan.apply')
  })

  test('a search for words or a request has whole changes, and one for a record has its rows', async () => {
    const [vela, bo] = [
      await makeDirectoryUser(server, { first_name: 'Vela', last_name: 'Person suspended' }),
      await makeDirectoryUser(server),
    ]
    const requestId = randomUUID()
    await inOne((tx) =>
      record(tx, { ...byViewer, requestId }, [
        entry('directory.user.suspend', vela),
        entry('policy.user.end', vela),
        entry('policy.user.end', bo),
      ]),
    )
    assert.equal(await counted('vela'), 2)
    assert.equal(await counted(requestId), 3)
    assert.equal(await counted('Person suspended', viewer), 3)
    assert.equal(await counted('Person suspended'), 3, 'by words, and by the name of a person too')
  })

  test('the changes of a service lead to rows that their reader may see', async () => {
    const { body } = await server.call('POST', '/workspace/services', {
      token: owner.token,
      body: { handle: 'ledger', name: 'Ledger' },
    })
    const path = `/workspace/services/${body.id}`
    const reader = await makeCaller(server, [
      'workspace.service.view',
      'workspace.service.log.view',
    ])
    const { data }: List<AuditChangeJson> = (await server.get(`${path}/changes`, reader.token)).body
    const rows = data[0]?.links.rows ?? ''
    const answer = await server.get(rows.slice(rows.indexOf(path)), reader.token)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.data.length, data[0]?.row_count)
  })

  test('a page has at most 100 changes, and an export has all', async () => {
    assert.equal((await server.get('/audit/changes?page[size]=100', viewer.token)).status, 200)
    assert.equal((await server.get('/audit/changes?page[size]=101', viewer.token)).status, 400)
    const person = await makeDirectoryUser(server)
    for (let n = 0; n < 101; n += 1)
      await inOne((tx) => record(tx, byViewer, [entry('directory.user.change', person)]))
    const exported = await server.get(`/audit/changes?filter[record]=${person.id}`, owner.token, {
      accept: 'application/x-ndjson',
    })
    assert.equal(exported.status, 200, exported.text)
    assert.equal(exported.text.trim().split('\n').length, 101)
  })
})

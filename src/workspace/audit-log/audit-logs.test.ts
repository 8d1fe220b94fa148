import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { record, type AuditActor, type AuditEntry } from '../../audit/record.ts'
import { encodeId } from '../../contract/ids.ts'
import { makeCaller, testServer } from '../../../test/harness.ts'
import {
  deleteDirectoryUser,
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
} from '../../../test/people.ts'
import { until } from '../../../test/until.ts'

const server = await testServer({ writesBeside: true })
const viewer = await makeCaller(server, ['audit.log.view'])
const investigator = await makeCaller(server, ['audit.log.view', 'directory.user.view'])
const system: AuditActor = { type: 'system', id: null, via: 'cli', requestId: null }

function write(entries: AuditEntry[], actor: AuditActor = system): Promise<void> {
  return server.database.transaction(({ tx }) => record(tx, actor, entries))
}

async function idsOf(path: string, token = viewer.token): Promise<string[]> {
  const answer = await server.get(path, token)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data.map((row: { id: string }) => row.id)
}

test('a row names its actor, its positions and what changed', async () => {
  const person = await makeDirectoryUser(server)
  const integration = await makeIntegration(server)
  await write(
    [
      {
        event: 'directory.user.change',
        record: { kind: 'directoryUser', id: person.uuid },
        parent: { kind: 'integration', id: integration.uuid },
        subjectId: person.uuid,
        changes: { base_state: { old: 'staged', new: 'active' } },
      },
    ],
    { type: 'user', id: viewer.uuid, via: 'api', requestId: 'request-00000001' },
  )
  const answer = await server.get('/audit/logs?filter[request_id]=request-00000001', viewer.token)
  assert.equal(answer.status, 200, answer.text)
  const [{ id, at, ...row }] = answer.body.data
  assert.match(at, /^\d{4}-.*\.\d{3}Z$/)
  assert.deepEqual(row, {
    event: 'directory.user.change',
    actor: { type: 'user', id: viewer.id, via: 'api' },
    request_id: 'request-00000001',
    record: { type: 'directory_user', id: person.id },
    parent: { type: 'integration', id: integration.id },
    related: null,
    subject_id: person.id,
    changes: { base_state: { old: 'staged', new: 'active' } },
    details: {},
    withheld: [],
    altered: [],
    is_erased: false,
    links: { self: `https://muster.example/api/v1/audit/logs/${id}` },
  })
  const described = await server.get(`/audit/logs/${id}`, viewer.token)
  assert.deepEqual(described.body, { id, at, ...row })
  assert.equal(
    (await server.get(`/audit/logs/${encodeId('auditLog', person.uuid)}`, viewer.token)).status,
    404,
  )
})

test('personal values are shown to who may see them, and named to others', async () => {
  const person = await makeDirectoryUser(server)
  const account = await makeIdentity(server, await makeIntegration(server), person)
  await write([
    {
      event: 'directory.identity.create',
      record: { kind: 'identity', id: account.uuid },
      changes: { state: { old: null, new: 'active' } },
      personal: {
        email: { old: null, new: 'ada@acme.example' },
        'profile.room': { old: null, new: '12' },
      },
    },
  ])
  const path = `/audit/logs?filter[record]=${account.id}`
  const read = async (token: string) => (await server.get(path, token)).body.data[0]
  const plain = await read(viewer.token)
  assert.deepEqual(Object.keys(plain.changes), ['state'])
  assert.deepEqual(plain.withheld.toSorted(), ['email', 'profile.room'])
  const seen = await read(investigator.token)
  assert.deepEqual(seen.changes.email, { old: null, new: 'ada@acme.example' })
  assert.deepEqual(seen.withheld, ['profile.room'])
  const everything = await makeCaller(server, [
    'audit.log.view',
    'directory.user.view',
    'directory.identity.profile.view',
  ])
  assert.deepEqual((await read(everything.token)).changes['profile.room'], { old: null, new: '12' })
  const etags = await Promise.all(
    [viewer, investigator, everything].map(async ({ token }) =>
      (await server.get(`/audit/logs/${plain.id}`, token)).headers.get('etag'),
    ),
  )
  assert.equal(new Set(etags).size, 3)

  await server.query(
    'delete from audit_log_personal where audit_log_id = (select id from audit_log where record_id = $1)',
    [account.uuid],
  )
  const erased = await read(everything.token)
  assert.deepEqual(
    [erased.is_erased, erased.withheld, Object.keys(erased.changes)],
    [true, [], ['state']],
  )
})

test('filters on positions, actors, events, doors and times find exactly their rows', async () => {
  const [parent, related, subject, one, two] = await Promise.all(
    Array.from({ length: 5 }, () => makeDirectoryUser(server)),
  )
  assert.ok(parent && related && subject && one && two)
  await write([
    {
      event: 'policy.plan.fail',
      record: { kind: 'directoryUser', id: one.uuid },
      parent: { kind: 'directoryUser', id: parent.uuid },
      related: { kind: 'directoryUser', id: related.uuid },
      subjectId: subject.uuid,
    },
  ])
  const middle = server.database.now().getTime() + 1
  await until(() => server.database.now().getTime() > middle)
  const between = new Date(middle).toISOString()
  const integration = await makeIntegration(server)
  await write([{ event: 'policy.plan.replace', record: { kind: 'directoryUser', id: two.uuid } }], {
    type: 'integration',
    id: integration.uuid,
    via: 'sync',
    requestId: null,
  })
  const [first] = await idsOf(`/audit/logs?filter[record]=${one.id}`)
  const [second] = await idsOf(`/audit/logs?filter[record]=${two.id}`)
  assert.ok(first !== undefined && second !== undefined)
  const scope = 'filter[event]=policy.plan.fail,policy.plan.replace'
  const expected: [string, string[]][] = [
    [scope, [second, first]],
    [`${scope}&sort=at`, [first, second]],
    ['filter[event]=policy.plan.fail', [first]],
    [`filter[record]=${one.id},${two.id}`, [second, first]],
    [`filter[parent]=${parent.id}`, [first]],
    [`filter[related]=${related.id}`, [first]],
    [`filter[subject]=${subject.id}`, [first]],
    [`filter[actor]=${integration.id}`, [second]],
    [`${scope}&filter[via]=sync`, [second]],
    [`${scope}&filter[at_after]=${between}`, [second]],
    [`${scope}&filter[at_before]=${between}`, [first]],
    // The same uuid under another prefix names something else.
    [`filter[record]=${encodeId('service', one.uuid)}`, []],
    [`filter[actor]=${encodeId('service', integration.uuid)}`, []],
    [`filter[record]=${subject.id}`, []],
  ]
  for (const [query, ids] of expected)
    assert.deepEqual(await idsOf(`/audit/logs?${query}`), ids, query)
})

test('an unknown filter, a malformed id and a missing permission are refused', async () => {
  const unknown = await server.get('/audit/logs?filter[colour]=red', viewer.token)
  assert.equal(unknown.status, 400)
  assert.match(unknown.body.message, /filter\[colour\].*filter\[event\], filter\[actor\]/)
  const malformed = await server.get('/audit/logs?filter[record]=drusr_x', viewer.token)
  assert.equal(malformed.status, 400)
  assert.match(malformed.body.message, /filter\[record\].*drusr_x/)
  const stranger = await makeCaller(server, ['directory.user.view'])
  const refused = await server.get('/audit/logs', stranger.token)
  assert.equal(refused.status, 403)
  assert.match(refused.body.message, /audit\.log\.view/)
})

test('a person’s four links answer with as many rows as the counters say, deleted or not', async () => {
  const person = await makeDirectoryUser(server)
  const other = await makeDirectoryUser(server)
  const us = { kind: 'directoryUser', id: person.uuid } as const
  const them = { kind: 'directoryUser', id: other.uuid } as const
  const event = 'policy.rule.refuse' as const
  await write([
    { event, record: us, subjectId: person.uuid },
    { event, record: them, parent: us },
    { event, record: them, parent: us, related: us },
    ...Array.from({ length: 60 }, () => ({ event, record: them, subjectId: person.uuid })),
  ])
  await deleteDirectoryUser(server, person)
  const { body } = await server.get(`/directory/users/${person.id}`, investigator.token)
  const expected = { record: 1, parent: 2, related: 1, subject: 61 }
  for (const [position, length] of Object.entries(expected)) {
    const link = new URL(body.links[`audit_logs_${position}`])
    const path = link.pathname.replace('/api/v1', '')
    const ids = await idsOf(`${path}?page[size]=500`, investigator.token)
    assert.equal(ids.length, length, position)
    assert.equal(body.count[`audit_logs_${position}`], length, position)
    const alone = await server.get(path, viewer.token)
    assert.equal(alone.status, 403)
    assert.match(alone.body.message, /directory\.user\.view/)
  }
  const nobody = await server.get(
    `/directory/users/${encodeId('directoryUser', viewer.uuid)}/audit-logs/record`,
    investigator.token,
  )
  assert.equal(nobody.status, 404)
})

test('a row names as related the new manager, else the former one, else the parent', async () => {
  const editor = await makeCaller(server, ['directory.user.view', 'directory.user.manage'])
  const [ada, bob, eve] = [
    await makeDirectoryUser(server),
    await makeDirectoryUser(server),
    await makeDirectoryUser(server),
  ]
  for (const [body, related] of [
    [{ manager_id: ada.id }, ada],
    [{ manager_id: bob.id }, bob],
    [{ manager_id: null }, bob],
    [{ first_name: 'Eve' }, null],
    [{ parent_user_id: ada.id }, ada],
    [{ first_name: 'Eva' }, ada],
    [{ manager_id: bob.id }, bob],
    [{ parent_user_id: null }, ada],
  ] as const) {
    const path = `/directory/users/${eve.id}`
    const changed = await server.call('PATCH', path, { token: editor.token, body })
    assert.equal(changed.status, 200, changed.text)
    const answer = await server.get(`/audit/logs?filter[record]=${eve.id}`, viewer.token)
    const expected = related && { type: 'directory_user', id: related.id }
    assert.deepEqual(answer.body.data[0].related, expected, JSON.stringify(body))
  }
  const path = `/audit/logs?filter[related]=${ada.id}`
  assert.equal((await idsOf(path)).length, 4)
})

test('neither the server nor the owner of the schema can change what is written', async () => {
  const person = await makeDirectoryUser(server)
  const record = { kind: 'directoryUser', id: person.uuid } as const
  await write([
    {
      event: 'directory.user.change',
      record,
      personal: { email: { old: null, new: 'a@b.example' } },
    },
  ])
  const statements = [
    'update audit_log set event = $$a.b.c$$',
    'delete from audit_log',
    'truncate audit_log cascade',
    'update audit_log_personal set changes = $${}$$',
    'truncate audit_log_personal',
  ]
  const asServer = new Client({ connectionString: server.url, options: '-c role=muster_server' })
  await asServer.connect()
  try {
    for (const statement of [...statements, 'delete from audit_log_personal']) {
      await assert.rejects(asServer.query(statement), { code: '42501' }, statement)
    }
  } finally {
    await asServer.end()
  }
  for (const statement of statements)
    await assert.rejects(server.query(statement), { code: '42501' }, `owner: ${statement}`)
  assert.equal((await idsOf(`/audit/logs?filter[record]=${person.id}`)).length, 1)
})

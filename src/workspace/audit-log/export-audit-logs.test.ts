import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { makeDirectoryUser } from '../../../test/people.ts'
import { auditRows } from '../services/service-for-tests.ts'

const server = await testServer({ rateLimit: null })
const owner = await makeOwner(server)
const auditor = await makeCaller(server, ['audit.log.export'])
for (const first_name of ['Ada', 'Bo']) {
  const person = await makeDirectoryUser(server, { first_name })
  for (const title of ['one', 'two', 'three'])
    await server.call('PATCH', `/directory/users/${person.id}`, {
      token: owner.token,
      body: { metadata: { title } },
    })
}

const exported = (query = '', token = auditor.token, headers = {}) =>
  server.get(`/audit/export${query}`, token, headers)
type Row = { id: string; at: string; event: string; changes: object; withheld: string[] }
const rowsOf = (text: string): Row[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Row => JSON.parse(line))

test('every row comes in a line, the oldest first, whatever JSON the client takes', async () => {
  const { body } = await server.get('/audit/logs?page[size]=500&sort=at', owner.token)
  for (const headers of [{}, { accept: '*/*' }, { accept: 'application/x-ndjson' }]) {
    const answer = await exported('', owner.token, headers)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'application/x-ndjson; charset=utf-8')
    assert.deepEqual(rowsOf(answer.text).slice(0, body.data.length), body.data)
  }
})

test('filters choose rows, and more rows than a page has come too', async () => {
  const one = rowsOf((await exported('?filter[event]=directory.user.change')).text)
  assert.equal(one.length, 6)
  for (let made = 0; made < 501; made += 1)
    await server.call('POST', `/workspace/roles`, {
      token: owner.token,
      body: { name: `export.role${made}`, permissions: ['audit.log.view'] },
    })
  const roles = rowsOf((await exported('?filter[event]=workspace.role.create')).text)
  assert.equal(roles.length, 501)
  assert.deepEqual(
    roles.map(({ at }) => at),
    roles.map(({ at }) => at).toSorted(),
  )
})

test('personal values need what they need elsewhere', async () => {
  const [row] = rowsOf((await exported('?filter[event]=directory.user.change')).text)
  assert.deepEqual(row?.changes, {})
  assert.ok((row.withheld ?? []).length > 0)
  const sees = await makeCaller(server, ['audit.log.export', 'directory.user.view'])
  const [seen] = rowsOf((await exported('?filter[event]=directory.user.change', sees.token)).text)
  assert.notDeepEqual(seen?.changes, {})
})

test('it is recorded as an event of its own, and is not in itself', async () => {
  const before = await auditRows(server, 'audit.log.export')
  const { text } = await exported('?filter[event]=audit.log.export')
  assert.equal(rowsOf(text).length, before.length)
  const after = await auditRows(server, 'audit.log.export')
  assert.equal(after.length, before.length + 1)
  assert.deepEqual(after.at(-1)?.['details'], {
    operation: 'exportAuditLogs',
    type: 'application/x-ndjson',
    path: '/api/v1/audit/export',
  })
  assert.equal((await auditRows(server, 'access.list.export')).length, 0)
})

test('it needs its own permission, takes no page, and is CSV on request', async () => {
  assert.equal((await exported('', '')).status, 401)
  const viewer = await makeCaller(server, ['audit.log.view'])
  const refused = await exported('', viewer.token)
  assert.equal(refused.status, 403)
  assert.match(refused.body.message, /audit\.log\.export/)
  assert.equal((await exported('?page[size]=10')).status, 400)
  const unknown = await exported('?filter[colour]=red')
  assert.match(unknown.body.message, /filter\[colour\].*allowed are.*filter\[event\]/)
  const csv = await exported('?filter[event]=directory.user.change', auditor.token, {
    accept: 'text/csv',
  })
  assert.equal(parse(csv.text, { columns: true }).length, 6)
  const wrong = await exported('', auditor.token, { accept: 'application/xml' })
  assert.equal(wrong.status, 406)
})

test('the audit log by Accept needs the right to export it, and is recorded as an export', async () => {
  const viewer = await makeCaller(server, ['audit.log.view', 'directory.user.view'])
  const exporter = await makeCaller(server, [
    'audit.log.view',
    'audit.log.export',
    'directory.user.view',
  ])
  const person = await makeDirectoryUser(server, { first_name: 'Cy' })
  for (const path of ['/audit/logs', `/directory/users/${person.id}/audit-logs/record`])
    for (const accept of ['application/x-ndjson', 'text/csv']) {
      assert.equal((await server.get(path, viewer.token)).status, 200)
      const refused = await server.get(path, viewer.token, { accept })
      assert.equal(refused.status, 403, path)
      assert.equal(refused.body.message, 'This needs the permission audit.log.export.')
      const before = await exportsBy(exporter.uuid)
      assert.equal((await server.get(path, exporter.token, { accept })).status, 200)
      const rows = await exportsBy(exporter.uuid)
      assert.equal(rows.length, before.length + 1)
      assert.equal(rows.at(-1)?.details.type, accept)
    }
})

function exportsBy(actor: string) {
  return server.query<{ details: { type: string } }>(
    `select details from audit_log where event = 'audit.log.export' and actor_id = $1 order by sequence`,
    [actor],
  )
}

test('a filter by an event that there is not is refused with the nearest ones', async () => {
  for (const path of ['/audit/logs', '/audit/export']) {
    const refused = await server.get(
      `${path}?filter[event]=directory.user.create,policy.rule.activated`,
      owner.token,
    )
    assert.equal(refused.status, 400)
    assert.match(
      refused.body.message,
      /^There is no audit event policy\.rule\.activated\. Did you mean policy\.rule\.activate or /,
    )
  }
  const far = await server.get('/audit/logs?filter[event]=zzzz', owner.token)
  assert.deepEqual([far.status, far.body.message], [400, 'There is no audit event zzzz.'])
})

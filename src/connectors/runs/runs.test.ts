import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { mkdtemp, readdir, readlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectOkta } from '../../../test/connect-okta.ts'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { allPages, importByApi } from '../../../test/import-by-api.ts'
import { okta, slack } from '../../../test/import-world.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { makeResource } from '../../../test/people.ts'
import { policyOfGroups } from '../../../test/policy-text.ts'
import { runCli } from '../../../test/run-cli.ts'
import { untilWaiting } from '../../../test/until-waiting.ts'
import { endedRun, until } from '../../../test/until.ts'
import { decodeId, encodeId } from '../../contract/ids.ts'
import { lockImports } from '../import/import-lock.ts'
import { mostUnfinished } from './require-place.ts'
import { importPolicy } from '../../policy-as-code/import-policy.ts'
import { endInterruptedRuns } from '../import/run-log.ts'

const server = await testServer()
const owner = await makeOwner(server)
const uuid = await connectOkta(server.database, ['department'])
const integration = encodeId('integration', uuid)
await makeResource(server, { id: integration, uuid }, { vendor_id: 'sellers', name: 'sellers' })
const condition = '{ type: identity, profile_key: department, operator: equals, value: New }'
const policy = policyOfGroups('idp_group', {
  sellers: [`key: sellers, role: member, conditions: [${condition}]`],
})
await importPolicy(server.database, policy, { actor: testActor })
const path = `/workspace/integrations/${integration}`

const linesOf = (records: readonly object[]) =>
  records.map((record) => JSON.stringify(record)).join('\n')
const people = (count: number) =>
  Array.from({ length: count }, (_, at) => okta(`p${at}`, { profile: { department: 'Sales' } }))

const badRow = (id: string, email: string) => ({
  id,
  status: 'ACTIVE',
  profile: { login: id, email },
})

const send = (raw: string, query = '', { token = owner.token, headers = {} } = {}) =>
  server.call('POST', `${path}/imports${query}`, { token, raw, headers })

const ended = (run: { id: string }) => endedOf(integration, run)

const endedOf = (source: string, { id }: { id: string }) =>
  endedRun(server, `/workspace/integrations/${source}`, { id, token: owner.token })

async function imported(raw: string, query?: string) {
  const answer = await send(raw, query)
  assert.equal(answer.status, 202, answer.text)
  return ended(answer.body)
}

/** The files that this process holds open. They have no name, so that a crash leaves nothing of them. */
async function uploads(): Promise<string[]> {
  const open = await readdir('/proc/self/fd')
  const targets = await Promise.all(
    open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  return targets.filter((target) => target.includes('muster-upload-'))
}

/** A file goes a moment after its run has ended. */
const noUploads = () => until(async () => (await uploads()).length === 0, 'the end of every file')

test('a file is imported by a run that says what it did, and is deleted', async () => {
  const answer = await send(linesOf(people(150)), '?name=okta.jsonl&complete=true')
  assert.equal(answer.status, 202, answer.text)
  assert.equal(answer.headers.get('location'), answer.body.links.self)
  assert.deepEqual(
    [answer.body.state, answer.body.source, answer.body.is_complete],
    ['waiting', 'okta.jsonl', true],
  )
  const run = await ended(answer.body)
  assert.equal(run.state, 'succeeded')
  const { started_at, finished_at } = run.timestamp
  assert.equal(answer.body.duration_seconds, null)
  assert.equal(run.duration_seconds, (Date.parse(finished_at) - Date.parse(started_at)) / 1000)
  assert.deepEqual(
    [run.count.rows_read, run.count.accounts_created, run.count.people_created],
    [150, 150, 150],
  )
  assert.equal(run.progress.percent, 100)
  const again = await imported(linesOf(people(150)))
  assert.deepEqual([again.count.accounts_created, again.count.accounts_unchanged], [0, 150])
  const { data } = (await server.get(`${path}/runs`, owner.token)).body
  assert.deepEqual(
    data.map(({ id }: { id: string }) => id),
    [again.id, run.id],
  )
  const logs = (
    await server.get('/audit/logs?filter[event]=workspace.integration.import', owner.token)
  ).body.data
  assert.deepEqual(
    new Set(logs.map((log: { record: { id: string } }) => log.record.id)),
    new Set([run.id, again.id]),
  )
  await noUploads()
})

test('a few rows are imported like many, and rows that can’t be taken are listed with their reason', async () => {
  const run = await imported(linesOf([okta('few'), badRow('bad', 'no address')]))
  assert.deepEqual(
    [run.state, run.count.rows_rejected, run.count.people_created],
    ['succeeded', 1, 1],
  )
  const { data } = (await server.get(`${path}/runs/${run.id}/rows`, owner.token)).body
  assert.deepEqual(
    data.map(({ line, kind, field }: Record<string, unknown>) => [line, kind, field]),
    [[2, 'rejected', 'email']],
  )
  assert.match(data[0].reason, /no address/)
  assert.match(data[0].remedy, /^correct the address/)
  const csv = await server.get(`${path}/runs/${run.id}/rows`, owner.token, { accept: 'text/csv' })
  assert.match(csv.text, /^line,kind,field,reason,remedy,mapping_path\r?\n2,rejected,email,/)
  const viewer = await makeCaller(server, ['workspace.integration.view'])
  assert.equal((await server.get(`${path}/runs/${run.id}`, viewer.token)).status, 200)
  assert.equal((await server.get(`${path}/runs/${run.id}/rows`, viewer.token)).status, 403)
})

test('rows that can’t be taken are grouped by what to do, whatever the page', async () => {
  const run = await imported(
    linesOf([
      okta('grouped'),
      ...['one', 'two', 'three'].map((email) => badRow(`g-${email}`, `no address ${email}`)),
      { ...okta('odd'), profile: { login: 'odd' } },
    ]),
  )
  const rows = `${path}/runs/${run.id}/rows`
  const { body } = await server.get(`${rows}?include=groups&page[size]=1`, owner.token)
  assert.equal(body.data.length, 1)
  const [first, second] = body.groups
  assert.match(first.remedy, /^correct the address/)
  assert.equal(first.mapping_path, 'account.email')
  assert.deepEqual([first.rows, first.reasons.length, first.reasons[0].line], [3, 1, 2])
  assert.match(first.reasons[0].reason, /"no address one"/)
  assert.match(second.remedy, /^export a name or an address/)
  assert.equal((await server.get(rows, owner.token)).body.groups, undefined)
  const viewer = await makeCaller(server, ['workspace.integration.view'])
  assert.equal((await server.get(`${rows}?include=groups`, viewer.token)).status, 403)
})

test('beyond the rows that are kept, their number is said, groups count all, and of each kind the first is kept', async () => {
  const bad = Array.from({ length: 1100 }, (_, at) => badRow(`m${at}`, `no address ${at}`))
  const odd = { ...okta('late'), id: 'x'.repeat(201) }
  for (const file of [
    [okta('many'), ...bad.slice(0, 999), odd, ...bad.slice(999)],
    [okta('many'), ...bad, odd],
  ]) {
    const { id } = await imported(linesOf(file))
    const listed = await allPages(server, `${path}/runs/${id}/rows?page[size]=500`, owner.token)
    assert.equal(listed.length, 1000)
    assert.equal(listed.filter(({ reason }) => reason.includes('longer than 200')).length, 1)
  }
  const run = await imported(linesOf([okta('many'), ...bad, odd]))
  assert.equal(run.count.rows_rejected, 1101)
  const rows = `${path}/runs/${run.id}/rows`
  const { body } = await server.get(`${rows}?include=groups&page[total]=true`, owner.token)
  assert.equal(body.meta.total_is_capped, true)
  assert.deepEqual(
    body.groups.map((group: { rows: number }) => group.rows),
    [1100, 1],
  )
  const [{ reason, line }] = body.groups[1].reasons
  assert.match(reason, /longer than 200/)
  assert.equal(line, 1102)
  const csv = await server.get(rows, owner.token, { accept: 'text/csv' })
  assert.match(csv.text.trim().split('\n').at(-1) ?? '', /^,note,.*102 more rows/)
  const few = await server.get(`${path}/runs?page[size]=500`, owner.token)
  const small = few.body.data.find((each: Run) => each.count.rows_rejected === 1)
  const listed = await server.get(`${path}/runs/${small.id}/rows?page[total]=true`, owner.token)
  assert.equal(listed.body.meta.total_is_capped, false)
})

test('rejected rows are kept before the remarks on others, wherever they stand', async () => {
  // A name with a control character is taken with a remark.
  const remarked = Array.from({ length: 1100 }, (_, at) => {
    const one = okta(`r${at}`)
    return { ...one, profile: { ...one.profile, note: 'bell \u0007' } }
  })
  const run = await imported(linesOf([...remarked, badRow('last', 'no address')]))
  assert.equal(run.count.rows_rejected, 1)
  const found = await server.get(`${path}/runs/${run.id}/rows?filter[kind]=rejected`, owner.token)
  assert.deepEqual(
    found.body.data.map(({ line }: { line: number }) => line),
    [1101],
  )
})

type Run = { id: string; count: Record<string, number> }

const rowsOf = async (run: { id: string }) =>
  (await server.get(`${path}/runs/${run.id}/rows?include=groups`, owner.token)).body

test('a plan keeps the rows that it could not take, also if it could take none', async () => {
  const some = await imported(linesOf([okta('good'), badRow('b', 'no address')]), '?plan=true')
  assert.deepEqual([some.state, some.count.rows_rejected], ['succeeded', 1])
  const { data, groups } = await rowsOf(some)
  assert.deepEqual(
    data.map(({ line, field }: Record<string, unknown>) => [line, field]),
    [[2, 'email']],
  )
  assert.equal(groups[0].rows, 1)
  const none = await imported(linesOf([badRow('b', 'no address')]), '?plan=true')
  assert.equal(none.state, 'failed')
  assert.match((await rowsOf(none)).data[0].reason, /no address/)
})

test('a run says what it left alone, and why', async () => {
  const made = await server.call('POST', '/workspace/integrations', {
    token: owner.token,
    body: { handle: 'left', vendor: 'file', type: 'file' },
  })
  const own = `/workspace/integrations/${made.body.id}`
  const load = async (rows: string[], query = '') => {
    const raw = ['id,email,full_name', ...rows].join('\n')
    const { body } = await server.call('POST', `${own}/imports${query}`, {
      token: owner.token,
      raw,
    })
    return endedOf(made.body.id, body)
  }
  const first = await load(['1,l1@x.example,One', '2,l2@x.example,Two', '3,l3@x.example,Three'])
  assert.equal(first.left_alone, null)
  const nothing = { people: 0, groups: 0, memberships: 0 }
  const partial = await load(['1,l1@x.example,One'])
  assert.deepEqual(partial.left_alone, { because: 'partial', lines: [], accounts: 2, ...nothing })
  const left = { because: 'bad_rows', lines: [3], accounts: 1, ...nothing }
  const rows = ['1,l1@x.example,One', '"3"broken,l3@x.example,Three', '2,no address,Two']
  const planned = await load(rows, '?complete=true&plan=true')
  assert.deepEqual(planned.left_alone, left)
  const bad = await load(rows, '?complete=true')
  assert.deepEqual(
    [bad.is_complete, bad.count.accounts_deactivated, bad.left_alone],
    [true, 0, left],
  )
  const whole = await load(['1,l1@x.example,One', '2,l2@x.example,Two'], '?complete=true')
  assert.deepEqual([whole.count.accounts_deactivated, whole.left_alone], [1, null])
})

test('a run of the primary says what is left to look at among people', async () => {
  const other = await testServer()
  const { token: own } = await makeOwner(other)
  const body = { handle: 'hr', vendor: 'file', type: 'file', is_primary: true }
  const created = await other.call('POST', '/workspace/integrations', { token: own, body })
  const path = `/workspace/integrations/${created.body.id}`
  const file = `id,email,full_name,profile.boss
1,ada@x.example,Ada One,nobody@x.example
2,ada@x.example,Ada Two,
3,bo@x.example,Bo Three,ada@x.example
4,BO@y.example,Bo Four,
`
  const send = (query: string) => importByApi(other, { token: own, path, file, query })
  const found = {
    managers_unresolved: 2,
    manager_cycles: 0,
    shared_emails: 1,
    shared_usernames: 1,
    recycled_addresses: 0,
    addresses_of_others: 0,
    rejected_account_ends: 0,
  }
  await other.call('PATCH', path, {
    token: own,
    body: { manager_profile_key: 'boss', manager_profile_holds: 'email' },
  })
  assert.deepEqual((await send('?plan=true')).review, found)
  const run = await send('')
  assert.deepEqual(run.review, found)
  const env = { MUSTER_URL: other.origin, MUSTER_TOKEN: own }
  const { stdout } = await runCli(['integration', 'runs', 'hr', run.id], env)
  assert.match(
    stdout,
    /to review +2 unknown managers, 1 shared address, 1 shared username: muster user list --review manager_unresolved,manager_ambiguous,shared_email,shared_username/,
  )
})

test('who may import and see no profiles is told how many rows were refused, and what their reasons need', async () => {
  const caller = await makeCaller(server, [
    'workspace.integration.view',
    'workspace.integration.sync',
    'workspace.integration.manage',
  ])
  const body = { handle: 'no-profiles', vendor: 'file', type: 'file' }
  await server.call('POST', '/workspace/integrations', { token: owner.token, body })
  const folder = await mkdtemp(join(tmpdir(), 'muster-import-'))
  const file = join(folder, 'people.csv')
  await writeFile(file, 'id,email,full_name\n1,no address,One\n2,l2@x.example,Two\n')
  const env = { MUSTER_URL: server.origin, MUSTER_TOKEN: caller.token }
  const ended = await runCli(['import', file, '--integration', 'no-profiles'], env)
  assert.equal(ended.code, 2, ended.stderr)
  assert.match(ended.stdout, /2 rows, 1 refused/)
  assert.match(ended.stdout, /directory\.identity\.profile\.view/)
})

test('people in another list of a complete file are not ended, and the run says why', async () => {
  const made = await server.call('POST', '/workspace/integrations', {
    token: owner.token,
    body: { handle: 'lists', vendor: 'file', type: 'file' },
  })
  const own = `/workspace/integrations/${made.body.id}`
  const load = async (file: object) => {
    const { body } = await server.call('POST', `${own}/imports?complete=true`, {
      token: owner.token,
      raw: JSON.stringify(file),
    })
    return endedOf(made.body.id, body)
  }
  const staff = ['1', '2', '3'].map((id) => ({
    id,
    email: `lists-${id}@x.example`,
    full_name: `Person ${id}`,
  }))
  const [first, ...others] = staff
  assert.equal((await load({ staff })).count.accounts_created, 3)
  for (const key of ['users', 'contractors']) {
    const { count, left_alone } = await load({ staff: [first], [key]: others })
    assert.deepEqual(
      [count.accounts_deactivated, count.notes, left_alone],
      [0, 2, { because: 'bad_rows', lines: [], accounts: 2, people: 0, groups: 0, memberships: 0 }],
    )
  }
  const roles = [{ id: 'r1', name: 'Sales' }]
  const alone = await load({ staff: [first], roles, teams: roles })
  assert.deepEqual([alone.count.accounts_deactivated, alone.left_alone], [2, null])
})

test('reasons that quote what no text of the database holds are kept', async () => {
  const hostile = ['a\0b', 'a\ud800b', 'a\u202eb', '<img src=x onerror=alert(1)>'].map(
    (email, at) => badRow(`h${at}`, email),
  )
  const run = await imported(linesOf([okta('beside'), ...hostile]))
  assert.deepEqual([run.state, run.count.people_created], ['succeeded', 1])
  const { data } = (await server.get(`${path}/runs/${run.id}/rows`, owner.token)).body
  assert.equal(data.length, run.count.rows_rejected + run.count.notes)
  assert.ok(data.length >= hostile.length)
})

test('a file that can’t be used fails its run, with the reason, and changes nothing', async () => {
  const before = await server.query(
    "select count(*) from audit_log where event not like 'workspace.%'",
  )
  const page = await imported('<!doctype html><html><body>Sign in</body></html>')
  assert.equal(page.state, 'failed')
  assert.match(page.failure, /HTML/)
  const empty = await imported('[]', '?complete=true')
  assert.match(empty.failure, /never empty/)
  assert.deepEqual(
    await server.query("select count(*) from audit_log where event not like 'workspace.%'"),
    before,
  )
  const failed = (await server.get(`${path}/runs?filter[state]=failed`, owner.token)).body.data
  assert.equal(failed.length, 3)
  assert.equal((await send('')).status, 400)
  assert.equal((await send('[]', '?format=pdf')).status, 400)
  assert.equal((await send('[]', '?members_of=team')).status, 400)
  await noUploads()
})

test('a plan says whose access would change, and changes nothing', async () => {
  const before = await server.query('select count(*) from identity')
  const run = await imported(
    linesOf([okta('planned', { profile: { department: 'New' } })]),
    '?plan=true',
  )
  assert.deepEqual([run.state, run.is_plan, run.plan.has_changes], ['succeeded', true, true])
  assert.equal(run.plan.totals.added, 2, 'the group, and the new department')
  assert.deepEqual(run.plan.resources.map(({ name }: { name: string }) => name).toSorted(), [
    'New',
    'sellers',
  ])
  assert.equal(run.count.people_created, 1)
  assert.deepEqual(await server.query('select count(*) from identity'), before)
})

test('an import needs its permission, and none is read from a caller without it', async () => {
  const viewer = await makeCaller(server, ['workspace.integration.view'])
  assert.equal((await send('[]', '', { token: viewer.token })).status, 403)
  const sender = await makeCaller(server, ['workspace.integration.sync'])
  assert.equal((await send('[]', '', { token: sender.token })).status, 202)
  const other = encodeId('integration', randomUUID())
  const unknown = await server.call('POST', `/workspace/integrations/${other}/imports`, {
    token: owner.token,
    raw: '[]',
  })
  assert.equal(unknown.status, 404)
  assert.equal((await server.get(`/workspace/integrations/${other}/runs`, owner.token)).status, 404)
})

test('the same request with one Idempotency-Key is one run', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const first = await send(linesOf([okta('once')]), '', { headers })
  await ended(first.body)
  const second = await send(linesOf([okta('once')]), '', { headers })
  assert.equal(second.body.id, first.body.id)
  assert.equal((await send(linesOf([okta('twice')]), '', { headers })).status, 422)
  await noUploads()
})

test('an import under the Idempotency-Key of its plan is refused, and not answered with the plan', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const file = linesOf([okta('planned')])
  const planned = await send(file, '?plan=true&name=people.jsonl', { headers })
  await ended(planned.body)
  const again = await send(file, '?name=people.jsonl&plan=true', { headers })
  assert.equal(again.body.id, planned.body.id)
  const { status, body } = await send(file, '?plan=false&name=people.jsonl', { headers })
  assert.equal(status, 422)
  assert.match(body.errors['Idempotency-Key'][0], /another body or query/)
  await noUploads()
})

test('runs of one integration wait for each other', async (t) => {
  const lock = await lockImports(server.database, 'okta')
  t.after(() => lock.release())
  const [one, two] = [await send(linesOf(people(150))), await send(linesOf(people(160)))]
  const plan = await send(linesOf(people(170)), '?plan=true')
  await untilWaiting(server, 3)
  const states = async () =>
    (await server.get(`${path}/runs?filter[state]=waiting`, owner.token)).body.data.length
  assert.equal(await states(), 3)
  await lock.release()
  assert.equal((await ended(one.body)).state, 'succeeded')
  assert.equal((await ended(two.body)).state, 'succeeded')
  assert.equal((await ended(plan.body)).state, 'succeeded')
})

test('only so many runs of an integration wait, and another one is refused', async (t) => {
  const lock = await lockImports(server.database, 'okta')
  t.after(() => lock.release())
  const runs = []
  for (let count = 0; count < mostUnfinished; count += 1)
    runs.push(await send(linesOf(people(150 + count))))
  const refused = await send(linesOf(people(170)))
  assert.equal(refused.status, 409, refused.text)
  for (const { body } of runs.splice(0, 2))
    await server.query(`update import_run set finished_at = now() where id = $1`, [
      decodeId('importRun', body.id),
    ])
  const together = await Promise.all([1, 2, 3, 4].map((n) => send(linesOf(people(180 + n)))))
  const taken = together.filter(({ status }) => status === 202)
  assert.equal(taken.length, 2)
  runs.push(...taken)
  assert.match(refused.body.message, /10 runs of this integration have not finished/)
  await lock.release()
  for (const { body } of runs) assert.equal((await ended(body)).state, 'succeeded')
  assert.equal((await imported(linesOf(people(150)))).state, 'succeeded')
  await noUploads()
})

test('a form is refused, and says how to send the file', async () => {
  const raw = '--x\r\ncontent-disposition: form-data; name="file"\r\n\r\n[]\r\n--x--\r\n'
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const answer = await send(raw, '', { headers })
  assert.equal(answer.status, 415)
  assert.match(answer.body.message, /--data-binary @file/)
})

const sent = (type: string) =>
  send('id,email\n', '?probe=true', { headers: { 'content-type': type } })

test('a body of a type that is no text is 415, and names the types that are taken', async () => {
  for (const type of ['image/png', 'application/pdf', 'application/zip', 'text/', 'x']) {
    const { status, body } = await sent(type)
    assert.deepEqual([type, status], [type, 415])
    if (type === 'image/png') assert.match(body.message, /"image\/png" is not taken.*text\/csv/)
  }
  for (const type of [
    'text/csv; charset=utf-8',
    'application/vnd.ms-excel',
    'text/x-ldif',
    'application/scim+json',
  ])
    assert.notEqual((await sent(type)).status, 415, type)
})

test('a probe is not combined with what only an import does, nor an import with what only a probe does', async () => {
  for (const [query, reason] of [
    ['?probe=true&plan=true', /^plan=true is of imports: a probe changes nothing/],
    ['?probe=true&complete=true', /^complete=true is of imports/],
    ['?by=product', /^by chooses the mapping of a probe: send it with probe=true/],
    ['?mapping_bytes=7', /^mapping_bytes tries a mapping: send it with probe=true/],
  ] as const) {
    const { status, body } = await send('id,email\n', query)
    assert.equal(status, 400, query)
    assert.match(body.message, reason)
  }
  assert.equal(
    (await send(linesOf(people(1)), '?probe=true&plan=false&complete=false')).status,
    200,
  )
})

test('a length above the limit is refused before the file is sent', async () => {
  const outgoing = request(`${server.origin}/api/v1${path}/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}`, 'content-length': String(2 ** 30 + 1) },
  })
  outgoing.on('error', () => undefined)
  outgoing.flushHeaders()
  const [response] = await once(outgoing, 'response')
  assert.equal(response.statusCode, 413)
  outgoing.destroy()
  await noUploads()
})

test('a client that breaks off leaves nothing behind', async () => {
  const before = (await server.get(`${path}/runs?page[size]=500`, owner.token)).body.data.length
  const outgoing = request(`${server.origin}/api/v1${path}/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}`, 'content-length': '1000000' },
  })
  outgoing.on('error', () => undefined)
  outgoing.write('[{"id": "half"')
  await until(
    async () => /^[^,]* \(deleted\)$/.test((await uploads()).join()),
    'a file without a name',
  )
  outgoing.destroy()
  await noUploads()
  const after = (await server.get(`${path}/runs?page[size]=500`, owner.token)).body.data.length
  assert.equal(after, before)
})

test('a client that leaves before the answer leaves nothing behind', async () => {
  const file = linesOf(people(3000))
  for (const milliseconds of [0, 2, 5, 10, 20, 40, 80]) {
    const outgoing = request(`${server.origin}/api/v1${path}/imports?probe=true`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}` },
    })
    outgoing.on('error', () => undefined)
    outgoing.end(file)
    await once(outgoing, 'finish')
    await sleep(milliseconds)
    outgoing.destroy()
  }
  await sleep(200)
  await noUploads()
})

test('erasing a person deletes the rows of runs that quote them', async () => {
  const run = await imported(
    linesOf([okta('erased'), badRow('b1', 'Erased@example.com x'), badRow('b2', 'other x')]),
  )
  const [{ id }] = (await server.get('/directory/users?filter[username]=erased', owner.token)).body
    .data
  const user = `/directory/users/${id}`
  const gone = await server.call('DELETE', user, { token: owner.token })
  assert.equal(gone.status, 204, gone.text)
  const erased = await server.call('POST', `${user}/erase`, { token: owner.token })
  assert.equal(erased.status, 200, erased.text)
  const { data } = (await server.get(`${path}/runs/${run.id}/rows`, owner.token)).body
  assert.deepEqual(
    data.map(({ line }: { line: number }) => line),
    [3],
  )
  const quoting = await server.query(
    `select id from import_run where summary::text ilike '%erased@%'`,
  )
  assert.deepEqual(quoting, [])
})

test('a run that waits while its server is closed fails, and says so', async (t) => {
  const other = await testServer({ over: server })
  const lock = await lockImports(server.database, 'okta')
  t.after(() => lock.release())
  const raw = linesOf(people(150))
  const answer = await other.call('POST', `${path}/imports`, { token: owner.token, raw })
  await sleep(100)
  await other.app.close()
  const run = await ended(answer.body)
  assert.equal(run.state, 'failed')
  assert.match(run.failure, /The server was stopped/)
  await noUploads()
})

test('a file larger than the body of any other request is taken', async () => {
  const note = 'x'.repeat(20_000)
  const run = await imported(linesOf(people(150).map((one) => Object.assign(one, { note }))))
  assert.deepEqual([run.state, run.count.rows_read], ['succeeded', 150])
  assert.ok(run.progress.bytes_total > 2 ** 21)
})

test('a run whose process has ended is over after a minute of silence', async () => {
  const [{ id } = { id: '' }] = await server.query<{ id: string }>(
    `insert into import_run (integration_id, source, state, heard_at)
     values ($1, 'lost.jsonl', 'running', clock_timestamp() - interval '30 seconds') returning id`,
    [uuid],
  )
  assert.equal(await endInterruptedRuns(server.database), 0)
  await server.query(
    `update import_run set heard_at = heard_at - interval '40 seconds' where id = '${id}'`,
  )
  assert.equal(await endInterruptedRuns(server.database), 1)
  const run = await ended({ id: encodeId('importRun', id) })
  assert.equal(run.state, 'interrupted')
  assert.match(run.failure, /import again/)
})

/** The share of a run that is in this phase. */
async function percentIn(phase: string) {
  const [{ id } = { id: '' }] = await server.query<{ id: string }>(
    `insert into import_run (integration_id, source, state, phase, bytes_read, bytes_total)
     values ($1, 'long.jsonl', 'running', $2, 40, 100) returning id`,
    [uuid, phase],
  )
  const run = `${path}/runs/${encodeId('importRun', id)}`
  const { body } = await server.get(run, owner.token)
  await server.query(`delete from import_run where id = $1`, [id])
  return body.progress.percent
}

test('a run has a share only while it reads, because what follows takes long', async () => {
  assert.equal(await percentIn('reading'), 40)
  assert.equal(await percentIn('matching'), null)
  assert.equal(await percentIn('policy'), null)
})

test('a probe says how a file is understood, and writes nothing', async () => {
  const before = await server.get(`${path}/runs`, owner.token)
  const file = linesOf([
    ...people(2),
    okta('gone', { status: 'DEPROVISIONED', profile: { department: 'Sales' } }),
    badRow('b1', 'not an address'),
  ])
  const { status, body, text } = await send(file, '?probe=true&name=okta.jsonl')
  assert.equal(status, 200, text)
  assert.deepEqual(
    [body.product, body.format, body.encoding, body.shape, body.rows, body.is_all],
    ['okta', 'jsonl', 'utf-8', 'accounts', 4, true],
  )
  assert.deepEqual(
    [body.count.active, body.count.deactivated, body.count.refused, body.people.length],
    [2, 1, 1, 3],
  )
  assert.match(body.refusals[0].reasons[0].reason, /^email is not an address/)
  assert.match(body.refusals[0].remedy, /^correct the address/)
  assert.equal(body.mapping, null)
  const after = await server.get(`${path}/runs`, owner.token)
  assert.equal(after.body.data.length, before.body.data.length)
  await noUploads()
})

test('a probe asks what a table does not say, and answers become the mapping that a PATCH takes', async () => {
  const table =
    'Personalnummer;Nachname, Vorname;E-Mail;Status\n1;Moreau, Ada;ada@acme.example;Versetzt\n'
  const { body } = await send(table, '?probe=true&by=product&name=people.csv')
  assert.deepEqual(
    [body.product, body.vendor, body.mapping.account.email],
    ['file', 'file', ['E-Mail']],
  )
  const open = body.questions.filter(({ proposed }: { proposed: string | null }) => !proposed)
  assert.deepEqual(open, [
    {
      id: 'state',
      text: 'Which column says who is still here?',
      choices: [
        {
          value: '(none)',
          label: 'None: everyone in the file is here',
          rows: 0,
          examples: [],
        },
        { value: 'Status', label: 'Status', rows: 1, examples: ['Versetzt'] },
      ],
      proposed: null,
      answer: null,
    },
  ])
  const tell = (answers: object, query = '?probe=true&by=product') => {
    const json = JSON.stringify(answers)
    return send(`${json}${table}`, `${query}&answers_bytes=${Buffer.byteLength(json)}`)
  }
  const first = await tell({ state: 'Status' })
  assert.equal(first.status, 200, first.text)
  assert.deepEqual(first.body.unknown_states, [{ path: 'Status', value: 'Versetzt', rows: 1 }])
  const whole = { state: 'Status', 'means: Status = Versetzt': 'active' }
  const { mapping, questions } = (await tell(whole)).body
  assert.ok(
    questions.every(
      ({ answer, proposed }: Record<string, unknown>) => answer !== null || proposed !== null,
    ),
  )
  const hr = await server.call('POST', '/workspace/integrations', {
    token: owner.token,
    body: { handle: 'probed', vendor: 'file', mapping },
  })
  assert.equal(hr.status, 201, hr.text)
  const again = await server.call(
    'POST',
    `/workspace/integrations/${hr.body.id}/imports?probe=true`,
    { token: owner.token, raw: table },
  )
  assert.deepEqual([again.body.count.active, again.body.count.refused], [1, 0])
  assert.deepEqual(
    [again.body.people[0].first_name, again.body.people[0].last_name],
    ['Ada', 'Moreau'],
  )
  assert.equal((await tell(whole, '?probe=true')).status, 400)
  const odd = await tell({ id: 7 })
  assert.deepEqual(odd.body.errors, { answers: ['must be texts by the ids of questions'] })
})

test('a probe tries a mapping that the body begins with, and stores none', async () => {
  const table = 'id,work mail,state\n1,ada@acme.example,Versetzt\n'
  const { mapping } = (await send(table, '?probe=true&by=product')).body
  mapping.account.email = ['work mail']
  mapping.account.full_name = ['id']
  mapping.account.state.sources = [{ path: 'state', values: { versetzt: 'suspended' } }]
  const json = JSON.stringify(mapping)
  const tried = await send(`${json}${table}`, `?probe=true&mapping_bytes=${json.length}`)
  assert.equal(tried.status, 200, tried.text)
  const [person] = tried.body.people
  assert.deepEqual([person.email, person.state], ['ada@acme.example', 'suspended'])
  const stored = (await server.get(path, owner.token)).body.mapping
  assert.notDeepEqual(stored.account.email, ['work mail'])

  const broken = await send(`${json}${table}`, '?probe=true&mapping_bytes=7')
  assert.match(broken.body.errors.mapping[0], /^is not JSON/)
  const odd = await send(`{"a":1}${table}`, '?probe=true&mapping_bytes=7')
  assert.match(odd.body.errors.mapping[0], /^can't be used: /)
  assert.equal((await send(json, `?probe=true&mapping_bytes=${json.length}`)).status, 400)
  assert.equal((await send(`{"a":1}${table}`, '?mapping_bytes=7')).status, 400)
  await noUploads()
})

test('a probe reads the first records of a long file', async () => {
  const lines = Array.from({ length: 5000 }, (_, at) => `${at};p${at}@acme.example;Active`)
  const table = ['Employee ID;Email;Status', ...lines].join('\n')
  const { status, body, text } = await send(table, '?probe=true&by=product&name=people.csv')
  assert.equal(status, 200, text)
  assert.deepEqual([body.rows, body.is_all, body.count.active], [1000, false, 1000])
  assert.deepEqual(
    body.columns.map(({ filled }: { filled: number }) => filled),
    [1000, 1000, 1000],
  )
})

test('a probe of what is no list is 422 and says what it is; without the permission it is 403', async () => {
  const page = await send('<!DOCTYPE html><html></html>', '?probe=true')
  assert.equal(page.status, 422)
  assert.match(page.body.errors.file[0], /^This is HTML or XML/)
  const viewer = await makeCaller(server, ['workspace.integration.view'])
  const refused = await send(linesOf(people(1)), '?probe=true', { token: viewer.token })
  assert.equal(refused.status, 403)
})

test('an unknown state leaves accounts as they are, stages new ones, and is counted', async () => {
  const hr = await server.call('POST', '/workspace/integrations', {
    token: owner.token,
    body: { handle: `states-${randomUUID()}`, vendor: 'file', trusts_email: true },
  })
  const own = `/workspace/integrations/${hr.body.id}`
  const load = (...rows: string[]) =>
    importByApi(server, {
      token: owner.token,
      path: own,
      file: ['id,full_name,title,state,last_day', ...rows].join('\n'),
    })
  const states = async () => {
    const rows = await server.query<{ vendor_id: string; said: string }>(
      `select vendor_id, concat_ws(' ', vendor_state, never_active::text, profile ->> 'title') as said
       from identity where integration_id = $1 order by vendor_id`,
      [decodeId('integration', hr.body.id)],
    )
    return rows.map(({ vendor_id: id, said }) => `${id} ${said}`)
  }
  await load('1,Ada One,A,active,', '2,Bo Two,A,suspended,', '3,Cy Three,A,deactivated,')
  const run = await load(
    '1,Ada One,B,Gone fishing,',
    '2,Bo Two,B,Gone fishing,',
    '3,Cy Three,B,Gone fishing,',
    '4,Di Four,B,Gone fishing,',
    '5,Ed Five,B,active,',
    '6,Flo Six,B,Gone fishing,2020-01-31',
  )
  assert.deepEqual(
    [run.state, run.count.states_unknown, run.count.rows_rejected],
    ['succeeded', 5, 0],
  )
  assert.deepEqual(await states(), [
    '1 active false B',
    '2 suspended false B',
    '3 deactivated false B',
    '4 suspended true B',
    '5 active false B',
    '6 deactivated false B',
  ])
  const rows = await server.get(`${own}/runs/${run.id}/rows`, owner.token)
  assert.match(
    rows.body.data[0].reason,
    /^state has an unknown value at state: "Gone fishing"\. The account stays what it was/,
  )
  const named = await server.get(`${own}/runs/${run.id}/rows?include=unknown_states`, owner.token)
  assert.deepEqual(named.body.unknown_states, [{ path: 'state', value: 'Gone fishing', rows: 5 }])
  const filter = `/workspace/integrations?filter[has_unknown_states]=true&filter[id]=${hr.body.id}`
  const [source] = (await server.get(filter, owner.token)).body.data
  assert.equal(source.last_run.states_unknown, 5)
  const summary = await server.get('/workspace/summary', owner.token)
  assert.equal(summary.body.decisions.sources_with_unknown_states.count, 1)
  // A last day counts beside it.
  await load('1,Ada One,B,Gone fishing,2020-01-31')
  assert.equal((await states())[0], '1 deactivated false B')
})

for (const { what, table, reason } of [
  {
    what: 'of no known product',
    table: 'Email,Name,Active\na@x.example,Ada,x\nb@x.example,Bo,\n',
    reason: /^This table is of no product that Muster knows.*probe=true and by=product/,
  },
  {
    what: 'without a header',
    table: 'a@x.example,Ada\nb@x.example,Bo\n',
    reason: /^The first line is a row of a person\. Add a header line/,
  },
  {
    what: 'that is a letter',
    table: 'Ada Moreau asked for another account yesterday\n',
    reason: /^This is plain text\. An export/,
  },
])
  test(`a table ${what} is not imported without a mapping of its own`, async () => {
    const hr = await server.call('POST', '/workspace/integrations', {
      token: owner.token,
      body: { handle: `table-${randomUUID()}`, vendor: 'file' },
    })
    const imports = `/workspace/integrations/${hr.body.id}/imports`
    const answer = await server.call('POST', imports, { token: owner.token, raw: table })
    const run = await endedOf(hr.body.id, answer.body)
    assert.equal(run.state, 'failed')
    assert.match(run.failure, reason)
    assert.doesNotMatch(run.failure, /@x\.example|Ada|Bo\b/)
    assert.equal(run.count.accounts_created, 0)
  })
type Logged = { event: string; parent: { id: string } }

test('the log of a source has its accounts that belong to no one', async () => {
  const { token } = owner
  const body = { handle: 'chat', vendor: 'chat', type: 'slack', name: 'Chat' }
  const { body: chat } = await server.call('POST', '/workspace/integrations', { token, body })
  const raw = JSON.stringify([slack('U1', 'nobody@home.example')])
  await server.call('POST', `/workspace/integrations/${chat.id}/imports`, { token, raw })
  const logged = await until(async () => {
    const { body: rows } = await server.get(`/audit/logs?filter[related]=${chat.id}`, token)
    return rows.data.length > 0 && rows.data
  })
  assert.deepEqual(
    logged.map(({ event, parent }: Logged) => [event, parent.id]),
    [['directory.identity.create', chat.id]],
  )
})

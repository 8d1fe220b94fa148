import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { importByApi } from '../../../test/import-by-api.ts'
import { makeIdentity, makeIntegration, makeResource, type Made } from '../../../test/people.ts'
import { makeRuleset } from '../../../test/policy-records.ts'

const server = await testServer()
const { token } = await makeCaller(server, [
  'directory.user.view',
  'directory.user.manage',
  'directory.user.erase',
  'audit.log.view',
  'policy.rule.view',
  'policy.rule.manage',
])
const idp = await makeIntegration(server)
let made = 0

const call = (method: string, path: string, body?: object) =>
  server.call(method, `/directory/users${path}`, { token, body })

/** A person whose own values all contain `secret`, with an account, changed once so that both are audited. */
async function makeSomebody(secret: string): Promise<Made> {
  const { body } = await call('POST', '', {
    first_name: secret,
    last_name: 'Known',
    email: `${secret}@acme.example`,
    metadata: { nickname: secret },
  })
  const [row] = await server.query<{ id: string }>(
    'select id from directory_user where first_name = $1',
    [secret],
  )
  const person = { id: body.id, uuid: row?.id ?? '' }
  await makeIdentity(server, idp, person, {
    handle: secret,
    full_name: secret,
    email: `${secret}@acme.example`,
    profile: JSON.stringify({ nick: secret }),
    link_evidence: `the address ${secret}@acme.example`,
  })
  await call('PATCH', `/${person.id}`, { username: `${secret}.own` })
  return person
}

/** A source of files, with someone who may import them. */
async function makeFileSource() {
  const owner = await makeOwner(server)
  const body = { handle: `file-${(made += 1)}`, vendor: 'file', type: 'file' }
  const created = await server.call('POST', '/workspace/integrations', { token: owner.token, body })
  assert.equal(created.status, 201, created.text)
  return { owner, path: `/workspace/integrations/${created.body.id}` }
}

/** The tables that hold this text anywhere. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await server.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await server.query(
      `select 1 from "${name}" t where to_jsonb(t)::text ilike $1 limit 1`,
      [`%${text}%`],
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}

const asServer = (statement: string) =>
  server.query(`set role muster_server; ${statement}; reset role`)
const fresh = () => `zephyrine${(made += 1)}x`
const auditRows = (person: Made) =>
  server.query<{ event: string; changes: object; details: object | null }>(
    'select event, changes, details from audit_log where subject_id = $1 order by sequence',
    [person.uuid],
  )

test('erasing leaves nothing of a person anywhere, but for ids, counts and the audit rows', async () => {
  const secret = fresh()
  const person = await makeSomebody(secret)
  await call('DELETE', `/${person.id}`)
  assert.deepEqual(await tablesWith(secret), ['audit_log_personal', 'directory_user', 'identity'])
  const before = await call('GET', `/${person.id}`)
  const rowsBefore = await auditRows(person)
  const answer = await call('POST', `/${person.id}/erase`)
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(await tablesWith(secret), [])

  const found = await call('GET', `/${person.id}`)
  assert.deepEqual(found.body, answer.body)
  const { full_name, email, username, metadata, count, included } = found.body
  assert.deepEqual([full_name, email, username, metadata], ['', null, null, {}])
  assert.equal(count.directory_identities, before.body.count.directory_identities)
  assert.equal(included.directory_identities[0].id, before.body.included.directory_identities[0].id)
  const rows = await auditRows(person)
  assert.deepEqual(rows.slice(0, rowsBefore.length), rowsBefore)
  assert.deepEqual(
    rows.slice(rowsBefore.length).map(({ event }) => event),
    ['directory.identity.erase', 'directory.user.erase'],
  )
  assert.deepEqual(rows.at(-1)?.details, {
    erased: ['first_name', 'last_name', 'email', 'username', 'metadata'],
    personal_audit_rows: 2,
  })
  const log = await server.get(`/audit/logs?filter[record]=${person.id}`, token)
  const erased = log.body.data.filter((row: { is_erased: boolean }) => row.is_erased)
  assert.equal(erased.length, 3)
})

test('plans whose policy files name the person are emptied, and can no longer be applied', async () => {
  const secret = fresh()
  const person = await makeSomebody(secret)
  const text = `# asked for by ${secret.toUpperCase()}@acme.example\ntests: []`
  const planned = await server.call('POST', '/policy/plans', {
    token,
    body: { files: [{ path: 'settings.yaml', text }] },
  })
  assert.equal(planned.status, 201, planned.text)
  assert.ok((await tablesWith(secret)).includes('plan'))
  await call('DELETE', `/${person.id}`)
  await call('POST', `/${person.id}/erase`)
  assert.deepEqual(await tablesWith(secret), [])
  const applied = await server.call('POST', `/policy/plans/${planned.body.id}/apply`, { token })
  assert.equal(applied.status, 409, applied.text)
  assert.match(applied.body.message, /named a person who was erased/)
})

test('erasing again does nothing, or removes what a source has brought since', async () => {
  const secret = fresh()
  const person = await makeSomebody(secret)
  await call('DELETE', `/${person.id}`)
  const first = await call('POST', `/${person.id}/erase`)
  const rows = await auditRows(person)
  const again = await call('POST', `/${person.id}/erase`)
  assert.deepEqual([again.status, again.body], [200, first.body])
  assert.equal(again.headers.get('etag'), first.headers.get('etag'))
  assert.deepEqual(await auditRows(person), rows)
  await server.query('update identity set email = $1 where directory_user_id = $2', [
    `${secret}@acme.example`,
    person.uuid,
  ])
  assert.equal((await call('POST', `/${person.id}/erase`)).status, 200)
  assert.deepEqual(await tablesWith(secret), [])
  assert.equal((await auditRows(person)).length, rows.length + 2)
})

test('answers that are kept for a repetition lose the person too, and are not done again', async () => {
  const secret = fresh()
  const create = () =>
    server.call('POST', '/directory/users', {
      token,
      body: { first_name: secret, last_name: 'Known' },
      headers: { 'idempotency-key': secret.slice(0, 8) + made },
    })
  const { body } = await create()
  await call('DELETE', `/${body.id}`)
  await call('POST', `/${body.id}/erase`)
  assert.deepEqual(await tablesWith(secret), [])
  const again = await create()
  assert.equal(again.status, 409, again.text)
  assert.deepEqual(await tablesWith(secret), [])
})

test('erasing again takes nothing from whoever repeats the first erasure', async () => {
  const person = await makeSomebody(fresh())
  await call('DELETE', `/${person.id}`)
  const erase = () =>
    server.call('POST', `/directory/users/${person.id}/erase`, {
      token,
      headers: { 'idempotency-key': `erase-${person.id}` },
    })
  const first = await erase()
  assert.equal(first.status, 200, first.text)
  await call('POST', `/${person.id}/erase`)
  const again = await erase()
  assert.deepEqual([again.status, again.text], [200, first.text])
})

test('only who is deleted is erased, and restoring them brings nothing back', async () => {
  const person = await makeSomebody(fresh())
  const refused = await call('POST', `/${person.id}/erase`)
  assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['state']])
  await call('DELETE', `/${person.id}`)
  await call('POST', `/${person.id}/erase`)
  const restored = await call('POST', `/${person.id}/restore`)
  assert.deepEqual([restored.status, restored.body.full_name], [200, ''])
})

test('nobody else loses anything, and the server’s role deletes no audit row by itself', async () => {
  const [other, person] = [fresh(), await makeSomebody(fresh())]
  await makeSomebody(other)
  await call('DELETE', `/${person.id}`)
  await call('POST', `/${person.id}/erase`)
  assert.deepEqual(await tablesWith(other), ['audit_log_personal', 'directory_user', 'identity'])
  await assert.rejects(asServer('delete from audit_log_personal'), /permission denied/)
  const living = await makeSomebody(fresh())
  await assert.rejects(asServer(`select erase_personal_audit('${living.uuid}')`), /deleted person/)
})

test('the server’s role erases nobody whom the same transaction leaves alive', async () => {
  const name = fresh()
  const { uuid } = await makeSomebody(name)
  const entry = {
    event: 'directory.user.erase',
    record_type: 'drusr',
    record_id: uuid,
    changes: {},
  }
  const recorded = `select write_audit('system', null, 'cli', null, '${JSON.stringify([entry])}')`
  const deleted = (at: string) =>
    `update directory_user set base_state = 'deactivated', deleted_at = ${at} where id = '${uuid}'`
  const erased = `select erase_personal_audit('${uuid}')`
  const again = `insert into directory_user (id, first_name) values ('${uuid}', 'Again')`
  const attempts: [statements: string[], refusal: RegExp][] = [
    [[deleted('now()'), recorded, erased, deleted('null')], /not restored in the transaction/],
    [
      [deleted('now()'), recorded, erased, 'set constraints all immediate', deleted('null')],
      /not restored in the transaction/,
    ],
    [
      [
        deleted('now()'),
        recorded,
        erased,
        `delete from directory_user where id = '${uuid}'`,
        again,
      ],
      /not made again|violates/,
    ],
    [[recorded], /only a deleted person is erased/],
    [[recorded, deleted('now()'), deleted('null')], /not restored in the transaction/],
  ]
  for (const [statements, refusal] of attempts)
    await assert.rejects(asServer(statements.join(';')), refusal)
  assert.deepEqual(await tablesWith(name), ['audit_log_personal', 'directory_user', 'identity'])
})

test('what was written of an account before it belonged to the person is erased too', async () => {
  const [secret, other] = [fresh(), fresh()]
  const person = await makeSomebody(secret)
  const { owner, path } = await makeFileSource()
  const file = [secret, other].reduce(
    (rows, name) => `${rows}${name}-1,${name}@home.example,${name},Private\n`,
    'id,email,first_name,last_name\n',
  )
  await importByApi(server, { token: owner.token, path, file })
  const { data } = (
    await server.get(`/directory/identities?filter[vendor_id]=${secret}-1`, owner.token)
  ).body
  const linked = await server.call('POST', `/directory/identities/${data[0].id}/link`, {
    token: owner.token,
    body: { directory_user_id: person.id, reason: 'The same human' },
  })
  assert.equal(linked.status, 200, linked.text)
  await call('DELETE', `/${person.id}`)
  assert.equal((await call('POST', `/${person.id}/erase`)).status, 200)
  assert.deepEqual(
    await tablesWith(secret),
    ['identity'],
    'the id of the account at its vendor stays',
  )
  assert.deepEqual(await tablesWith(other), ['audit_log_personal', 'identity'])
})

test('reasons that quote the person are erased wherever a file named them, and no others', async () => {
  const secret = fresh()
  const person = await makeSomebody(secret)
  const { owner, path } = await makeFileSource()
  const other = `${secret}x`
  const file = [secret, other, secret, other].reduce(
    (rows, name) => `${rows}${name}@acme.example,${name},Known,Away\n`,
    'id,first_name,last_name,state\n',
  )
  const run = await importByApi(server, { token: owner.token, path, file })
  const reasons = async () =>
    (await server.get(`${path}/runs/${run.id}/rows`, owner.token)).body.data
      .map(({ reason }: { reason: string }) => reason)
      .join()
  assert.match(await reasons(), new RegExp(`${secret}@.*${other}@`))
  await call('DELETE', `/${person.id}`)
  assert.equal((await call('POST', `/${person.id}/erase`)).status, 200)
  assert.doesNotMatch(await reasons(), new RegExp(`${secret}@`))
  assert.match(await reasons(), new RegExp(`${other}@`))
})

test('rules follow the name of a person, and name who is erased by their id; so does the history of rules that are gone', async () => {
  const secret = fresh()
  const person = await makeSomebody(secret)
  await call('POST', `/${person.id}/activate`)
  const ruleset = await makeRuleset(server, await makeResource(server, idp))
  const policy = async (method: string, path: string, body?: object) => {
    const answer = await server.call(method, `/policy${path}`, { token, body })
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
    return answer.body
  }
  const exceptions = `/rulesets/${ruleset.id}/exceptions`
  const exception = {
    user_id: person.id,
    reason: 'On call',
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  }
  const gone = await policy('POST', exceptions, exception)
  const [stay] = (await policy('GET', `/rulesets/${ruleset.id}/manifest-users`)).data
  await policy('POST', `/rules/${gone.id}/deactivate`)
  await policy('DELETE', `/rules/${gone.id}`)
  const kept = await policy('POST', exceptions, exception)
  const conditions = [{ type: 'all_reports_of', resource_id: person.id }]
  const draft = await policy('POST', `/rulesets/${ruleset.id}/rules`, {
    role: 'member',
    conditions,
  })

  const said = async (path: string) => (await policy('GET', path)).description
  assert.equal(await said(`/rules/${draft.id}`), `is anywhere below ${secret} Known`)
  await call('PATCH', `/${person.id}`, { last_name: 'Wellknown' })
  assert.equal(await said(`/rules/${draft.id}`), `is anywhere below ${secret} Wellknown`)

  await policy('POST', '/plans', { operations: [{ op: 'deprecate_rule', rule_id: kept.id }] })
  await call('DELETE', `/${person.id}`)
  assert.equal((await call('POST', `/${person.id}/erase`)).status, 200)
  assert.deepEqual(await tablesWith(secret), [])
  assert.equal(await said(`/rules/${kept.id}`), `is ${person.id}`)
  assert.equal(await said(`/rules/${draft.id}`), `is anywhere below ${person.id}`)
  assert.equal(
    await said(`/conditions/${draft.included.policy_conditions[0].id}`),
    `is anywhere below ${person.id}`,
  )
  const { included } = await policy('GET', `/users/${stay.id}`)
  assert.equal(included.policy_rule.description, `is ${person.id}`)
  await policy('PATCH', `/rules/${draft.id}`, { description: 'Theirs' })
  await policy('PATCH', `/rules/${draft.id}`, { description: null })
  assert.equal(await said(`/rules/${draft.id}`), `is anywhere below ${person.id}`)
})

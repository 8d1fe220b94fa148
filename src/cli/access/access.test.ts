import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import { importAda } from '../../../test/ada.ts'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import {
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
  makeMember,
  makeResource,
} from '../../../test/people.ts'
import { runCli } from '../../../test/run-cli.ts'

const server = await testServer()
const ids = await importAda(server)
const { token } = await makeOwner(server)

const run = (...args: string[]) =>
  runCli(args, { MUSTER_URL: server.origin, MUSTER_TOKEN: token, TZ: 'UTC' })

async function printed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...args)
  assert.equal(code, 0, stderr)
  return stdout
}

test('whose token it is, and what it may do, is told', async () => {
  assert.match(
    await printed('whoami'),
    /^caller-.*\nserver +http:.*\nuser +wsusr_\w+\ntoken +wstok_\w+\nuntil +20\d\d-.*\nroles +workspace\.owner\nscopes +\*\npermissions +\S+\n +\S+/,
  )
})

test('people are found by a part of their name', async () => {
  const text = await printed('who', 'lovel')
  assert.match(
    text,
    /NAME +E-MAIL +STATE +ID +ORGANISATION\nAda Lovelace +ada@acme\.example +active +drusr_/,
  )
  assert.match(await printed('who', 'nobody at all'), /^Nobody has that/)
})

test('people are found by a number, by an account and by their metadata', async () => {
  const person = await makeDirectoryUser(server, { first_name: 'Nomi', metadata: '{"desk": "4"}' })
  const badges = await makeIntegration(server, { handle: 'badges' })
  await makeIdentity(server, badges, person, { vendor_id: 'card-77' })
  assert.match(await printed('who', 'E-7'), /\nAda Lovelace +ada@acme/)
  assert.match(await printed('who', 'card-77'), /\nNomi /)
  for (const filter of [
    ['--vendor-id', 'card-77'],
    ['--source', 'badges'],
    ['--metadata', 'desk:4'],
    ['--metadata-key', 'desk'],
  ])
    assert.equal(await printed('user', 'list', ...filter, '-o', 'id'), `${person.id}\n`)
  for (const filter of [
    ['--employee-id', 'E-7'],
    ['--badge-id', 'B-7'],
    ['--email', 'ADA@acme.example'],
  ])
    assert.equal(await printed('user', 'list', ...filter, '-o', 'id'), `${ids['ada']}\n`)
  assert.equal(await printed('user', 'list', '--employee-alt-id', 'E-7', '-o', 'id'), '')
})

async function listed(...more: string[]): Promise<string[]> {
  return (await printed('user', 'list', ...more, '-o', 'id')).trim().split('\n')
}

test('people are listed by their times, by whose further record they are, and in an order', async () => {
  const main = await makeDirectoryUser(server, { first_name: 'Mia', last_name: 'Main' })
  const further = await makeDirectoryUser(server, {
    first_name: 'Mia',
    last_name: 'Admin',
    username: 'mia.admin',
    parent_user_id: main.uuid,
    expires_at: '2031-05-01T00:00:00Z',
  })
  for (const filter of [
    ['--parent', 'Mia Main'],
    ['--username', 'mia.admin'],
    ['--expires-after', '2031-05-01', '--expires-before', '2031-05-02'],
  ])
    assert.deepEqual(await listed(...filter), [further.id], filter.join(' '))
  assert.deepEqual(await listed('--created-before', '2020-01-01'), [''])
  assert.deepEqual(await listed('--updated-after', '2020-01-01', '--limit', 'all'), await listed())
  const search = ['--search', 'mia']
  assert.deepEqual(await listed(...search, '--sort', 'full_name'), [further.id, main.id])
  assert.deepEqual(await listed(...search, '--sort', '-full_name'), [main.id, further.id])
  const undated = await run('user', 'list', '--created-after', 'soon')
  assert.match(undated.stderr, /--created-after.*must be a date/)
  assert.match((await run('user', 'list', '--sort', 'age')).stderr, /Allowed choices are full_name/)
})

test('people as CSV have their numbers, their manager and their times', async () => {
  const rows = parse<Record<string, string>>(await printed('user', 'list', '--csv'), {
    columns: true,
  })
  const ada = rows.find(({ id }) => id === ids['ada'])
  const { text } = await server.get('/directory/users', token, { accept: 'text/csv' })
  assert.deepEqual(Object.keys(ada ?? {}), text.split('\r\n')[0]?.split(','), 'those of the API')
  assert.deepEqual([ada?.['employee_id'], ada?.['badge_id']], ['E-7', 'B-7'])
  assert.match(ada?.['manager_id'] ?? '', /^drusr_/)
  assert.match(ada?.['timestamp.created_at'] ?? '', /^20\d\d-.*Z$/)
  assert.match(await printed('who', 'lovel', '--csv'), /,badge_id,/)
})

test('people and services are named by names of two letters too', async () => {
  const { id } = await makeDirectoryUser(server, { first_name: 'Li', last_name: '' })
  await makeDirectoryUser(server, { first_name: 'Lila', last_name: 'Long' })
  assert.equal(await printed('user', 'show', 'Li', '-o', 'id'), `${id}\n`)
  const body = { name: 'HR', handle: 'people-team' }
  await server.call('POST', '/workspace/services', { token, body })
  assert.match(await printed('service', 'show', 'hr'), /^HR\n/)
  assert.match(
    (await run('user', 'show', 'Lo')).stderr,
    /^No person is named Lo\. A part of a name needs at least 3 characters\./,
  )
})

test('a person is named by id, e-mail address, username or name', async () => {
  for (const named of [ids['ada'] ?? '', 'ADA@acme.example', 'ada lovelace', 'Lovelace'])
    assert.match(await printed('user', 'show', named), /^Ada Lovelace\nid +drusr_/, named)
})

test('a name of several people is answered with who they are', async () => {
  const { code, stderr } = await run('user', 'show', 'acme.example')
  assert.equal(code, 1)
  assert.match(
    stderr,
    /acme\.example may be one of these; give an e-mail address or an id:\n +NAME .*\n +Ada Admin/,
  )
  await makeDirectoryUser(server, { first_name: 'Ada', last_name: 'Lovelace-King' })
  assert.match(await printed('user', 'show', 'Ada Lovelace'), /^Ada Lovelace\n/, 'the whole name')
  assert.match(
    (await run('user', 'show', 'xyz')).stderr,
    /No person is named xyz\. Look for them with `muster who`/,
  )
})

test('the access of a person says why in a line each', async () => {
  assert.match(
    await printed('user', 'access', 'ada@acme.example', '--type', 'codehost_group'),
    /^RESOURCE .*\nacme\/engine +member +active +qualifies: department is Engineering +2/,
  )
  assert.match(
    await printed('user', 'access', 'ada@acme.example', '--at', '2020-01-01'),
    /^Muster has known Ada Lovelace only since 20\d\d-/,
  )
})

test('the access of a person says beside each role what they have at the vendor', async () => {
  const access = ['user', 'access', 'ada@acme.example', '--type', 'codehost_group']
  const rows = async (...more: string[]) =>
    parse<Record<string, string>>(await printed(...access, '--csv', ...more), { columns: true })
  const [other] = await rows()
  assert.deepEqual([other?.['role'], other?.['at_vendor']], ['member', 'developer'])
  assert.match(other?.['there_since'] ?? '', /^20\d\d-/)
  const [past] = await rows('--at', new Date().toISOString())
  assert.deepEqual([past?.['role'], past?.['at_vendor']], ['member', undefined])
  await server.query(
    `delete from resource_member m using resource o where o.id = m.resource_id and o.handle = 'acme/engine'`,
  )
  const [missing] = await rows()
  assert.deepEqual([missing?.['at_vendor'], missing?.['there_since']], ['missing', ''])
  await server.query(
    `insert into resource_member (resource_id, identity_id, role_handle)
     select o.id, i.id, 'developer' from resource o join identity i using (integration_id)
     where o.handle = 'acme/engine'`,
  )
})

test('the access of a person lists what they have at a vendor and no rule gives', async () => {
  const access = ['user', 'access', 'ada@acme.example']
  assert.doesNotMatch(await printed(...access), /given by no rule/)
  await server.query(
    `insert into resource_member (resource_id, identity_id, role_handle)
     select o.id, i.id, 'owner' from resource o join identity i using (integration_id)
     where o.handle = 'acme/drafts'`,
  )
  assert.match(
    await printed(...access),
    /\nacme\/engine [^]*\n\nAt the vendors, given by no rule\nRESOURCE .*\nacme\/drafts +owner +unmanaged +2\S+ \S+ +codehost_group\n$/,
  )
  const { has_only, data } = JSON.parse(await printed(...access, '--json'))
  assert.deepEqual(
    has_only.map((row: { handle: string }) => row.handle),
    ['acme/drafts'],
  )
  // Programs read them as further rows.
  const csv = parse<Record<string, string>>(await printed(...access, '--csv'), { columns: true })
  assert.equal(csv.length, data.length + 1)
  const { there_since, ...only } = csv.at(-1) ?? {}
  assert.match(there_since ?? '', /^20\d\d-/)
  assert.deepEqual(only, {
    resource: 'acme/drafts',
    role: '',
    state: 'unmanaged',
    why: '',
    since: '',
    until: '',
    at_vendor: 'owner',
    type: 'codehost_group',
  })
  const printedIds = (await printed(...access, '-o', 'id')).trim().split('\n')
  assert.deepEqual([printedIds.length, printedIds.at(-1)], [csv.length, has_only[0].id])
  const cut = await run(...access, '--limit', String(data.length), '--csv')
  assert.equal(cut.stderr, 'There are more: give --limit a number, or all.\n')
  for (const narrowed of [
    ['--type', 'chat_group'],
    ['--at', new Date().toISOString()],
  ])
    assert.doesNotMatch(await printed(...access, ...narrowed), /drafts/)
  const viewer = await makeCaller(server, ['directory.user.view', 'policy.rule.view'])
  const seen = await runCli(access, { MUSTER_URL: server.origin, MUSTER_TOKEN: viewer.token })
  assert.equal(seen.code, 0, seen.stderr)
  assert.doesNotMatch(seen.stdout, /drafts/)
})

test('all that someone who has left still has is printed, in every form', async () => {
  const leaver = await makeDirectoryUser(server, {
    first_name: 'Gus',
    last_name: 'Gone',
    base_state: 'deactivated',
  })
  const source = await makeIntegration(server, { handle: 'drives' })
  const account = await makeIdentity(server, source, leaver)
  const total = 203
  for (let at = 0; at < total; at += 1)
    await makeMember(server, await makeResource(server, source, { name: `Drive ${at}` }), account)
  const access = (...more: string[]) => run('user', 'access', leaver.id, ...more)
  const read = async (...more: string[]) => (await access(...more)).stdout.trim().split('\n')
  const told = 'There are more: give --limit a number, or all.'
  assert.equal((await read('--csv')).length, total + 1)
  assert.equal((await read('-o', 'id')).length, total)
  const whole = JSON.parse((await access('--json')).stdout)
  assert.deepEqual([whole.data, whole.has_only.length, whole.has_more], [[], total, false])
  const first = JSON.parse((await access('--json', '--limit', '2')).stdout)
  assert.deepEqual([first.has_only.length, first.has_more], [2, true])
  const csv = await access('--csv', '--limit', '2')
  assert.deepEqual([csv.stdout.trim().split('\n').length, csv.stderr], [3, `${told}\n`])
  const table = await access('--limit', '2')
  assert.match(table.stdout, /^Gus Gone is in no manifest\.\n\nAt the vendors, given by no rule\n/)
  assert.ok(table.stdout.endsWith(`\n${told}\n`))
})

test('why a person is in a manifest or not is told rule by rule, with what it saw', async () => {
  const ada = await printed('user', 'why', 'ada@acme.example', 'acme/engine')
  assert.match(ada, /^Ada Lovelace is in codehost_group acme\/engine\n/)
  assert.match(
    ada,
    /✓ member: department is Engineering \(admits them, priority 10\)\n +✓ department is Engineering +saw Engineering \(idp, /,
  )
  const grace = await printed('user', 'why', 'Grace Hopper', 'drafts')
  assert.match(grace, /^Grace Hopper is not in codehost_group acme\/drafts\n/)
  assert.match(grace, /✗ member: .*staged: not in force/)
  const several = await run('user', 'why', 'Grace Hopper', 'eng')
  assert.match(
    several.stderr,
    /give an id, or --type:\n +RESOURCE .*\n +acme\/engine +codehost_group .*\n +engineering +directory_attribute /,
  )
  const explained = JSON.parse(
    await printed('user', 'why', 'Grace Hopper', 'eng', '--type', 'codehost_group', '--json'),
  )
  assert.equal(explained.verdict, 'in')
})

test('whether a person is in is said as grep does, with a code of its own for errors', async () => {
  const ada = await run('check', 'ada@acme.example', 'acme/engine')
  assert.deepEqual([ada.code, ada.stdout], [0, 'member\n'])
  const out = await run('check', 'ada@acme.example', 'drafts', '--json')
  assert.deepEqual([out.code, out.stderr], [1, ''])
  const { is_in, user_id } = JSON.parse(out.stdout)
  assert.deepEqual([is_in, user_id], [false, ids['ada']])
  assert.equal((await run('check', 'ada@acme.example', 'drafts', '-o', 'id')).stdout, '')
  assert.equal((await run('check', 'ada@acme.example', 'drafts')).stdout, 'not in\n')
  for (const wrong of [['nobody', 'drafts'], ['ada@acme.example', 'nothing'], ['ada@acme.example']])
    assert.equal((await run('check', ...wrong)).code, 2, wrong.join(' '))
  const stranger = await makeCaller(server, ['directory.user.view'])
  const env = { MUSTER_URL: server.origin, MUSTER_TOKEN: stranger.token }
  assert.equal((await runCli(['check', ids['ada'] ?? '', 'acme/engine'], env)).code, 2)
  const person = `/directory/users/${ids['ada']}`
  const body = { at: '2031-05-01T10:00:00Z' }
  await server.call('POST', `${person}/expire`, { token, body })
  const until = (await run('check', 'ada@acme.example', 'acme/engine')).stdout
  assert.match(until, /^member until 2031-05-01/)
  await server.call('POST', `${person}/activate`, { token, body: {} })
})

test('who has a resource is told with role and rule', async () => {
  assert.match(
    await printed('who-has', 'Engine'),
    /^NAME +ROLE +STATE +RULE .*\nAda Lovelace +member +active +department is Engineering +2/,
  )
  assert.match(await printed('who-has', 'drafts'), /^Nobody\./)
  assert.match(
    await printed('who-has', 'drafts', '--at', '2020-01-01'),
    /^Muster does not know who had it then: the ruleset was created 20\d\d-/,
  )
})

test('a name of a group and of an attribute is answered with both, and one of them with which it was', async () => {
  await server.query(`update resource set name = 'Engineering' where handle = 'acme/engine'`)
  for (const named of ['engineering', 'Engineering']) {
    const several = await run('who-has', named)
    assert.equal(several.code, 1, several.stdout)
    assert.match(several.stderr, /give an id, or --type:\n/)
  }
  const one = await run('who-has', 'engineering', '--type', 'directory_attribute')
  assert.match(one.stderr, /^directory_attribute engineering \(Engineering\)\n/)
})

test('the history of a person tells what changed', async () => {
  assert.match(
    await printed('user', 'history', 'ada@acme.example'),
    /WHEN +EVENT +BY +RECORD +CHANGE\n[\s\S]*policy\.user\.create .*state: – → active/,
  )
})

test('a token is read once, so that it may come through a pipe', async () => {
  const piped = 'exec "$0" "$@" --token-file <(printf %s "$SECRET")'
  const program = fileURLToPath(new URL('../muster.ts', import.meta.url))
  const env = { ...process.env, MUSTER_URL: server.origin, SECRET: token }
  for (const args of [
    ['who-has', 'drafts'],
    ['user', 'history', 'ada@acme.example'],
    ['user', 'why', 'Grace Hopper', 'drafts'],
  ])
    await promisify(execFile)('bash', ['-c', piped, process.execPath, program, ...args], { env })
})

test('JSON has no character that a terminal obeys, and says the same to a program', async () => {
  const name = 'Eve\u009b2J\u202e\u2066\u007f\u0085'
  const { id, uuid } = await makeDirectoryUser(server, { first_name: 'Eve', last_name: 'Hall' })
  await server.query(`update directory_user set first_name = $1 where id = $2`, [name, uuid])
  for (const args of [
    ['user', 'show', id],
    ['user', 'list'],
    ['who', 'hall'],
  ]) {
    const text = await printed(...args, '--json')
    assert.match(text, /^[\n\x20-\x7e]*$/)
    assert.ok(text.includes('\\u009b2J\\u202e\\u2066\\u007f\\u0085'))
    assert.ok(JSON.stringify(JSON.parse(text)).includes(name))
  }
})

test('what a person would have is told before anything moves', async () => {
  const text = await printed('user', 'what-if', 'ada', '--set', 'department=Sales')
  assert.match(text, /^CHANGE +RESOURCE +ROLE +UNTIL +WHY\n/)
  assert.match(
    text,
    /loses +engineering +member +– +would not meet: department of idp is Engineering/,
  )
  assert.match(await printed('user', 'what-if', 'ada'), /^Nothing would change: \d+ stay/)
  const { code, stderr } = await run('user', 'what-if', 'ada', '--set', 'department')
  assert.deepEqual([code, /takes a key and a value/.test(stderr)], [2, true])
})

test('two people, and one person on two dates, are compared', async () => {
  const text = await printed('user', 'compare', 'ada', 'grace')
  assert.match(text, /^RESOURCE +ADA LOVELACE +GRACE HOPPER +WHY\n/)
  assert.match(text, /cc-1 +member +– +does not meet: costCenter of idp is CC-1/)
  const dated = await printed('user', 'compare', 'ada', '--at', '2020-01-01')
  assert.match(dated, /^RESOURCE +2020-01-01 .*\n.*engineering/s)
  assert.equal((await run('user', 'compare', 'ada')).code, 2)
})

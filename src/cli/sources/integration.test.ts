import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { runCli } from '../../../test/run-cli.ts'

const folder = await mkdtemp(join(tmpdir(), 'muster-integration-'))
after(() => rm(folder, { recursive: true }))
const server = await testServer()
const owner = await makeOwner(server)

const run = (args: string[], { input = '', token = owner.token } = {}) =>
  runCli(args, { MUSTER_URL: server.origin, MUSTER_TOKEN: token, TZ: 'UTC' }, input)

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

const people = (rows: string[]) =>
  ['id,first_name,last_name,email,profile.number', ...rows].join('\n')

test('a source is created, changed, listed and shown', async () => {
  const created = await run([
    'integration',
    'create',
    'hr',
    '--vendor',
    'file',
    '--name',
    'HR',
    '--primary',
    '--employee-id-key',
    'number',
    '-o',
    'json',
  ])
  assert.equal(created.code, 0, created.stderr)
  const { is_primary, name, employee_id_profile_key } = JSON.parse(created.stdout)
  assert.deepEqual([is_primary, name, employee_id_profile_key], [true, 'HR', 'number'])
  const twice = await run(['integration', 'create', 'hr', '--vendor', 'file'])
  assert.equal(twice.code, 1)
  assert.match(twice.stderr, /handle of another integration/)

  const set = await run([
    'integration',
    'set',
    'HR',
    '--trusts-email',
    'yes',
    '--badge-id-key',
    'badge',
    '--policy-key',
    'department',
    'title',
    'division',
    'costCenter',
    'city',
    '--run-retention-days',
    '30',
    '--json',
  ])
  assert.equal(set.code, 0, set.stderr)
  const changed = JSON.parse(set.stdout)
  assert.deepEqual(
    [changed.trusts_email, changed.badge_id_profile_key, changed.run_retention_days],
    [true, 'badge', 30],
  )
  assert.deepEqual(changed.policy_keys, ['department', 'title', 'division', 'costCenter', 'city'])
  const kept = await run(['integration', 'set', 'hr', '--policy-key', 'city'])
  assert.match(kept.stderr, /must keep "costCenter", "department"/)
  const unset = await run(['integration', 'set', 'hr', '--badge-id-key', 'none', '--json'])
  assert.equal(JSON.parse(unset.stdout).badge_id_profile_key, null)
  const nothing = await run(['integration', 'set', 'hr'])
  assert.match(nothing.stderr, /Give what to change/)
  assert.equal(nothing.code, 2)
  assert.match((await run(['integration', 'list'])).stdout, /^HANDLE +VENDOR.*\nhr +file/)
  const shown = (await run(['integration', 'show', 'hr'])).stdout
  assert.match(shown, /^HR\n[\s\S]*\nmapping +the built-in one; print it with: /)
  assert.ok(shown.split('\n').length < 60, shown)
  const mapping = await run(['integration', 'show', 'hr', '--mapping'])
  const text = mapping.stdout.replace('otherwise: active', 'otherwise: suspended')
  assert.ok(text.includes('\naccount:\n') && text !== mapping.stdout)
  const path = await file('hr.mapping.yaml', text)
  const own = await run(['integration', 'set', 'hr', '--mapping', path])
  assert.match(own.stdout, /\nmapping +its own; print it with: /)
  assert.ok((await run(['integration', 'show', 'hr', '--mapping'])).stdout === text)
  await run(['integration', 'set', 'hr', '--mapping', await file('usual.yaml', mapping.stdout)])
})

test('a file is sent to a server, and the command prints what its run did', async () => {
  const path = await file(
    'people.csv',
    people(['1,Ada,Moreau,ada@x.example,E-1', '2,Bo,Carr,bo@x.example,E-2', '3,,,,E-3']),
  )
  const planned = await run(['import', path, '--integration', 'hr', '--plan', '--json'])
  assert.equal(JSON.parse(planned.stdout).is_plan, true, planned.stderr)
  assert.equal((await server.get('/directory/users', owner.token)).body.data.length, 0)

  const report = join(folder, 'refused.jsonl')
  const sent = await run(['import', path, '--integration', 'hr', '--report', report])
  assert.equal(sent.code, 2, sent.stderr)
  assert.match(sent.stdout, /^id +wsrun_\w+\nstate +succeeded\n[\s\S]*read +3 rows, 1 refused\n/m)
  assert.match(sent.stdout, /people +2 created/)
  assert.match(sent.stdout, /\nrefused +1 row, first 4: neither .*\ndo +export a name/)
  const plan = await run(['import', path, '--integration', 'hr', '--plan'])
  assert.match(plan.stdout, /\nrefused +1 row, first 4: neither .*\ndo +export a name/)
  assert.equal((await readFile(report, 'utf8')).trim().split('\n').length, 1)
  const usual = `${path}.rejected.jsonl`
  assert.ok(plan.stdout.includes(`\nreport    ${usual}\n`), plan.stdout)
  assert.equal(await readFile(usual, 'utf8'), await readFile(report, 'utf8'))
  const found = await server.get('/directory/users?filter[employee_id]=E-2', owner.token)
  assert.equal(found.body.data[0].full_name, 'Bo Carr')

  const input = people(['1,Ada,Moreau,ada@x.example,E-1'])
  const piped = await run(['import', '-', '--integration', 'hr', '--json'], { input })
  const again = JSON.parse(piped.stdout)
  assert.deepEqual([piped.code, again.source, again.count.rows_read], [0, 'stdin', 1], piped.stderr)
  const partial = await run(['import', '-', '--integration', 'hr'], { input })
  assert.match(
    partial.stdout,
    /\nmissing +1 left as they are: the import is partial; --complete would deactivate 1 account \(and 1 person\)/,
  )
})

test('rows that were left out on purpose are grouped by reason', async () => {
  const rows = ['1,Ada,Moreau,ada@x.example,E-1', 'Total,1,,,', 'Sum,1,,,']
  const path = await file('totals.csv', people(rows))
  const sent = await run(['import', path, '--integration', 'hr'])
  assert.equal(sent.code, 0, sent.stderr)
  assert.match(sent.stdout, /\n\nleft out +2 rows, first 3: a line of totals\n$/)
})

test('the runs of a source are listed, and one is shown with its refused rows', async () => {
  const listed = await run(['integration', 'runs', 'hr'])
  assert.equal(listed.code, 0, listed.stderr)
  assert.match(listed.stdout, /^STARTED +STATE +FILE +KIND/)
  assert.match(listed.stdout, /succeeded +people\.csv +plan/)
  assert.match(listed.stdout, /succeeded +people\.csv +partial +3 +1 +0 +2/)
  assert.match(listed.stdout, /LEFT ALONE/)
  const [, , , second] = (await run(['integration', 'runs', 'hr', '-o', 'id'])).stdout.split('\n')
  const shown = await run(['integration', 'runs', 'hr', second ?? ''])
  assert.match(shown.stdout, /^people\.csv \(succeeded\)\n[\s\S]*refused +1 row, first 4/)
  const rows = await run(['integration', 'runs', 'hr', second ?? '', '--csv'])
  assert.match(
    rows.stdout,
    /^line,kind,field,reason,remedy\r?\n4,rejected,[^,]*,[^\n]*neither a name/,
  )
  const none = await run(['integration', 'runs', 'hr', '--state', 'failed'])
  assert.equal(none.stdout, 'No run fits.\n')
})

test('the notes of a run are grouped by reason', async () => {
  const rows = [20, 21, 22].map((id) => `${id},Fn,Ko,${id}@x.example;other@x.example,`)
  const sent = await run(['import', await file('notes.csv', people(rows)), '--integration', 'hr'])
  assert.equal(sent.code, 0, sent.stderr)
  const [id] = (await run(['integration', 'runs', 'hr', '-o', 'id'])).stdout.split('\n')
  const shown = await run(['integration', 'runs', 'hr', id ?? ''])
  assert.match(shown.stdout, /\nnote +3 rows, first 2: email: not one address alone/)
})

test('the report of an earlier import is gone once every row is taken', async () => {
  const path = await file('again.csv', people(['3,,,,E-3']))
  const usual = `${path}.rejected.jsonl`
  const plan = ['import', path, '--integration', 'hr', '--plan', '--json']
  assert.equal(JSON.parse((await run(plan)).stdout).report_path, usual)
  assert.match(await readFile(usual, 'utf8'), /^\{"line":2,"kind":"rejected",.*\}\n$/)
  await file('again.csv', people(['3,Cy,Dunn,cy@x.example,E-3']))
  assert.equal(JSON.parse((await run(plan)).stdout).report_path, null)
  await assert.rejects(readFile(usual))
})

test('what the server refuses, and what can not be sent, is said with what to do', async () => {
  const path = await file('one.csv', people(['1,Ada,Moreau,ada@x.example,E-1']))
  const unknown = await run(['import', path, '--integration', 'nowhere'])
  assert.equal(unknown.code, 1)
  assert.match(unknown.stderr, /muster integration create nowhere --vendor/)
  const viewer = await makeCaller(server, ['workspace.integration.view'])
  const refused = await run(['import', path, '--integration', 'hr'], { token: viewer.token })
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /workspace\.integration\.sync/)
  const page = await file('page.html', '<html><body>Sign in</body></html>')
  const failed = await run(['import', page, '--integration', 'hr'])
  assert.equal(failed.code, 1, failed.stdout)
  assert.match(failed.stderr, /HTML/i)
  const policy = await file('policy.yaml', 'version: 1')
  assert.match((await run(['import', policy])).stderr, /muster policy apply/)
  const connected = await run([
    'import',
    path,
    '--integration',
    'chat',
    '--vendor',
    'file',
    '--name',
    'Second',
  ])
  assert.equal(connected.code, 0, connected.stderr)
  const found = await server.get('/workspace/integrations?filter[handle]=chat', owner.token)
  assert.equal(found.body.data[0].name, 'Second')
})

test('a database that is named is imported into, though MUSTER_URL names a server', async () => {
  const path = await file('own.csv', people(['9,Own,Base,own@x.example,E-9']))
  const { code, stderr } = await runCli(['import', path, '--integration', 'hr', '--json'], {
    MUSTER_URL: 'http://127.0.0.1:9',
    MUSTER_DATABASE_URL: server.url,
  })
  assert.equal(code, 0, stderr)
  const found = await server.get('/directory/users?filter[employee_id]=E-9', owner.token)
  assert.equal(found.body.data.length, 1)
})

test('a plan on a server that has no such source says how to connect it, and then is of what connect showed', async () => {
  const path = await file(
    'guests.csv',
    'id,first name,last name,email,badge id\n1,Guy,Est,guy@x.example,B-7\n',
  )
  const { stdout } = await run(['connect', path])
  const [, command = ''] = /next +muster (import .* --plan)$/m.exec(stdout) ?? []
  const mapping = `${path}.mapping.yaml`
  const edit = async (from: RegExp, to: string) =>
    writeFile(mapping, (await readFile(mapping, 'utf8')).replace(from, to))
  await edit(/(badge_id_profile_key): .*/, '$1: badge id')
  const refused = await run(command.split(' '))
  assert.equal(refused.code, 1, refused.stdout)
  const found = async () =>
    (await server.get('/workspace/integrations?filter[handle]=guests', owner.token)).body.data
  assert.deepEqual(await found(), [])
  const [, create = ''] = /Connect it first: muster (.*)\n/.exec(refused.stderr) ?? []
  const created = await run(create.split(' '))
  assert.equal(created.code, 0, `${refused.stderr}${created.stderr}`)
  const planned = await run(command.split(' '))
  assert.equal(planned.code, 2, planned.stderr)
  assert.match(planned.stdout, /accounts +1 created, 1 orphaned/)
  const none = await server.get('/directory/users?filter[last_name]=Est', owner.token)
  assert.equal(none.body.data.length, 0)
  assert.equal((await found())[0].badge_id_profile_key, 'badge id')

  await edit(/first_name: \[first name\]/, 'first_name: [given name]')
  const edited = await run(command.split(' '))
  assert.equal(edited.code, 1, edited.stdout)
  assert.match(edited.stderr, /settings of guests, .*--mapping.* muster integration update guests/)
})

test('an import on a server does not make a source another one, nor another source the primary', async () => {
  const path = await file('two.csv', people(['2,Bo,Carr,bo@x.example,E-2']))
  const other = await run(['import', path, '--integration', 'guests', '--vendor', 'chat'])
  assert.equal(other.code, 1, other.stdout)
  assert.match(other.stderr, /guests is of vendor file and type file, not chat and file/)
  const primary = await run(['import', path, '--integration', 'guests', '--primary'])
  assert.equal(primary.code, 1, primary.stdout)
  assert.match(primary.stderr, /muster integration update guests --primary/)
  const same = await run(['import', path, '--integration', 'hr', '--primary'])
  assert.equal(same.code, 0, same.stderr)
})

test('after a login, a file goes to that server, and nothing is made here', async () => {
  const home = await mkdtemp(join(folder, 'home-'))
  const env = { HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home }
  const login = await runCli(['login', '--url', server.origin], env, owner.token)
  assert.equal(login.code, 0, login.stderr)
  const path = await file('visitors.csv', people(['1,Vi,Sitor,vi@x.example,V-1']))
  const source = ['--integration', 'visitors', '--vendor', 'file', '--type', 'file']
  const sent = await runCli(['import', path, ...source, '--json'], env)
  assert.equal(sent.code, 0, sent.stderr)
  assert.match(JSON.parse(sent.stdout).id, /^wsrun_/)
  const exported = await runCli(['policy', 'export', join(home, 'policy')], env)
  assert.equal(exported.code, 0, exported.stderr)
  assert.deepEqual(await readdir(home), ['muster', 'policy'])
  assert.deepEqual(await readdir(join(home, 'muster')), ['servers.json'])
})

test('a change of settings is planned, and carried out by its plan', async () => {
  const set = ['integration', 'set', 'hr', '--name', 'People', '--manager-key', 'boss']
  const planned = await run([...set, '--plan'])
  assert.equal(planned.code, 0, planned.stderr)
  assert.match(planned.stdout, /change_integration[^\n]* name: People/)
  const [plan = ''] = /popln_\w+/.exec(planned.stdout) ?? []
  const shown = async () => JSON.parse((await run(['integration', 'show', 'hr', '--json'])).stdout)
  assert.equal((await shown()).name, 'HR')
  const applied = await run(['plan', 'apply', plan, '--yes'])
  assert.equal(applied.code, 0, applied.stderr)
  assert.deepEqual([(await shown()).name, (await shown()).manager_profile_key], ['People', 'boss'])

  const away = await run(['integration', 'set', 'hr', '--employee-id-key', 'none', '--plan'])
  assert.match(away.stdout, /change_integration [^\n]*employee_id_profile_key: none/)
  assert.match(away.stdout, /People who would lose their employee_id: \d+\./)

  const primary = await run(['integration', 'set', 'chat', '--primary', '--plan', '--json'])
  assert.equal(JSON.parse(primary.stdout).operations[0].op, 'make_primary_integration')
  const both = await run(['integration', 'set', 'chat', '--primary', '--name', 'X', '--plan'])
  assert.deepEqual([both.code, /change of its own/.test(both.stderr)], [2, true])
})

test('schedule, limits and the kind of pushes are set, and taken away', async () => {
  const made = await server.call('POST', '/workspace/integrations', {
    token: owner.token,
    body: {
      handle: 'okta',
      vendor: 'idp',
      type: 'okta',
      connection: { url: 'https://acme.okta.com' },
    },
  })
  assert.equal(made.status, 201, made.text)
  const set = async (...options: string[]) => {
    const { code, stdout, stderr } = await run(['integration', 'set', 'okta', ...options, '--json'])
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  const scheduled = await set('--every', '15m', '--full-every', '4h', '--name', 'Okta')
  assert.deepEqual(
    [scheduled.sync_every_seconds, scheduled.full_sync_every_seconds, scheduled.name],
    [900, 14_400, 'Okta'],
  )
  assert.equal((await set('--every', 'never')).sync_every_seconds, null)
  const limited = await set(
    '--account-limit-percent',
    '10',
    '--account-limit-people',
    '3',
    '--overall-limit-percent',
    '5',
    '--overall-limit-people',
    '20',
    '--scim-profile',
    'entra',
  )
  assert.deepEqual(
    [limited.account_limit_percent, limited.overall_limit_people, limited.scim_profile],
    [10, 20, 'entra'],
  )
  assert.equal((await set('--account-limit-people', 'none')).account_limit_people, null)
  const wrong = await run(['integration', 'set', 'okta', '--every', '5s'])
  assert.deepEqual([wrong.code, /from 1m to 7d/.test(wrong.stderr)], [2, true])
})

test('a source that is connected is scheduled without its address', async () => {
  const refused = await run(['integration', 'connect', 'okta', '--every', '30m'])
  // Its host is not listed here, so nothing is read.
  assert.match(refused.stderr, /The settings are stored, but can’t be used/)
  const shown = JSON.parse((await run(['integration', 'show', 'okta', '--json'])).stdout)
  assert.deepEqual(
    [shown.sync_every_seconds, shown.connection],
    [1800, { url: 'https://acme.okta.com' }],
  )
  const unknown = await run(['integration', 'connect', 'nowhere', '--every', '30m'])
  assert.deepEqual([unknown.code, /nowhere is not connected yet/.test(unknown.stderr)], [2, true])
})

test('another source becomes the primary', async () => {
  const primary = await run(['integration', 'set', 'chat', '--primary', '--json'])
  assert.equal(JSON.parse(primary.stdout).is_primary, true, primary.stderr)
})

test('a source that governs nobody is deleted', async () => {
  const primary = await run(['integration', 'delete', 'chat', '--yes'])
  assert.equal(primary.code, 1)
  assert.match(primary.stderr, /primary/)
  const unasked = await run(['integration', 'delete', 'unused'])
  assert.match(unasked.stderr, /nothing|no .*unused/i)
  await run(['integration', 'create', 'badges', '--vendor', 'file'])
  const asked = await run(['integration', 'delete', 'badges'])
  assert.match(asked.stderr, /Give --yes to delete without being asked/)
  const deleted = await run(['integration', 'delete', 'badges', '--yes'])
  assert.equal(deleted.code, 0, deleted.stderr)
  assert.doesNotMatch((await run(['integration', 'list'])).stdout, /badges/)
})

test('the primary begins with the dimensions of its mapping file, as it does without a server', async () => {
  const fresh = await testServer()
  const { token } = await makeOwner(fresh)
  const env = { MUSTER_URL: fresh.origin, MUSTER_TOKEN: token }
  const path = await file(
    'staff.csv',
    'id,first name,last name,email,department,squad\n1,Ada,Moreau,ada@x.example,Sales,Red\n',
  )
  await runCli(['connect', path], env)
  const mapping = `${path}.mapping.yaml`
  const text = await readFile(mapping, 'utf8')
  const dimensions = `dimensions:\n  - { handle: squad, name: Squad, profile_key: squad }\n`
  const edited = text.replace(/dimensions:[\s\S]*(?=\nmapping:)/, dimensions.trimEnd())
  await writeFile(mapping, edited.replace(/policy_keys:.*/, 'policy_keys: [squad]'))
  const source = ['--integration', 'staff', '--vendor', 'file', '--type', 'file', '--primary']
  const sent = await runCli(['import', path, ...source, '--mapping', mapping], env)
  assert.equal(sent.code, 0, sent.stderr)
  const { body } = await fresh.get('/directory/attributes', token)
  const names = body.data.map(({ name }: { name: string }) => name)
  assert.deepEqual(names, ['Red'])
})

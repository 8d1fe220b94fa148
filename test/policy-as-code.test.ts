import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { hostname, tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { makeOwner, testDatabase, testServer } from './harness.ts'
import { manifestOf, storeIntegrations, storePeople } from './people-fixture.ts'
import { runCli, type Run } from './run-cli.ts'

const page = await readFile(new URL('../docs/policy.md', import.meta.url), 'utf8')
const directory = await mkdtemp(join(tmpdir(), 'muster-policy-'))
after(() => rm(directory, { recursive: true }))
const at = (name: string) => join(directory, name)

const db = await testDatabase()
await storeIntegrations(db.database)
const engineer = { department: 'Engineering', userType: 'employee', level: '5' }
await storePeople(db.database, [
  { email: 'ada@acme.example', profile: engineer },
  { email: 'bob@acme.example', profile: { ...engineer, userType: 'contractor' } },
  { email: 'cy@acme.example', profile: { department: 'Sales', userType: 'employee' } },
])
const muster = (args: readonly string[], env: Record<string, string> = {}): Promise<Run> =>
  runCli(args, { MUSTER_DATABASE_URL: db.url, ...env })
const policy = (...args: string[]) => muster(['policy', ...args])

for (const [, name = '', text = ''] of page.matchAll(
  /^```yaml\n# (policy\/\S+)\n([\s\S]*?)^```$/gm,
)) {
  await mkdir(dirname(at(name)), { recursive: true })
  await writeFile(at(name), text)
}
const group = at('policy/codehost_group/platform.yaml')
const edit = async (from: string, to: string) => {
  const text = await readFile(group, 'utf8')
  assert.ok(text.includes(from), from)
  await writeFile(group, text.replace(from, to))
}

test('the commands of docs/policy.md do what they say', async () => {
  const [, commands = ''] = /^```sh\n(muster policy schema[\s\S]*?)^```$/m.exec(page) ?? []
  const exits: (number | null)[] = []
  for (const command of commands.trim().split('\n')) {
    const [words = '', into] = command.replace(/^muster /, '').split(' > ')
    const args = words
      .split(' ')
      .map((word, index) => (index > 1 && /^(policy|plan\.json)$/.test(word) ? at(word) : word))
    const { code, stdout, stderr } = await muster(args)
    if (into !== undefined) await writeFile(at(into), stdout)
    if (code === 1) assert.fail(`${command}: ${stderr}${stdout}`)
    exits.push(code)
  }
  assert.deepEqual(exits, [0, 0, 2, 0, 0, 0])
  assert.deepEqual(await manifestOf(db, '12'), [
    'ada@acme.example developer active',
    'cy@acme.example owner expiring',
  ])
  assert.match(await readFile(group, 'utf8'), /^# yaml-language-server.*\n# group 12\n\nid: poset_/)
  assert.match(await readFile(group, 'utf8'), /person: bob@acme.example, has: false/, 'tests stay')
})

test('plan prints a diff that a reviewer can read', async () => {
  await edit(
    ', { type: identity, profile_key: userType, operator: not_equals, value: contractor }',
    '',
  ).catch(() =>
    edit(
      '      - { type: identity, profile_key: userType, operator: not_equals, value: contractor }\n',
      '',
    ),
  )
  const { code, stdout } = await policy('plan', at('policy'))
  assert.equal(code, 2)
  assert.match(
    stdout,
    /^codehost_group codehost\/12 “group 12” {2}codehost_group\/platform\.yaml$/m,
  )
  assert.match(stdout, /^ {2}\+ 1 added: bob@acme\.example \(developer\)$/m)
  assert.match(stdout, /^ {2}- .*profile_key: userType/m)
  assert.match(stdout, /^1 resource, 1 person: 1 added\.\nPlan [0-9a-f]{16}$/m)
  const full = await policy('plan', at('policy'), '--full')
  assert.match(full.stdout, /^ {6}bob@acme\.example: nothing → developer$/m)
  const json = JSON.parse((await policy('plan', at('policy'), '--json')).stdout)
  assert.equal(json.resources[0].people[0].email, 'bob@acme.example')
})

test('test says where and why, and exits 1', async () => {
  const { code, stdout } = await policy('test', at('policy'))
  assert.equal(code, 1)
  assert.match(
    stdout,
    /^codehost_group\/platform\.yaml:\d+: bob@acme\.example should not have any role of codehost_group codehost\/12, but has developer: is in as Developer: department is Engineering\n2 passed, 1 failed\.$/m,
  )
})

test('apply asks, refuses a stale plan with what is different, and does the one that was shown', async () => {
  const asked = await policy('apply', at('policy'))
  assert.equal(asked.code, 1)
  assert.match(asked.stderr, /Give --yes/)
  assert.equal((await policy('plan', at('policy'), '--out', at('plan.json'))).code, 2)
  const { id } = JSON.parse(await readFile(at('plan.json'), 'utf8'))
  await edit('role: developer', 'role: maintainer')
  for (const plan of [at('plan.json'), id]) {
    const stale = await policy('apply', at('policy'), '--plan', plan, '--yes')
    assert.equal(stale.code, 1)
    assert.match(stale.stderr, new RegExp(`the plan ${id} is stale`))
    if (plan === id) continue
    assert.match(
      stale.stderr,
      /no longer: codehost_group codehost\/12: bob@acme\.example: nothing → developer/,
    )
    assert.match(
      stale.stderr,
      /now also: {2}codehost_group codehost\/12: ada@acme\.example: developer → maintainer/,
    )
  }
  await edit('role: maintainer', 'role: developer')
  const done = await muster(['policy', 'apply', at('policy')], {
    MUSTER_POLICY_PLAN: id,
    MUSTER_POLICY_YES: 'true',
    MUSTER_REASON: 'Contractors too',
  })
  assert.equal(done.code, 0, done.stderr)
  assert.match(done.stdout, /^Applied: 1 resource, 1 person: 1 added\.$/m)
  assert.deepEqual((await manifestOf(db, '12')).length, 3)
  const rows = await db.query<{ details: { origin: object } | null }>(
    `select details from audit_log where via = 'cli' and actor_type = 'system' and request_id = (
       select request_id from audit_log where event = 'policy.rule.activate' order by sequence desc limit 1)`,
  )
  assert.ok(rows.length > 1)
  const origin = { os_user: userInfo().username, host: hostname(), command: 'policy apply' }
  for (const { details } of rows)
    if (details !== null) assert.deepEqual(details.origin, { ...origin, reason: 'Contractors too' })
  assert.ok(rows.some(({ details }) => details !== null))
  assert.equal((await policy('plan', at('policy'))).code, 0)
})

test('one file is planned like a folder', async () => {
  const file = at('one.yaml')
  const listed = (await readFile(group, 'utf8')).replaceAll(/^/gm, '    ')
  await writeFile(file, `rulesets:\n  -\n${listed}`)
  const { code, stdout } = await policy('plan', file)
  assert.equal(code, 0, stdout)
  assert.match(stdout, /^No changes\.$/m)
})

const engineers = (role: string) =>
  `resource: { type: codehost_group, integration: codehost, vendor_id: "12" }
state: managed
rules:
  - key: engineers
    role: ${role}
    state: active
    conditions: [{ type: identity, profile_key: department, operator: equals, value: Engineering }]
`

test('a folder is planned and applied through a server, with the rights of a token', async () => {
  const server = await testServer()
  await storeIntegrations(server.database)
  await storePeople(server.database, [{ email: 'ada@acme.example', profile: engineer }])
  const { token } = await makeOwner(server)
  const [folder, file, out] = [at('remote'), at('token'), at('remote.json')]
  await mkdir(folder)
  await writeFile(file, `${token}\n`)
  const remote = (...args: string[]) =>
    muster(['policy', ...args, '--url', server.origin, '--token-file', file])
  await writeFile(join(folder, 'group.yaml'), engineers('king'))
  const refused = await remote('plan', folder)
  assert.equal(refused.code, 1)
  assert.match(
    refused.stderr,
    /^group\.yaml:5:11: rules\[0\]\.role: "king" is no role of a codehost_group; allowed: /,
  )
  await writeFile(join(folder, 'group.yaml'), engineers('developer'))
  const planned = await remote('plan', folder, '--out', out)
  assert.equal(planned.code, 2, planned.stderr)
  assert.match(planned.stdout, /\+ 1 added: ada@acme\.example \(developer\)/)
  assert.match(planned.stdout, /^ {2}create_rule .*role: developer/m)
  assert.match(planned.stdout, /^Plan popln_\w+$/m)
  assert.deepEqual(await manifestOf(server, '12'), [])
  const asked = await remote('apply', folder)
  assert.match(asked.stderr, /Give --yes/)
  const applied = await remote('apply', folder, '--plan', out, '--yes')
  assert.equal(applied.code, 0, applied.stderr)
  assert.match(applied.stdout, /^Applied: 1 resource, 1 person: 1 added\.$/m)
  assert.deepEqual(await manifestOf(server, '12'), ['ada@acme.example developer active'])
  const again = await runCli(['policy', 'apply', folder, '--yes', '--json'], {
    MUSTER_URL: server.origin,
    MUSTER_TOKEN: token,
  })
  assert.deepEqual([again.code, JSON.parse(again.stdout).operations], [0, []], again.stderr)
  assert.equal((await policy('plan', folder)).code, 2, 'the other database knows nothing of it')
})

test('errors exit 1 and name file, line and path', async () => {
  await edit('role: owner', 'role: emperor')
  const { code, stderr } = await policy('plan', at('policy'))
  assert.equal(code, 1)
  assert.match(stderr, /^codehost_group\/platform\.yaml:\d+:\d+: rules\[\d\]\.role: /m)
  const empty = await policy('plan', await mkdtemp(join(directory, 'empty-')))
  assert.equal(empty.code, 1)
  assert.match(empty.stderr, /there is no \.yaml file in this folder/)
})

test('a link to a file of the folder is that file; links that lead elsewhere, and huge files, are told of', async () => {
  const linked = await mkdtemp(join(directory, 'linked-'))
  const plan = () => policy('plan', linked)
  await mkdir(join(linked, '..data'))
  await writeFile(join(linked, '..data', 'settings.yaml'), 'dimensions: []')
  await symlink('..data/settings.yaml', join(linked, 'settings.yaml'))
  assert.equal((await plan()).code, 0)
  const outside = await mkdtemp(join(directory, 'outside-'))
  await writeFile(join(outside, 'secret.yaml'), 'password: hunter2')
  await symlink(join(outside, 'secret.yaml'), join(linked, 'secret.yaml'))
  await symlink('nowhere', join(linked, 'gone.yaml'))
  await symlink('.', join(linked, 'loop'))
  await writeFile(join(linked, 'huge.yaml'), '')
  await truncate(join(linked, 'huge.yaml'), 3 * 2 ** 30)
  const { code, stderr } = await plan()
  assert.equal(code, 1)
  assert.deepEqual(stderr.trim().split('\n'), [
    'gone.yaml:1:1: is a link that leads to no file',
    'huge.yaml:1:1: the file is over 4 MiB',
    'loop:1:1: is a link to a folder, which is not followed; put the folder here',
    'secret.yaml:1:1: is a link that leads out of the folder; put the file here',
  ])
})

test('what a terminal would obey is shown, and not printed, of names of files and of what stands in them', async () => {
  const hostile = await mkdtemp(join(directory, 'hostile-'))
  await writeFile(join(hostile, 'erases.yaml'), String.raw`"\e[2Jkey\x9b31m": 1`)
  await writeFile(join(hostile, 'lies\nNo changes.\u001b[2J.yaml'), 'dimensions: []')
  const { code, stderr } = await policy('plan', hostile)
  assert.equal(code, 1)
  const [erases = '', lies = ''] = stderr.trim().split('\n')
  assert.match(erases, /^erases\.yaml:1:1: unknown key <U\+001B>\[2Jkey<U\+009B>31m; /)
  assert.equal(
    lies,
    'lies<U+000A>No changes.<U+001B>[2J.yaml:1:1: the name of the file holds the character U+000A; rename it',
  )
  assert.equal(stderr.trim().split('\n').length, 2)
})

test('an export writes into the folder, whatever a link in it leads to', async () => {
  const linked = await mkdtemp(join(directory, 'export-'))
  const outside = join(await mkdtemp(join(directory, 'outside-')), 'mine')
  await writeFile(outside, 'mine')
  await symlink(outside, join(linked, 'policy.schema.json'))
  assert.equal((await policy('export', linked)).code, 0)
  assert.equal(await readFile(outside, 'utf8'), 'mine')
  assert.match(await readFile(join(linked, 'policy.schema.json'), 'utf8'), /json-schema/)
})

test('applying the exported policy of the demo changes nothing', { timeout: 900_000 }, async () => {
  const demo = await runCli([
    'demo',
    '--people',
    '300',
    '--port',
    '0',
    '--once',
    '--keep',
    '--json',
  ])
  assert.equal(demo.code, 0, demo.stderr)
  const kept: string = JSON.parse(demo.stdout).directory
  after(() => rm(kept, { recursive: true }))
  const env = { MUSTER_DATA_DIRECTORY: join(kept, 'data') }
  const exported = await runCli(['policy', 'export', at('demo'), '--json'], env)
  assert.equal(exported.code, 0, exported.stderr)
  assert.ok(JSON.parse(exported.stdout).written.length > 30)
  const { code, stdout, stderr } = await runCli(['policy', 'plan', at('demo')], env)
  assert.equal(code, 0, stderr + stdout)
  assert.equal(stdout, 'No changes.\n')
})

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Command } from 'commander'
import { buildProgram } from '../src/cli/muster.ts'
import { createTokenSecret, isTokenSecret } from '../src/access/token-secret.ts'
import { cloneTemplate } from './template.ts'
import { makeCaller, makeOwner, testServer } from './harness.ts'
import { version } from '../src/contract/version.ts'
import { importAda } from './ada.ts'
import { finished, runCli, startCli } from './run-cli.ts'

const directory = await mkdtemp(join(tmpdir(), 'muster-cli-'))
after(() => rm(directory, { recursive: true }))

function commandsOf(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(commandsOf)
}

test('every command has a description and examples, and every flag an environment variable', () => {
  const commands = commandsOf(buildProgram())
  assert.ok(commands.length > 30)
  for (const command of commands) {
    let help = ''
    command.configureOutput({ writeOut: (text) => (help += text) })
    command.outputHelp()
    assert.match(help, /Examples?:\n {2}\$ /, command.name())
    assert.notEqual(command.description(), '', command.name())
    for (const option of command.options)
      assert.ok(option.envVar !== undefined, `${command.name()} ${option.flags}`)
  }
})

test('a command whose reader has enough, as head has, ends as it would have', async () => {
  for (const [args, code] of [
    [['completion', 'bash'], 0],
    [['user', 'shwo'], 2],
  ] as const) {
    const child = startCli(args)
    child.stdout.destroy()
    const run = await finished(child)
    assert.deepEqual([run.code, run.stderr.includes('EPIPE')], [code, false], run.stderr)
  }
})

test('wrong arguments are told once, with what to try', async () => {
  const wrong = await runCli(['user', 'shwo'])
  assert.deepEqual(
    [wrong.code, wrong.stdout, wrong.stderr],
    [2, '', "unknown command 'shwo'\n(Did you mean show?)\nTry: muster user --help\n"],
  )
  const missing = await runCli(['user', 'show'])
  assert.equal(missing.stderr, "missing required argument 'user'\nTry: muster user show --help\n")
  const two = await runCli(['who', 'ada', '--json', '--csv'])
  assert.match(two.stderr, /^Give one of --json, --csv and --output, not json and csv\.\nTry: /)
})

test('a table that is not known is not imported before somebody said what it means', async () => {
  const path = join(directory, 'groups.csv')
  await writeFile(path, 'Name,Email,Members\nDevs,devs@acme.example,12\n')
  const clone = await cloneTemplate()
  const env = { MUSTER_DATABASE_URL: clone.url }
  const args = ['import', path, '--integration', 'x', '--vendor', 'file']
  const { code, stderr } = await runCli(args, env)
  await clone.drop()
  assert.deepEqual(
    [code, stderr.split(' (')[0]],
    [
      1,
      "Nothing was imported: This table is of no product that Muster knows, nor is it Muster's own table",
    ],
  )
  assert.match(stderr, /Run muster connect on the file/)
})

test('a file without rows is connected as what it is', async () => {
  const path = join(directory, 'empty.csv')
  await writeFile(path, 'Employee ID,Name,Email\n')
  const { code, stderr } = await runCli(['connect', path])
  assert.equal(code, 1)
  assert.match(stderr, /^The file lists nobody: it is empty, or has only a header line\./)
})

test('init prints the owner’s token once, and a preset one must have our form', async () => {
  const clone = await cloneTemplate()
  const env = { MUSTER_DATABASE_URL: clone.url }
  try {
    const malformed = await runCli(['init', '--bootstrap-token', 'secret'], env)
    assert.equal(malformed.code, 1)
    assert.match(malformed.stderr, /mst_/)
    const first = await runCli(['init', '--json'], env)
    assert.equal(first.code, 0, first.stderr)
    assert.ok(isTokenSecret(JSON.parse(first.stdout).token))
    const second = await runCli(['init', '--json'], env)
    assert.deepEqual(JSON.parse(second.stdout), { token: null })
  } finally {
    await clone.drop()
  }
})

test('import keeps the good rows, lists the bad ones and exits 2; again it changes nothing', async () => {
  const clone = await cloneTemplate()
  const env = { MUSTER_DATABASE_URL: clone.url }
  const file = join(directory, 'people.csv')
  await writeFile(
    file,
    'id,first_name,last_name,email,state\n1,Ada,Lovelace,ada@acme.example,Active\n2,Bad,Address,nobody at acme,Active\n',
  )
  const args = [
    'import',
    file,
    '--integration',
    'hr',
    '--vendor',
    'file',
    '--type',
    'file',
    '--primary',
    '--json',
  ]
  try {
    const first = await runCli(args, env)
    assert.equal(first.code, 2, first.stderr)
    const outcome = JSON.parse(first.stdout)
    assert.deepEqual([outcome.rowsRead, outcome.rowsBad, outcome.people.created], [2, 1, 1])
    assert.match(await readFile(outcome.reportPath, 'utf8'), /"line":3/)
    const second = JSON.parse((await runCli(args, env)).stdout)
    assert.deepEqual(
      [second.accounts.created, second.accounts.changed, second.accounts.unchanged],
      [0, 0, 1],
    )
    const people = Array.from({ length: 9 }, (_, at) => `${at},P,Nine,p${at}@acme.example,Active`)
    const header = 'id,first_name,last_name,email,state'
    await writeFile(file, [header, ...people].join('\n'))
    assert.equal((await runCli([...args, '--complete'], env)).code, 0)
    await writeFile(file, [header, ...people.slice(7)].join('\n'))
    const planned = await runCli([...args, '--complete', '--plan'], env)
    assert.deepEqual([planned.code, JSON.parse(planned.stdout).outcome.incident.accounts], [3, 7])
    const held = await runCli([...args.slice(0, -1), '--complete'], env)
    assert.equal(held.code, 3, held.stderr)
    assert.match(held.stdout, /held +7 accounts of 7 people, 7 accounts that would end: poinc_\w+/)
    assert.match(held.stdout, /because +7 accounts would end over all within 24 hours, of 9/)
    assert.match(held.stdout, /to correct +correct it and import its complete list again\n/)
    assert.match(held.stdout, /to decide +muster incident show poinc_\w+\n/)
    const again = await runCli([...args.slice(0, -1), '--complete'], env)
    assert.equal(again.code, 3, again.stderr)
    await writeFile(file, [header, ...people.slice(8)].join('\n'))
    const others = await runCli(args.slice(0, -1), env)
    assert.equal(others.code, 0, others.stderr)
    assert.match(
      others.stdout,
      /incident +(poinc_\w+) is still open and holds 7 accounts .*: muster incident show \1/,
    )
    await writeFile(file, '')
    const empty = await runCli([...args, '--complete'], env)
    assert.equal(empty.code, 1)
    assert.match(
      empty.stderr,
      /Nothing was imported: .* A complete list is never empty.* delete its integration/,
    )
    const japanese = Buffer.from([0x8e, 0xd0, 0x88, 0xf5])
    const head = Buffer.from('id,email,first_name\n1,a@acme.example,')
    await writeFile(file, Buffer.concat([head, japanese]))
    const shiftJis = await runCli(args, env)
    assert.match(shiftJis.stderr, /Nothing was imported: The file is not UTF-8 \(byte 38\)/)
    await writeFile(file, Buffer.from('id,full_name\n1,Jos\xe9 Dupont\n', 'latin1'))
    const western = await runCli(args, env)
    assert.equal(western.code, 0, western.stderr)
    const outcomeOfWestern = JSON.parse(western.stdout)
    assert.match(await readFile(outcomeOfWestern.reportPath, 'utf8'), /was read as windows-1252/)
  } finally {
    await clone.drop()
  }
})

test('connect shows how a file is understood, writes the mapping, and import takes it', async () => {
  const clone = await cloneTemplate()
  const file = join(directory, 'unknown.csv')
  await writeFile(file, 'Personnel;Who;Contact\n7;Moreau, Ada;ada@acme.example\n')
  try {
    const path = `${file}.mapping.yaml`
    const first = await runCli(['connect', file, '--integration', 'staff'])
    assert.equal(first.code, 2, first.stderr)
    assert.match(first.stdout, /open +Which column tells people apart, .* \[id\]/)
    assert.match(first.stdout, /next +muster connect .* --answer 'id=<Personnel\|Who\|/)
    await assert.rejects(readFile(path, 'utf8'), 'nothing is written before it is answered')
    const answers = ['--answer', 'id=Personnel', '--answer', 'rows=people', '--answer', 'name=Who']
    const odd = await runCli(['connect', file, '--answer', 'id=Elsewhere'])
    assert.match(odd.stderr, /"Elsewhere" is no answer to "id"\. Give one of "Personnel"/)
    const other = await runCli(['connect', file, '--answer', 'shape=round'])
    assert.match(other.stderr, /no question "shape"/)
    const answered = await runCli(['connect', file, '--integration', 'staff', ...answers])
    assert.equal(answered.code, 0, answered.stdout + answered.stderr)
    const kept = await runCli(['connect', file, ...answers])
    assert.match(kept.stdout, /is there already, and is kept/)
    const second = await runCli(['connect', file, '--integration', 'staff', '--mapping', path])
    assert.equal(second.code, 0, second.stdout)
    assert.match(second.stdout, /7 +Ada +Moreau +ada@acme\.example +active/)
    const [, command = ''] = /next +muster (import .*)$/m.exec(second.stdout) ?? []
    const env = { MUSTER_DATABASE_URL: clone.url }
    const imported = await runCli([...command.replace(' --plan', '').split(' '), '--json'], env)
    assert.equal(imported.code, 0, imported.stderr)
    assert.equal(JSON.parse(imported.stdout).accounts.created, 1)
  } finally {
    await clone.drop()
  }
})

test('import - reads an export from standard input, and plans it too', async () => {
  const clone = await cloneTemplate()
  const env = { MUSTER_DATABASE_URL: clone.url }
  const people = 'id,first_name,last_name,email,state\n1,Ada,Lovelace,,Active\n2\nTotal,1,,,\n'
  const integration = ['--integration', 'hr', '--vendor', 'file', '--type', 'file', '--primary']
  const reportPath = join(directory, 'stdin.jsonl')
  const args = ['import', '-', ...integration, '--json', '--report', reportPath]
  try {
    const planned = await runCli([...args, '--plan'], env, people)
    assert.equal(planned.code, 2, planned.stderr)
    assert.equal(JSON.parse(planned.stdout).outcome.people.created, 1)
    const readable = args.filter((arg) => arg !== '--json')
    const shown = await runCli([...readable, '--plan'], env, people)
    assert.match(shown.stdout, /\nleft out +1 row, first 4: a line of totals\n/)
    const imported = await runCli(args, env, people)
    assert.equal(imported.code, 2, imported.stderr)
    const outcome = JSON.parse(imported.stdout)
    assert.deepEqual(
      [outcome.rowsRead, outcome.rowsBad, outcome.people.created, outcome.reportPath],
      [3, 1, 1, reportPath],
    )
    const none = await runCli([...args, '--complete'], env)
    assert.equal(none.code, 1)
    assert.match(none.stderr, /Nothing was imported: .* A complete list is never empty/)
  } finally {
    await clone.drop()
  }
})

/** Writes a JSON file. @returns the arguments that import it */
async function writeJson(name: string, content: unknown): Promise<string[]> {
  const path = join(directory, name)
  await writeFile(path, JSON.stringify(content))
  return [path, '--integration', 'git', '--json']
}

test('a list of members needs --members-of, and the message names it', async () => {
  const clone = await cloneTemplate()
  const env = { MUSTER_DATABASE_URL: clone.url }
  const connect = ['--vendor', 'codehost', '--type', 'gitlab', '--primary']
  const account = { id: 1, username: 'ada', name: 'Ada', state: 'active' }
  try {
    const people = await writeJson('accounts.json', [account])
    assert.equal((await runCli(['import', ...people, ...connect], env)).code, 0)
    const groups = await writeJson('groups.json', [{ id: 10, full_path: 'team', name: 'Team' }])
    assert.equal((await runCli(['import', ...groups], env)).code, 0)
    const members = await writeJson('members.json', [{ ...account, name: 'A.', access_level: 30 }])
    const refused = await runCli(['import', ...members, '--complete'], env)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /Nothing was imported: Record 1 is a member.*--members-of/)
    const malformed = await runCli(['import', ...members, '--members-of', 'team:10'], env)
    assert.equal(malformed.code, 1)
    assert.match(malformed.stderr, /It must be <type>:<vendor id>.*codehost_group/s)
    const named = await runCli(['import', ...members], {
      ...env,
      MUSTER_MEMBERS_OF: 'codehost_group:10',
    })
    assert.equal(named.code, 0, named.stderr)
    const outcome = JSON.parse(named.stdout)
    assert.deepEqual([outcome.memberships.added, outcome.people.changed], [1, 0])
  } finally {
    await clone.drop()
  }
})

test('commands that talk to the API say what the API says', async () => {
  const server = await testServer()
  const owner = await makeOwner(server)
  const ids = await importAda(server)
  const env = { MUSTER_URL: server.origin, MUSTER_TOKEN: owner.token }

  const shown = await runCli(['user', 'show', ids['ada'] ?? ''], env)
  assert.equal(shown.code, 0, shown.stderr)
  assert.match(shown.stdout, /Ada Lovelace[\s\S]*Grace Hopper/)
  const missing = await runCli(['user', 'show', 'drusr_01kaf7m2t4e8j9p3q5r7s9v1wx'], env)
  assert.equal(missing.code, 1)
  assert.match(missing.stderr, /404: There is no directory user/)

  const service = await server.call('POST', '/workspace/services', {
    token: owner.token,
    body: { name: 'Payroll', handle: 'payroll' },
  })
  const colleague = await makeCaller(server, [])
  await server.call('POST', `/workspace/services/${service.body.id}/admins`, {
    token: owner.token,
    body: { user_id: colleague.id, admin_role: 'admin' },
  })
  const set = await runCli(
    ['service', 'admin', 'set', service.body.id, colleague.id, 'audit', '--json'],
    env,
  )
  assert.equal(set.stdout, '"audit"\n', set.stderr)

  const made = JSON.parse(
    (await runCli(['token', 'create', '--name', 'laptop', '--json'], env)).stdout,
  )
  assert.ok(isTokenSecret(made.token))
  assert.match((await runCli(['token', 'list'], env)).stdout, /laptop/)
  assert.equal((await runCli(['token', 'revoke', made.id, '--yes'], env)).code, 0)
  assert.equal((await server.get('/auth/test', made.token)).status, 401)

  const audit = JSON.parse(
    (await runCli(['audit', 'list', '--event', 'workspace.service_admin.update', '--json'], env))
      .stdout,
  )
  assert.equal(audit.data.length, 1)
})

test('sign-in-link prints a link of the first owner, or of who is named', async () => {
  const server = await testServer()
  const env = { MUSTER_DATABASE_URL: server.url, MUSTER_PUBLIC_ORIGIN: 'https://muster.example' }
  const early = await runCli(['sign-in-link'], env)
  assert.equal(early.code, 1)
  assert.match(early.stderr, /muster init/)
  const owner = await makeOwner(server)
  await makeOwner(server)
  const link = JSON.parse((await runCli(['sign-in-link', '--json'], env)).stdout)
  assert.equal(link.user_id, owner.id)
  const response = await fetch(server.origin + new URL(link.url).pathname, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: 'https://muster.example' },
  })
  assert.equal(response.status, 303)
  const person = await makeCaller(server, [])
  const named = await runCli(['sign-in-link', '--user', person.id], env)
  assert.match(
    named.stdout,
    new RegExp(`${person.id} in once, until .*\\n\\n.*https://muster.example/sign-in/mst_l`),
  )
  assert.equal((await runCli(['sign-in-link', '--user', 'wsusr_x'], env)).code, 1)
})

test('a server that does not answer is named, with what to do', async () => {
  const { code, stderr } = await runCli([
    'user',
    'show',
    'x',
    '--url',
    'http://127.0.0.1:9',
    '--token',
    createTokenSecret('user'),
  ])
  assert.equal(code, 1)
  assert.match(stderr, /does not answer at http:\/\/127\.0\.0\.1:9 .*--url or set MUSTER_URL/)
})

test(
  'a port in use is named, and the owner’s token is not lost by it',
  { timeout: 60_000 },
  async () => {
    const clone = await cloneTemplate()
    const server = await testServer()
    const env = { MUSTER_DATABASE_URL: clone.url, MUSTER_PORT: new URL(server.origin).port }
    try {
      const refused = await runCli(['serve', '--log-level', 'silent'], env)
      assert.equal(refused.code, 1)
      assert.match(refused.stderr, /listens on 127\.0\.0\.1:\d+ already.*MUSTER_PORT/)
      const { stdout } = await runCli(['init', '--json'], env)
      assert.ok(isTokenSecret(JSON.parse(stdout).token))
    } finally {
      await clone.drop()
    }
  },
)

test('the variable of a flag is read as true or false, and anything else refused by its name', async () => {
  const file = join(directory, 'none.csv')
  const withFlag = (value: string) =>
    runCli(['import', file], { MUSTER_COMPLETE: value, MUSTER_JSON: 'no' })
  const refused = await withFlag('maybe')
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /^MUSTER_COMPLETE must be 1, true or yes, or 0, .*not "maybe"/)
  const run = await withFlag('false')
  assert.match(run.stderr, /^There is no file .*none\.csv\.\n$/)

  const seen: unknown[] = []
  for (const value of ['1', 'Yes', 'true', '0', 'no', 'FALSE', '']) {
    process.env['MUSTER_PRIMARY'] = value
    const program = buildProgram()
    const command = program.commands.find((each) => each.name() === 'import')
    command?.action((_, options: { primary?: boolean }) => {
      seen.push(options.primary)
    })
    await program.parseAsync(['import', 'x.csv'], { from: 'user' })
  }
  delete process.env['MUSTER_PRIMARY']
  assert.deepEqual(seen, [true, true, true, false, false, false, undefined])
})

test('scopes from the variable are split at blanks and commas', async () => {
  const seen: unknown[] = []
  for (const value of ['a b', 'a,b', ' a, b ']) {
    process.env['MUSTER_TOKEN_SCOPE'] = value
    const program = buildProgram()
    const create = program.commands
      .find((each) => each.name() === 'token')
      ?.commands.find((each) => each.name() === 'create')
    create?.action((options: { scope: string[] }) => {
      seen.push(options.scope)
    })
    await program.parseAsync(['token', 'create', '--name', 'x'], { from: 'user' })
  }
  delete process.env['MUSTER_TOKEN_SCOPE']
  assert.deepEqual(seen, [
    ['a', 'b'],
    ['a', 'b'],
    ['a', 'b'],
  ])
})

test('an import changes the integration as it is told, and makes the primary’s dimensions', async () => {
  const clone = await cloneTemplate()
  const env = { MUSTER_DATABASE_URL: clone.url, MUSTER_JSON: '1' }
  const people = join(directory, 'hr.csv')
  await writeFile(
    people,
    'id,first_name,last_name,email,department,manager_id\n1,Ada,Lovelace,ada@acme.example,Engine,2\n2,Grace,Hopper,grace@acme.example,Engine,\n',
  )
  const load = (...args: string[]) =>
    runCli(['import', people, '--integration', 'hr', ...args], env)
  try {
    const badHandle = await runCli(
      ['import', people, '--integration', 'My HR', '--vendor', 'file'],
      env,
    )
    assert.match(badHandle.stderr, /^"My HR" can't be a handle/)
    const first = JSON.parse((await load('--vendor', 'file')).stdout)
    assert.equal(first.people.created, 0, 'it is not the primary yet')
    const second = JSON.parse(
      (await load('--primary', '--name', 'Personnel', '--trusts-email')).stdout,
    )
    assert.equal(second.people.created, 2)
    assert.equal(second.attributes.created, 1, 'the department')
    assert.equal(second.people.managersUnresolved, 0)
    const mapping = join(directory, 'mapping.json')
    await writeFile(mapping, '{"account":{}}')
    assert.match((await load('--mapping', mapping)).stderr, /^The mapping is not valid: /)
    await writeFile(mapping, '{')
    assert.match((await load('--mapping', mapping)).stderr, /^The mapping .* is not JSON/)
    assert.match((await load('--type', 'okta')).stderr, /is of vendor file and type file/)
    const noExport = await load('--type', 'workday')
    assert.match(
      noExport.stderr,
      /choices are scim, ldap, okta, google, gitlab, github, slack, entra, file\./,
    )
    const other = ['import', people, '--integration', 'idp', '--vendor', 'idp', '--type', 'okta']
    assert.match((await runCli([...other, '--primary'], env)).stderr, /"hr" is, and exactly one/)
    const again = JSON.parse((await load('--primary', '--name', 'Personnel')).stdout)
    assert.deepEqual([again.accounts.unchanged, again.attributes.created], [2, 0])
  } finally {
    await clone.drop()
  }
})

test('what the system says is told in a line with what to do', async () => {
  const closed = { MUSTER_DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }
  const migrate = await runCli(['migrate'], closed)
  assert.match(
    migrate.stderr,
    /^The database does not answer \(.*127\.0\.0\.1:9\)\. .*MUSTER_DATABASE_URL\.\n$/,
  )
  assert.match(
    (await runCli(['import', directory, '--integration', 'hr'])).stderr,
    /is a directory/,
  )
  const latin = join(directory, 'policy.yaml')
  await writeFile(latin, Buffer.from('# caf\xe9', 'latin1'))
  assert.match((await runCli(['import', latin])).stderr, /is not UTF-8; save it as UTF-8/)
  const token = `${createTokenSecret('user')}\n`
  const broken = await runCli(['token', 'list'], { MUSTER_TOKEN: token })
  assert.match(broken.stderr, /^This is not a Muster token/)
  assert.ok(!broken.stderr.includes(token.trim()))
  const { stdout } = await runCli(['--version'])
  assert.match(stdout, /^\d+\.\d+\.\d+ \((commit [0-9a-f]{12}, )?schema \d{4}-[a-z-]+\)\n$/)
  assert.ok(stdout.startsWith(`${version} `))
})

test('a server that is not Muster is told as such', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const address = server.address()
    assert.ok(address !== null && typeof address === 'object')
    const url = `http://127.0.0.1:${address.port}`
    const args = ['token', 'list', '--url', url, '--token', createTokenSecret('user')]
    const { code, stderr } = await runCli(args)
    assert.equal(code, 1)
    assert.match(stderr, /is not Muster \(200, text\/html\)\. Give --url or set MUSTER_URL/)
  } finally {
    server.close()
  }
})

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Command } from 'commander'
import { buildProgram } from './muster.ts'
import { createTokenSecret, isTokenSecret } from '../access/token-secret.ts'
import { makeCaller, makeOwner, testServer } from '../../test/harness.ts'
import { version } from '../contract/version.ts'
import { importAda } from '../../test/ada.ts'
import { finished, runCli, startCli } from '../../test/run-cli.ts'

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

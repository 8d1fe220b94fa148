import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Command } from 'commander'
import { buildProgram } from '../muster.ts'
import { makeOwner, testServer } from '../../../test/harness.ts'
import { runCli } from '../../../test/run-cli.ts'

const server = await testServer()
const owner = await makeOwner(server)
const env = { MUSTER_URL: server.origin, MUSTER_TOKEN: owner.token }

test('wrong arguments are exit code 2, and 1 where 2 says that something would change', async () => {
  const codes = await Promise.all(
    [
      ['nothing'],
      ['user'],
      ['user', 'list', '--state', 'sleeping'],
      ['user', 'show'],
      ['user', 'show', 'x', '--no-such-option'],
      ['user', 'list', '--json', '--csv'],
      ['import', '--no-such-option'],
      ['policy', 'plan'],
      ['--help'],
      ['rule', 'show', 'not-an-id'],
      ['help', 'nothing'],
      ['user', 'list', '--url', 'nowhere'],
      ['user', 'list', '--server', 'unknown'],
      ['user', 'expire', 'drusr_01kaf7m2t4e8j9p3q5r7s9v1wx'],
      ['integration', 'create', 'x'],
      ['policy', 'plan', 'rules', '--url', 'nowhere'],
      ['logout', 'unknown'],
    ].map(async (args) => [args.join(' '), (await runCli(args, env)).code]),
  )
  assert.deepEqual(codes, [
    ['nothing', 2],
    ['user', 2],
    ['user list --state sleeping', 2],
    ['user show', 2],
    ['user show x --no-such-option', 2],
    ['user list --json --csv', 2],
    ['import --no-such-option', 1],
    ['policy plan', 1],
    ['--help', 0],
    ['rule show not-an-id', 2],
    ['help nothing', 2],
    ['user list --url nowhere', 2],
    ['user list --server unknown', 2],
    ['user expire drusr_01kaf7m2t4e8j9p3q5r7s9v1wx', 2],
    ['integration create x', 2],
    ['policy plan rules --url nowhere', 1],
    ['logout unknown', 2],
  ])
})

const warning = (option: string, variable: string) =>
  `Warning: ${option} is in the list of processes, which other users of this machine can read, and in the history of your shell. Use ${option}-file or ${variable}.`
const init = (...args: string[]) => runCli(['init', '--json', ...args], {})

test('every option that takes a secret can be a variable or a file, and is warned about as an argument', async () => {
  const pathOf = (command: Command): string =>
    command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`.trim()
  const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)]
  const secret = /(token|password|secret|credential|passphrase|database-url|chat-url)$/
  const found = all(buildProgram()).flatMap((command) =>
    command.options.flatMap(({ long, envVar, flags }) => {
      if (long == null || !secret.test(long) || !flags.includes('<')) return []
      const file = command.options.find((each) => each.long === `${long}-file`)
      assert.ok(envVar, `${pathOf(command)} ${long}`)
      assert.equal(file?.envVar, `${envVar}_FILE`, `${pathOf(command)} ${long}`)
      return [long]
    }),
  )
  assert.deepEqual([...new Set(found)].sort(), [
    '--bootstrap-token',
    '--chat-url',
    '--database-url',
    '--migration-database-url',
    '--passphrase',
    '--token',
  ])

  const withToken = await runCli(['whoami', '--token', owner.token], { MUSTER_URL: server.origin })
  assert.equal(withToken.code, 0, withToken.stderr)
  assert.ok(withToken.stderr.includes(warning('--token', 'MUSTER_TOKEN')), withToken.stderr)
  assert.equal((await runCli(['whoami'], env)).stderr, '')

  const folder = await mkdtemp(join(tmpdir(), 'muster-secrets-'))
  after(() => rm(folder, { recursive: true }))
  const withPassword = new URL(server.url)
  withPassword.password = 'not-needed'
  const [tokenFile, urlFile] = [join(folder, 'token'), join(folder, 'url')]
  await writeFile(tokenFile, `${owner.token}\n`)
  await writeFile(urlFile, `${withPassword.href}\n`)
  const inFile = await init('--database-url-file', urlFile, '--bootstrap-token-file', tokenFile)
  assert.deepEqual([inFile.code, inFile.stdout], [0, '{"token":null}\n'], inFile.stderr)
  assert.doesNotMatch(inFile.stderr, /Warning/)
  const argument = await init('--database-url', withPassword.href, '--bootstrap-token', owner.token)
  assert.equal(argument.code, 0, argument.stderr)
  assert.ok(argument.stderr.includes(warning('--database-url', 'MUSTER_DATABASE_URL')))
  assert.ok(argument.stderr.includes(warning('--bootstrap-token', 'MUSTER_BOOTSTRAP_TOKEN')))
  const plain = await init('--database-url', server.url)
  assert.doesNotMatch(plain.stderr, /Warning/)
  const both = await init('--database-url', server.url, '--database-url-file', urlFile)
  assert.deepEqual(
    [both.code, both.stderr.trim()],
    [2, 'Give --database-url or --database-url-file, not both.'],
  )
  const missing = await init('--database-url-file', join(folder, 'none'))
  assert.match(missing.stderr, /--database-url-file: the file .*none can't be read \(ENOENT\)/)
  const set = ['integration', 'connect', 'x', '--type', 'okta', '--at', 'https://acme.okta.com']
  const refused = await runCli([...set, '--set', 'token=very-secret'], env)
  assert.deepEqual([refused.code, refused.stderr.includes('very-secret')], [2, false])
  assert.match(refused.stderr, /--set does not take token\. Give it with --secret-file\./)
})

const create = (...args: string[]) => runCli(['token', 'create', '--name', 'ci', ...args], env)

test('a new token is printed in every form, with its secret', async () => {
  const id = await create('-o', 'id')
  assert.match(id.stdout, /^wstok_\w+\n$/, id.stderr)
  assert.match(id.stderr, /^Its secret, shown this once: mst_u\w+\n$/)
  const csv = await create('--csv')
  assert.match(
    csv.stdout,
    /^id,state,name,[^\n]*,timestamp\.expires_at,[^\n]*,token\r?\nwstok_\w+,active,ci,.*,mst_u\w+\r?\n$/,
  )
  assert.match(JSON.parse((await create('--json')).stdout).token, /^mst_u/)
  assert.match((await create()).stdout, /^wstok_\w+, until .*\n\n {2}mst_u\w+\n$/)
  const late = await create('--days', 'many')
  assert.match(late.stderr, /--days <number>.*It must be a number of days, from 1 to 365\./)
})

test('every command says plainly what it does', () => {
  const texts: string[] = []
  const collect = (command: ReturnType<typeof buildProgram>) => {
    texts.push(command.description())
    for (const each of command.commands) collect(each)
  }
  collect(buildProgram())
  for (const text of texts) assert.doesNotMatch(text, /\bthe the\b|one of the the|^$/)
})

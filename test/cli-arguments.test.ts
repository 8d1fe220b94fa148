import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildProgram } from '../src/cli/muster.ts'
import { makeOwner, testServer } from './harness.ts'
import { runCli } from './run-cli.ts'

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

const create = (...args: string[]) => runCli(['token', 'create', '--name', 'ci', ...args], env)

test('a new token is printed in every form, with its secret', async () => {
  const id = await create('-o', 'id')
  assert.match(id.stdout, /^wstok_\w+\n$/, id.stderr)
  assert.match(id.stderr, /^Its secret, shown this once: mst_u\w+\n$/)
  const csv = await create('--csv')
  assert.match(
    csv.stdout,
    /^id,name,until,scopes,token\r?\nwstok_\w+,ci,20\S+,\*\.view,mst_u\w+\r?\n$/,
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

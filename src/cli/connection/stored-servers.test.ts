import assert from 'node:assert/strict'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createTokenSecret } from '../../access/token-secret.ts'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { makeIntegration } from '../../../test/people.ts'
import { runCli } from '../../../test/run-cli.ts'

const home = await mkdtemp(join(tmpdir(), 'muster-config-'))
after(() => rm(home, { recursive: true }))
const file = join(home, 'muster', 'servers.json')

const server = await testServer()
const owner = await makeOwner(server)
const reader = await makeCaller(server, ['workspace.user.view'])

const run = (args: string[], input = '', env: Record<string, string> = {}) =>
  runCli(args, { XDG_CONFIG_HOME: home, TZ: 'UTC', ...env }, input)

test('login keeps a token that the server accepts, for its owner only', async () => {
  const none = await run(['whoami'])
  assert.equal(none.code, 1)
  assert.match(none.stderr, /^No token for http:\/\/127\.0\.0\.1:8600\. Run `muster login --url /)

  const wrong = await run(['login', '--url', server.origin], createTokenSecret('user'))
  assert.match(wrong.stderr, /^401: .*\nTo give another token, run: muster login\n$/)
  assert.match((await run(['login', '--url', server.origin])).stderr, /^No token was given/)
  await assert.rejects(stat(file))

  const login = await run(['login', '--url', server.origin], `${owner.token}\n`)
  assert.equal(login.code, 0, login.stderr)
  assert.match(login.stdout, /^caller-\S+ is logged in to http:\S+ until 20.* kept as local in /)
  assert.ok(!`${login.stdout}${login.stderr}`.includes(owner.token))
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.match((await run(['whoami'])).stdout, new RegExp(`user +${owner.id}\n`))
})

test('a second server has a name, and its token goes to it alone', async () => {
  const taken = await run(['login', '--url', 'http://127.0.0.1:9'], reader.token)
  assert.match(taken.stderr, /^local is http:\S+ already\. Give another --name/)
  const login = ['login', '--url', server.origin, '--name', 'reader', '--json']
  assert.equal(JSON.parse((await run(login, reader.token)).stdout).name, 'reader')
  const listed = await run(['servers'])
  assert.match(listed.stdout, /^NAME +DEFAULT +URL\nlocal +no +http.*\nreader +yes +http/)
  assert.ok(!listed.stdout.includes('mst_'))
  assert.equal((await run(['whoami', '-o', 'id'])).stdout, `${reader.id}\n`)
  assert.equal((await run(['whoami', '-o', 'id', '--server', 'local'])).stdout, `${owner.id}\n`)
  assert.equal((await run(['servers', '--use', 'local', '-o', 'id'])).stdout, 'local\nreader\n')
  assert.equal((await run(['whoami', '-o', 'id'])).stdout, `${owner.id}\n`)
  const elsewhere = await run(['whoami', '--url', 'http://127.0.0.1:9'])
  assert.match(elsewhere.stderr, /^No token for http:\/\/127\.0\.0\.1:9\./)
  const both = await run(['whoami', '--server', 'local', '--url', 'http://127.0.0.1:9'])
  assert.match(both.stderr, /^--server local is http:\S+, but --url is/)
  assert.match((await run(['whoami', '--server', 'x'])).stderr, /there are local, reader\./)
})

test('a file that others can read is refused, and doctor says what to do', async () => {
  await chmod(file, 0o644)
  const refused = await run(['whoami'])
  assert.match(refused.stderr, /^Other users can use \S+servers\.json, .* Run: chmod 600 /)
  const ill = await run(['doctor'], '', { MUSTER_DATABASE_URL: server.url, NO_COLOR: '1' })
  assert.equal(ill.code, 1)
  assert.match(ill.stdout, /^fail +token file +Others can use .*\n +→ Run: chmod 600 /m)
  await chmod(file, 0o600)
  const doctor = await run(['doctor', '--json'], '', {
    MUSTER_DATABASE_URL: server.url,
    MUSTER_PUBLIC_ORIGIN: 'http://muster.example',
  })
  const results = JSON.parse(doctor.stdout).map(
    ({ check, result }: { check: string; result: string }) => `${check} ${result}`,
  )
  assert.deepEqual(results, [
    'version ok',
    'settings ok',
    'database ok',
    'migrations ok',
    'clock ok',
    'public origin warn',
    'token file ok',
    'server ok',
    'token warn',
  ])
  const closed = await run(['doctor', '--data-directory', join(home, 'none')], '', {
    MUSTER_PORT: 'x',
  })
  assert.match(closed.stdout, /^fail +settings +MUSTER_PORT must be /m)
  const absent = await run(['doctor', '--data-directory', join(home, 'none')])
  assert.match(absent.stdout, /^warn +database +There is no database in .*\n +→ .*muster serve$/m)
  await assert.rejects(stat(join(home, 'none')), 'nothing is made')
})

test('doctor says why the credentials of sources can not be decrypted', async () => {
  const source = await makeIntegration(server)
  await server.query(
    `insert into integration_secret (integration_id, key_id, nonce, ciphertext)
     values ($1, '0123456789abcdef', decode(repeat('00', 12), 'hex'), decode(repeat('00', 16), 'hex'))`,
    [source.uuid],
  )
  const directory = await mkdtemp(join(home, 'keys-'))
  const key = join(directory, 'secret.key')
  const doctor = async () => {
    const env = { MUSTER_DATABASE_URL: server.url, NO_COLOR: '1', COLUMNS: '400' }
    const { code, stdout } = await run(['doctor', '--data-directory', directory], '', env)
    assert.equal(code, 1)
    return stdout
  }
  assert.match(await doctor(), /^fail +secret key +\S+secret\.key is not there\. Restore it/m)
  await assert.rejects(stat(key), 'nothing is made')
  await writeFile(key, `${Buffer.alloc(32).toString('base64')}\n`, { mode: 0o644 })
  assert.match(await doctor(), /^fail +secret key +Others can read the key file .* chmod 600/m)
  await chmod(key, 0o600)
  assert.match(await doctor(), /^fail +secret key +.* key 0123456789abcdef, which this process/m)
})

test('logout forgets a token, and ends it if that is asked for', async () => {
  const first = await run(['logout', 'reader', '--revoke'])
  assert.match(first.stdout, /^The token of reader is forgotten\.\n$/, first.stderr)
  assert.equal((await server.get('/auth/test', reader.token)).status, 401)
  assert.match((await run(['logout'])).stdout, /^The token of local is forgotten\.\n$/)
  assert.equal((await server.get('/auth/test', owner.token)).status, 200)
  assert.ok(!(await readFile(file, 'utf8')).includes('mst_'))
  assert.match((await run(['servers'])).stdout, /^No server is kept\. Run: muster login/)
})

test('a token file in the command beats the variable, and a token that was given is replaced by a new token', async () => {
  const tokenFile = join(home, 'token')
  await writeFile(tokenFile, `${owner.token}\n`)
  const other = await makeCaller(server, ['workspace.user.view'])
  const env = { MUSTER_URL: server.origin, MUSTER_TOKEN: other.token }
  const who = ['whoami', '-o', 'id']
  assert.equal((await run(who, '', env)).stdout, `${other.id}\n`)
  assert.equal((await run([...who, '--token-file', tokenFile], '', env)).stdout, `${owner.id}\n`)
  const argument = ['--token', other.token, '--token-file', tokenFile]
  assert.equal((await run([...who, ...argument], '', env)).stdout, `${other.id}\n`)
  const narrow = await makeCaller(server, ['workspace.token.manage'], ['*.view'])
  const refused = await run(['token', 'create', '--name', 'x'], '', {
    ...env,
    MUSTER_TOKEN: narrow.token,
  })
  assert.match(
    refused.stderr,
    /\nTo make a token with it, run: muster token create --name ci --scope '\*\.view' --scope workspace\.token\.manage\n$/,
  )
})

test('the tests of a policy folder run on the server, in a plan too, and no database is started unasked', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muster-policy-'))
  const resource = '{ type: codehost_group, integration: nowhere, handle: crew }'
  await writeFile(
    join(folder, 'tests.yaml'),
    `tests:\n  - { person: ada@acme.example, resource: ${resource} }\n`,
  )
  const env = { MUSTER_URL: server.origin, MUSTER_TOKEN: owner.token }
  const message = 'there is no codehost_group nowhere/crew'
  const tested = await run(['policy', 'test', folder], '', env)
  assert.equal(tested.code, 1, tested.stderr)
  assert.equal(tested.stdout, `tests.yaml:2: ${message}\n0 passed, 1 failed.\n`)
  const planned = await run(['policy', 'plan', folder], '', env)
  assert.equal(planned.code, 0, planned.stderr)
  assert.match(
    planned.stdout,
    /^No changes\.\nTests that fail:\n.*tests\.yaml:2:\d+: .*nowhere\/crew\n/,
  )
  const elsewhere = { XDG_CONFIG_HOME: folder, HOME: folder, XDG_DATA_HOME: folder }
  for (const verb of ['test', 'plan', 'apply', 'export']) {
    const unnamed = await run(['policy', verb, folder], '', elsewhere)
    assert.equal(unnamed.code, 1)
    assert.match(unnamed.stderr, /^Which server\? Run `muster login`/)
  }
  assert.deepEqual(await readdir(folder), ['tests.yaml'])
  await rm(folder, { recursive: true })
})

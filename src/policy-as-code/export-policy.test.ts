import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createTokenSecret } from '../access/token-secret.ts'
import { makeCaller, makeOwner, testServer } from '../../test/harness.ts'
import { runCli } from '../../test/run-cli.ts'
import { begin, fill } from './folder-for-tests.ts'

const server = await testServer()
await fill(server)
const { token } = await makeOwner(server)
const directory = await mkdtemp(join(tmpdir(), 'muster-export-'))
after(() => rm(directory, { recursive: true }))

type SentFile = { path: string; text: string }
const post = (path: string, body: unknown, as = token) =>
  server.call('POST', path, { token: as, body })

test('a server exports files that say the policy, and only those that differ from a folder', async () => {
  const files = Object.entries(begin()).map(([path, text]) => ({ path, text }))
  const plan = await post('/policy/plans', { files })
  assert.equal(plan.status, 201, plan.text)
  assert.equal((await post(`/policy/plans/${plan.body.id}/apply`, {})).status, 200)

  const exported = await post('/policy/export', {})
  assert.equal(exported.status, 200, exported.text)
  const sent: SentFile[] = exported.body.files
  assert.ok(sent.some(({ path }) => path === 'settings.yaml') && sent.length > 1)
  assert.deepEqual((await post('/policy/plans', { files: sent })).body.operations, [])
  assert.deepEqual((await post('/policy/export', { files: sent })).body.files, [])
  const [first, ...others] = sent
  const one = (await post('/policy/export', { files: others })).body.files
  assert.deepEqual(one, [first])
})

const names = async (path: string) => (await readdir(path, { recursive: true })).toSorted()

test('the command writes what the server says, as it does for a database', async () => {
  const [here, there] = [join(directory, 'here'), join(directory, 'there')]
  const local = await runCli(['policy', 'export', here], { MUSTER_DATABASE_URL: server.url })
  assert.equal(local.code, 0, local.stderr)
  const env = { MUSTER_URL: server.origin, MUSTER_TOKEN: token }
  const remote = await runCli(['policy', 'export', there], env)
  assert.equal(remote.code, 0, remote.stderr)
  assert.equal(remote.stdout.replace(there, here), local.stdout)
  assert.deepEqual(await names(there), await names(here))
  for (const name of (await names(here)).filter((each) => each.endsWith('.yaml')))
    assert.equal(
      await readFile(join(there, name), 'utf8'),
      await readFile(join(here, name), 'utf8'),
    )
  const again = await runCli(['policy', 'export', there], env)
  assert.equal(again.stdout, 'The files say it already.\n')
})

test('an export needs the right to see all that it tells', async () => {
  const reader = await makeCaller(server, ['policy.rule.view', 'directory.user.view'])
  const refused = await post('/policy/export', {}, reader.token)
  assert.match(refused.body.message, /^This needs the permission directory\.dimension\.view/)
  const wrong = await post('/policy/export', { files: [{ path: 'a.yaml', text: 'nonsense: 1' }] })
  assert.match(wrong.body.errors['files.0.text'][0], /^a\.yaml:1:1: unknown key nonsense/)
})

test('a server can’t make the command write elsewhere', async () => {
  const files = [{ path: '../outside.yaml', text: 'x' }]
  const hostile = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ files }))
  })
  hostile.listen(0, '127.0.0.1')
  await once(hostile, 'listening')
  after(() => hostile.close())
  const bound = hostile.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  const env = { MUSTER_URL: `http://127.0.0.1:${port}`, MUSTER_TOKEN: createTokenSecret('user') }
  const { code, stderr } = await runCli(['policy', 'export', join(directory, 'in')], env)
  assert.equal(code, 1)
  assert.equal(
    stderr,
    'The server sent a file with the name ../outside.yaml. Nothing was written.\n',
  )
  assert.deepEqual(await readdir(join(directory, 'in')), [])
})

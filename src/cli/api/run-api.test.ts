import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { makeOwner, testServer } from '../../../test/harness.ts'
import { runCli } from '../../../test/run-cli.ts'

const server = await testServer()
const { token } = await makeOwner(server)
const folder = await mkdtemp(join(tmpdir(), 'muster-api-'))
after(() => rm(folder, { recursive: true }))

const run = (args: string[], input = '') =>
  runCli(['api', ...args], { MUSTER_URL: server.origin, MUSTER_TOKEN: token }, input)

test('a path alone is read, with fields as its query and with or without the prefix', async () => {
  const own = await run(['/auth/test'])
  assert.equal(JSON.parse(own.stdout).roles[0], 'workspace.owner', own.stderr)
  for (const path of ['/api/v1/workspace/tokens', 'api/v1/workspace/tokens', '/workspace/tokens']) {
    const { stdout, stderr } = await run([path, '-f', 'page[size]=1', '-f', 'filter[state]=active'])
    assert.equal(JSON.parse(stdout).data.length, 1, stderr)
  }
})

test('fields and files are the body of a write', async () => {
  const made = await run([
    'POST',
    '/workspace/services',
    '-f',
    'name=One',
    '--raw-field',
    'handle=one',
    '--show-headers',
  ])
  assert.equal(JSON.parse(made.stdout).handle, 'one', made.stderr)
  assert.match(made.stderr, /^201\nETag: "/)
  const file = join(folder, 'service.yaml')
  await writeFile(file, 'name: Two\nhandle: two\n')
  const read = await run(['post', '/workspace/services', '--input', file, '-f', 'description=Its'])
  const { id, description } = JSON.parse(read.stdout)
  assert.equal(description, 'Its', read.stderr)
  const input = await run(['PATCH', `/workspace/services/${id}`, '--input', '-'], '{"name":"Zwei"}')
  assert.equal(JSON.parse(input.stdout).name, 'Zwei', input.stderr)
  const gone = await run(['DELETE', `/workspace/services/${id}`])
  assert.deepEqual([gone.code, gone.stdout], [0, ''], gone.stderr)
})

test('all pages of a list are read on request', async () => {
  const { stdout, stderr } = await run(['/audit/logs', '-f', 'page[size]=1', '--paginate'])
  assert.ok(JSON.parse(stdout).data.length > 2, stderr)
})

test('the token goes to no other server, and what is refused is exit code 1', async () => {
  for (const path of [
    '//evil.example/x',
    'https://evil.example/x',
    '/a/../../x',
    'directory',
    '/a b',
  ])
    assert.deepEqual([path, (await run([path])).code], [path, 2])
  assert.equal((await run(['FETCH', '/auth/test'])).code, 2)
  const refused = await run(['POST', '/workspace/services', '-f', 'name=3'])
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /^422: /)
})

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { access, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createTokenSecret } from '../../access/token-secret.ts'
import { freePort } from '../../http/free-port.ts'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { runCli } from '../../../test/run-cli.ts'

const server = await testServer()
const { token } = await makeOwner(server)
for (const handle of ['one', 'two', 'three'])
  await server.call('POST', '/workspace/services', { token, body: { name: handle, handle } })
const folder = await mkdtemp(join(tmpdir(), 'muster-cli-audit-'))
after(() => rm(folder, { recursive: true }))
const env = { MUSTER_URL: server.origin, MUSTER_TOKEN: token }
const run = (...args: string[]) => runCli(['audit', 'export', ...args], env)
const made = ['--event', 'workspace.service.create']

test('the audit log is exported as the API has it, to standard output or a new file', async () => {
  const { text } = await server.get('/audit/export?filter[event]=workspace.service.create', token)
  const printed = await run(...made)
  assert.equal(printed.code, 0, printed.stderr)
  assert.equal(printed.stdout, text)
  assert.equal(text.trim().split('\n').length, 3)
  const out = join(folder, 'audit.jsonl')
  const written = await run(...made, '--out', out)
  assert.equal(written.code, 0, written.stderr)
  assert.equal(written.stdout, '')
  assert.match(written.stderr, /^Wrote [\d,]+ bytes to /)
  assert.equal(await readFile(out, 'utf8'), text)
  const again = await run(...made, '--out', out)
  assert.equal(again.code, 1)
  assert.match(again.stderr, /is there already/)
  assert.equal(await readFile(out, 'utf8'), text)
})

test('it is CSV on request, and filters are those of the list', async () => {
  const { stdout } = await run('--csv', ...made, '--before', '2020-01-01')
  assert.match(stdout, /^id,[^\n]*\r\n$/)
})

test('without the permission it says which one is missing, and leaves no file', async () => {
  const viewer = await makeCaller(server, ['audit.log.view'])
  const out = join(folder, 'refused.jsonl')
  const refused = await run('--token', viewer.token, '--out', out)
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /audit\.log\.export/)
  await assert.rejects(access(out))
})

test('a part of an export is not taken for the whole', async (t) => {
  const port = await freePort('127.0.0.1', 0)
  const broken = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson; charset=utf-8' })
    response.write('{"id":"audlg_1"}\n', () => response.destroy())
  }).listen(port, '127.0.0.1')
  t.after(() => broken.close())
  const out = join(folder, 'cut.jsonl')
  const there = ['--url', `http://127.0.0.1:${port}`, '--token', createTokenSecret('user')]
  for (const where of [[], ['--out', out]]) {
    const { code, stderr } = await run(...there, ...where)
    assert.equal(code, 1)
    assert.match(stderr, /ended before the last row/)
  }
  await assert.rejects(access(out))
})

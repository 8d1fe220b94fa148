import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeOwner, testServer } from '../../../test/harness.ts'
import { runCli } from '../../../test/run-cli.ts'

const server = await testServer()
const { token } = await makeOwner(server)
const env = { MUSTER_URL: server.origin, MUSTER_TOKEN: token, TZ: 'UTC' }
const run = (...args: string[]) => runCli(['integration', ...args], env)
const create = (name: string, ...more: string[]) =>
  run('secret', 'create', 'entra', '--name', name, ...more)

const scim = ['--vendor', 'idp', '--type', 'scim', '--scim-profile', 'entra', '--primary']
const made = await run('create', 'entra', ...scim, '--json')
const { scim_url: address } = JSON.parse(made.stdout)
const path = new URL(address).pathname
const isOpenTo = async (secret: string) =>
  (await fetch(`${server.origin}${path}/Users`, { headers: { authorization: `Bearer ${secret}` } }))
    .status

test('a new secret is printed once with its address, and opens that', async () => {
  const { code, stdout, stderr } = await create('first')
  assert.equal(code, 0, stderr)
  const [, printed, secret = ''] =
    /^wsscs_\w+, until it is revoked\. Shown this once:\n\naddress +(\S+)\nsecret +(mst_p\w+)\n$/.exec(
      stdout,
    ) ?? []
  assert.equal(printed, address, stdout)
  assert.equal(stderr, '')
  assert.equal(await isOpenTo(secret), 200)
  const listed = await run('secret', 'list', 'entra')
  assert.match(
    listed.stdout,
    /^NAME +STATE +USED +UNTIL +ID\nfirst +active +20\d\d-[\d: -]+ +– +wsscs_/,
  )
  assert.doesNotMatch(listed.stdout, /mst_/)
})

test('programs read the secret as JSON, and with -o id from standard error', async () => {
  const asJson = JSON.parse((await create('second', '--days', '30', '--json')).stdout)
  assert.equal(asJson.scim_url, address)
  assert.equal(await isOpenTo(asJson.secret), 200)
  const days = (Date.parse(asJson.timestamp.expires_at) - Date.now()) / 86_400_000
  assert.ok(Math.abs(days - 30) < 0.1, String(days))
  const third = await create('third')
  assert.deepEqual([third.code, third.stdout], [1, ''])
  assert.match(third.stderr, /has 2 live SCIM secrets: revoke one of them first/)
  const revoked = await run('secret', 'revoke', 'entra', asJson.id, '--yes', '-o', 'id')
  assert.deepEqual([revoked.code, revoked.stdout.trim()], [0, asJson.id])
  assert.equal(await isOpenTo(asJson.secret), 401)
  const { stdout, stderr } = await create('third', '-o', 'id')
  assert.match(stdout, /^wsscs_\w+\n$/)
  assert.match(stderr, /^The secret, shown this once: mst_p\w+\n/)
})

test('a secret is revoked by its name after a question that says when it was used', async () => {
  const asked = await run('secret', 'revoke', 'entra', 'first')
  assert.equal(asked.code, 1)
  assert.match(asked.stderr, /This will revoke first \(wsscs_\w+\), last used: 20\d\d-/)
  assert.match(asked.stderr, /Nothing was revoked\. Give --yes/)
  assert.match((await run('secret', 'revoke', 'entra', 'third')).stderr, /last used: never before/)
  assert.equal((await run('secret', 'revoke', 'entra', 'fir', '--yes')).code, 1)
  const { code, stdout } = await run('secret', 'revoke', 'entra', 'first', '--yes')
  assert.deepEqual([code, /^first is revoked\.\n$/.test(stdout)], [0, true])
  const active = JSON.parse(
    (await run('secret', 'list', 'entra', '--state', 'active', '--json')).stdout,
  )
  assert.deepEqual(
    active.data.map(({ name }: { name: string }) => name),
    ['third'],
  )
})

test('what has no SCIM, or no such life, gets no secret', async () => {
  await run('create', 'files', '--vendor', 'file')
  const other = await run('secret', 'create', 'files', '--name', 'x')
  assert.equal(other.code, 1)
  assert.match(other.stderr, /only integrations of type scim take SCIM/)
  assert.equal((await create('x', '--days', '3651')).code, 2)
  assert.equal((await run('secret', 'create', 'entra')).code, 2)
})

test('an address that only this machine reaches is told on standard error', async () => {
  const local = await testServer({ publicOrigin: 'http://127.0.0.1:8600' })
  const { token: its } = await makeOwner(local)
  const there = { MUSTER_URL: local.origin, MUSTER_TOKEN: its }
  await runCli(['integration', 'create', 'okta', '--vendor', 'idp', '--type', 'scim'], there)
  const args = ['integration', 'secret', 'create', 'okta', '--name', 'x', '--json']
  const { stdout, stderr } = await runCli(args, there)
  assert.match(JSON.parse(stdout).scim_url, /^http:\/\/127/)
  assert.match(stderr, /push to https only\. MUSTER_PUBLIC_ORIGIN of the server/)
})

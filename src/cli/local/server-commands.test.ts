import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTokenSecret } from '../../access/token-secret.ts'
import { cloneTemplate } from '../../../test/template.ts'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { runCli } from '../../../test/run-cli.ts'

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

test(
  'a port in use is named, and the owner’s token is not lost by it',
  { timeout: 900_000 },
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

import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runCli } from '../../../test/run-cli.ts'

const directory = await mkdtemp(join(tmpdir(), 'muster-doctor-'))
after(() => rm(directory, { recursive: true }))

/** What doctor says about variables with these names. */
async function unknownAmong(names: readonly string[]): Promise<string[]> {
  const env = { ...Object.fromEntries(names.map((name) => [name, ''])), XDG_CONFIG_HOME: directory }
  const { stdout } = await runCli(['doctor', '--data-directory', directory, '--json'], env)
  const checks: { check: string; message: string }[] = JSON.parse(stdout)
  return checks.flatMap(({ check, message }) => (check === 'variables' ? [message] : []))
}

test('doctor names variables that nothing reads, such as former names', async () => {
  const names = ['MUSTER_SYNC_EVERY', 'MUSTER_INTEGRATION_EVERY', 'MUSTER_ACCOUNT_EMAIL']
  assert.deepEqual(await unknownAmong(names), [
    'Nothing reads MUSTER_SYNC_EVERY, MUSTER_ACCOUNT_EMAIL',
  ])
})

test('doctor knows every variable of a setting', async () => {
  const source = await readFile(new URL('../../config.ts', import.meta.url), 'utf8')
  const read = [...source.matchAll(/'(MUSTER_[A-Z_]*[A-Z])'/g)].map(([, name = '']) => name)
  assert.ok(read.length > 15)
  const ofKubernetes = ['MUSTER_SERVICE_HOST', 'MUSTER_PORT_8600_TCP_ADDR']
  const secrets = ['MUSTER_SECRET_KEY_FILE', 'MUSTER_TOKEN_FILE', 'MUSTER_OIDC_CLIENT_SECRET_ACME']
  assert.deepEqual(await unknownAmong([...read, ...secrets, ...ofKubernetes]), [])
})

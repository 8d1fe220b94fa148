import assert from 'node:assert/strict'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { testServer, makeOwner } from '../../test/harness.ts'
import { migrate } from './migrate.ts'

const server = await testServer()
const directory = await mkdtemp(join(tmpdir(), 'muster-migrations-'))
after(() => rm(directory, { recursive: true, force: true }))
await cp(new URL('./migrations', import.meta.url), directory, { recursive: true })

test('a server that runs beside a migration does not answer from before it', async () => {
  const owner = await makeOwner(server)
  while (!server.app.services.lease.isAlone()) await sleep(50)
  assert.equal((await server.get('/directory/users', owner.token)).status, 200)

  await writeFile(
    join(directory, '9999-revoke.sql'),
    'update token set revoked_at = current_instant();',
  )
  assert.deepEqual(await migrate({ url: server.url }, directory), ['9999-revoke'])
  assert.equal((await server.get('/directory/users', owner.token)).status, 401)
})

test('while nothing is behind, a server may go on answering from memory', async () => {
  while (!server.app.services.lease.isAlone()) await sleep(50)
  await migrate({ url: server.url }, directory)
  assert.ok(server.app.services.lease.isAlone())
})

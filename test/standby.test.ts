import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, symlink, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createTokenSecret } from '../src/access/token-secret.ts'
import { readConfig } from '../src/config.ts'
import { connectDatabase } from '../src/database/connect-database.ts'
import { type Database } from '../src/database/database.ts'
import { clusterOf } from '../src/database/embedded/data-directory.ts'
import { query, scratch, type Scratch } from '../src/database/embedded/embedded-postgres.fixture.ts'
import type { EmbeddedPostgres } from '../src/database/embedded/embedded-postgres.ts'
import { failureOf } from '../src/database/failure.ts'
import { migrate } from '../src/database/migrate.ts'
import { createLogger } from '../src/log.ts'
import { startServer } from '../src/main.ts'
import { until } from './until.ts'

// PostgreSQL with standbys: the primary waits for one that does not answer, or a standby answers instead of the primary.

const run = promisify(execFile)

type Primary = { database: Database; postgres: EmbeddedPostgres }

/** Works with a primary whose commits wait for a standby that does not exist. */
async function onWaitingPrimary(t: TestContext, work: (primary: Primary) => Promise<void>) {
  const { start } = await scratch(t)
  const postgres = await start()
  await migrate(postgres.administrator)
  const database = await connectDatabase({ connection: postgres.login, poolSize: 4 })
  try {
    await waitFor(postgres, 'absent')
    await work({ database, postgres })
  } finally {
    await waitFor(postgres, '')
    await database.close()
  }
}

async function waitFor({ administrator }: EmbeddedPostgres, standby: string): Promise<void> {
  await query(administrator, `alter system set synchronous_standby_names = '${standby}'`)
  await query(administrator, 'select pg_reload_conf()')
  await until(async () => {
    const [row] = await query(administrator, 'show synchronous_standby_names')
    return row?.['synchronous_standby_names'] === standby
  })
}

/** Begins to commit a role, and does this to the session that waits for the standby. */
async function commitAnd(
  { database, postgres: { administrator } }: Primary,
  act: 'pg_terminate_backend' | 'pg_cancel_backend',
  name: string,
) {
  const written = database.transaction(async ({ tx }) => {
    await tx.insertInto('role').values({ name, permissions: [] }).execute()
    return 'written'
  })
  const settled = written.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  await until(async () => {
    const rows = await query(
      administrator,
      `select ${act}(pid) from pg_stat_activity where wait_event = 'SyncRep' and query = 'commit'`,
    )
    return rows.length > 0
  }, 'a commit that waits for the standby')
  return settled
}

for (const act of ['pg_terminate_backend', 'pg_cancel_backend'] as const) {
  test(`a commit that no standby has is not acknowledged after ${act}`, async (t) => {
    await onWaitingPrimary(t, async (primary) => {
      const settled = await commitAnd(primary, act, 'unconfirmed')
      assert.ok('error' in settled, 'the change was acknowledged')
      assert.equal(failureOf(settled.error), 'outcome unknown')
      const rows = await query(
        primary.postgres.administrator,
        `select from role where name = 'unconfirmed'`,
      )
      assert.equal(rows.length, 1, 'it is visible on the primary all the same')
    })
  })

  test(`a commit that the standby receives after ${act} is acknowledged`, async (t) => {
    await onWaitingPrimary(t, async (primary) => {
      const settled = commitAnd(primary, act, 'confirmed')
      await sleep(500)
      await waitFor(primary.postgres, '')
      assert.deepEqual(await settled, { value: 'written' })
    })
  })
}

test('a server whose database is a standby now is not ready, and refuses writes as such', async (t) => {
  const [first, second] = [await scratch(t), await scratch(t)]
  const primary = await first.start()
  const sockets = join(await mkdtemp(join(tmpdir(), 'muster-test-')), 'sockets')
  await symlink(primary.login.host, sockets)
  const at = ({ user, port, database }: EmbeddedPostgres['login']) =>
    `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(sockets)}`
  const token = createTokenSecret('user')
  const settings = {
    MUSTER_DATABASE_URL: at(primary.login),
    MUSTER_MIGRATION_DATABASE_URL: at(primary.administrator),
    MUSTER_DATA_DIRECTORY: first.directory,
    MUSTER_PORT: '0',
    MUSTER_CONSOLE: 'off',
    MUSTER_BOOTSTRAP_TOKEN: token,
  }
  const log = createLogger('silent')
  const server = await startServer(readConfig(settings, {}), log)
  const { address } = server
  try {
    await primary.stop()
    const standby = await standbyOf(first, second)
    await unlink(sockets)
    await symlink(standby.login.host, sockets)

    const ready = await until(async () => {
      const answer = await fetch(`${address}/readyz`)
      const text = await answer.text()
      return !text.includes('reached') && { status: answer.status, text }
    })
    assert.deepEqual([ready.status, /standby/.test(ready.text)], [503, true], ready.text)
    const authorization = `Bearer ${token}`
    const written = await fetch(`${address}/api/v1/workspace/services`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Late', handle: 'late' }),
    })
    assert.equal(written.status, 503)
    assert.match(await written.text(), /standby that has not taken over/)
    await assert.rejects(startServer(readConfig(settings, {}), log), /standby/)
  } finally {
    await server.stop()
  }
})

/** A copy of a primary that was stopped. Without a primary to follow it stays a standby that nobody promotes. */
async function standbyOf(primary: Scratch, copy: Scratch): Promise<EmbeddedPostgres> {
  await run('cp', ['-a', `${primary.directory}/.`, copy.directory])
  const inCluster = (name: string) => join(clusterOf(copy.directory), name)
  await run('cp', ['-a', inCluster('PG_VERSION'), inCluster('standby.signal')])
  return copy.start()
}

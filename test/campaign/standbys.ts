import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chown, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { clusterOf } from '../../src/database/embedded/data-directory.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../src/database/embedded/embedded-postgres.ts'
import { until } from '../until.ts'

const run = promisify(execFile)

/** Enough WAL for a standby that is copied while the primary writes. */
const settings = { wal_keep_size: '512MB', max_wal_senders: '4', hot_standby: 'on' }

/** A PostgreSQL in a directory of its own. */
export type Node = { directory: string; postgres: EmbeddedPostgres }

export async function startNode(directory: string): Promise<Node> {
  const postgres = await startEmbeddedPostgres({
    dataDirectory: directory,
    exclusive: false,
    settings,
  })
  return { directory, postgres }
}

/** Ends all processes of a PostgreSQL at once, as a machine that loses power does. */
export async function killNode({ postgres: { pid } }: Node): Promise<void> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  const processes = [pid, ...children.trim().split(' ').map(Number)]
  for (const each of processes) if (each > 0) process.kill(each, 'SIGSTOP')
  for (const each of processes) if (each > 0) process.kill(each, 'SIGKILL')
  await until(async () => (await readdir(`/proc/${pid}`).catch(() => [])).length === 0, 'an end')
}

/** Copies a primary that serves, lets the copy follow it, and has each commit wait for the copy. */
export async function addStandby(primary: Node, directory: string): Promise<Node> {
  await rm(directory, { recursive: true, force: true })
  const { administrator } = primary.postgres
  const session = new Client(administrator)
  await session.connect()
  try {
    await session.query(`select pg_backup_start('standby', true)`)
    // Files may change or go while they are copied: the WAL has what they lack.
    await run('cp', ['-a', primary.directory, directory]).catch(() => undefined)
    const { rows } = await session.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(false)',
    )
    await follow(administrator, clusterOf(directory), rows[0]?.labelfile ?? '')
    const node = await startNode(directory)
    await session.query(`alter system set synchronous_standby_names = 'standby'`)
    await session.query('select pg_reload_conf()')
    await until(async () => {
      const { rows: states } = await session.query<{ sync_state: string }>(
        'select sync_state from pg_stat_replication',
      )
      return states.some((each) => each.sync_state === 'sync')
    }, 'a synchronous standby')
    return node
  } finally {
    await session.end()
  }
}

async function follow(
  primary: EmbeddedPostgres['administrator'],
  cluster: string,
  label: string,
): Promise<void> {
  const address = `host=${primary.host} port=${primary.port} user=postgres application_name=standby`
  const files = {
    backup_label: label,
    'standby.signal': '',
    'postgresql.auto.conf': `primary_conninfo = '${address}'\nhot_standby = on\n`,
  }
  const socket = join(dirname(cluster), '.s.PGSQL.5432')
  for (const left of [join(cluster, 'postmaster.pid'), socket, `${socket}.lock`])
    await rm(left, { force: true })
  const { uid, gid } = await stat(join(cluster, 'PG_VERSION'))
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(cluster, name), content)
    await chown(join(cluster, name), uid, gid)
  }
}

/** The standby takes over. @returns once it has */
export async function promote({ postgres: { administrator } }: Node): Promise<void> {
  const session = new Client(administrator)
  await session.connect()
  const { rows } = await session.query<{ promoted: boolean }>(
    'select pg_promote(true, 60) as promoted',
  )
  assert.equal(rows[0]?.promoted, true)
  await session.end()
}

/** One URL of several servers. */
export function urlOfAll(nodes: readonly Node[]): string {
  const hosts = nodes.map(({ postgres }) => postgres.administrator.host)
  return `postgres://postgres@localhost/postgres?host=${encodeURIComponent(hosts.join(','))}`
}

import assert from 'node:assert/strict'
import {
  chown,
  lchown,
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { clusterOf, dataDirectoryOf, prepareDataDirectory } from './data-directory.ts'
import { until } from '../../../test/until.ts'
import { prepareEmbeddedPostgres } from './embedded-postgres.ts'
import { kill, query, scratch, serverOf, zombie } from './embedded-postgres.fixture.ts'
import { processKind } from './process-state.ts'
import { formerServerUser, isRoot, ownUser, serverUser, type ServerUser } from './server-user.ts'
import { takeOver } from './take-over.ts'

const KILLS = 10
const silently = () => undefined

const failing = (code: string | number) => async () => {
  throw Object.assign(new Error('useradd failed'), { code })
}
const absent = async () => undefined

suite('embedded PostgreSQL', { concurrency: 2 }, () => {
  test('starts from nothing and answers, durable, on a private Unix socket only', async (t) => {
    const { start } = await scratch(t)
    const server = await start()
    assert.equal(server.adopted, false)
    const rows = await query(
      server.administrator,
      `select name, setting from pg_settings where name in
         ('fsync', 'full_page_writes', 'listen_addresses', 'server_encoding', 'unix_socket_permissions')
       union all select 'locale', datlocale from pg_database where datname = current_database()
       union all select 'pid', split_part(pg_read_file('postmaster.pid'), chr(10), 1)`,
    )
    assert.deepEqual(Object.fromEntries(rows.map((row) => [row['name'], row['setting']])), {
      fsync: 'on',
      full_page_writes: 'on',
      listen_addresses: '',
      server_encoding: 'UTF8',
      unix_socket_permissions: '0700',
      locale: 'C.UTF-8',
      pid: String(server.pid),
    })
  })

  test('a cluster that is thrown away does not wait for the disk', async (t) => {
    const { directory, start } = await scratch(t)
    await prepareEmbeddedPostgres({ dataDirectory: directory, isThrowaway: true })
    const { administrator } = await start()
    const rows = await query(
      administrator,
      `select setting from pg_settings where name in ('fsync', 'full_page_writes')`,
    )
    assert.deepEqual(rows, [{ setting: 'off' }, { setting: 'off' }])
  })

  test('finds what is in texts of any script by an index', async (t) => {
    const { start } = await scratch(t)
    const { administrator } = await start()
    await query(administrator, 'create extension pg_trgm')
    const rows = await query(
      administrator,
      `select text from unnest(array['müller', 'иванов', '田中太郎', 'παπάς', 'כהן']) as text
       where cardinality(show_trgm(text)) < char_length(text)`,
    )
    assert.deepEqual(rows, [])
  })

  test('quotes no values in its log', async (t) => {
    const { directory, start } = await scratch(t)
    const { administrator } = await start()
    await query(
      administrator,
      `create table person (email text primary key, age int check (age > 0))`,
    )
    await query(administrator, `insert into person values ('zephyrine@acme.example', 1)`)
    for (const statement of [
      `insert into person values ('zephyrine@acme.example', 1)`,
      `insert into person values ('zephyrine', -1)`,
      `select nothing from person where email = 'zephyrine'`,
    ])
      await assert.rejects(query(administrator, statement))
    const log = await readFile(join(directory, 'postgres', 'postgres.log'), 'utf8')
    assert.match(log, /duplicate key value/)
    assert.doesNotMatch(log, /zephyrine/)
  })

  test('as root, gives a user of its own what belonged to nobody, once no server runs on it', async (t) => {
    if (!isRoot()) return t.skip('only root runs the server as another user')
    const { directory, start } = await scratch(t)
    const home = join(directory, 'postgres')
    const former = await formerServerUser()
    const own = { uid: 60_860, gid: 60_860, name: 'muster' }
    const server = await start()
    const { uid, gid } = await lstat(home)
    await lchown(home, former.uid, former.gid)
    await takeOver(directory, own)
    assert.equal((await lstat(home)).uid, former.uid)
    await lchown(home, uid, gid)
    await server.stop()
    await ended(server.pid, directory)
    await chownAll(home, former)
    // As a start that was killed halfway leaves it.
    await chown(home, own.uid, own.gid)
    await link(join(home, 'cluster', 'PG_VERSION'), join(directory, 'elsewhere'))
    await assert.rejects(takeOver(directory, own), /another name elsewhere/)
    await rm(join(directory, 'elsewhere'))
    await takeOver(directory, own)
    assert.deepEqual([...(await ownersIn(home))], [own.uid])
    await chownAll(home, former)
  })

  test('as root, runs as a system user of its own, which several starts at once create once', async (t) => {
    const own = { uid: 999, gid: 999, name: 'muster' }
    const former = await formerServerUser()
    const lines: string[] = []
    const log = (line: string) => void lines.push(line)
    let asked = 0
    const found = async () => ((asked += 1) > 3 ? own : undefined)
    const cases: [Parameters<typeof ownUser>[1], ServerUser, RegExp][] = [
      [{ find: async () => own, create: failing(1) }, own, /^$/],
      [{ find: found, create: failing(1) }, own, /^PostgreSQL runs as the new system user muster$/],
      [
        { find: absent, create: failing('ENOENT') },
        former,
        /runs as nobody, so .*`useradd --system/,
      ],
      [{ find: absent, create: async () => undefined }, former, /runs as nobody/],
    ]
    for (const [accounts, expected, words] of cases) {
      lines.length = 0
      assert.deepEqual(await ownUser(log, accounts), expected)
      assert.match(lines.join(), words)
    }
    if (!isRoot()) return t.skip('only root runs the server as another user')
    const users = await Promise.all([1, 2, 3].map(() => serverUser(silently)))
    assert.deepEqual(
      users.map(({ name }) => name),
      ['muster', 'muster', 'muster'],
    )
    const { directory, start } = await scratch(t)
    const server = await start()
    const [user] = users
    assert.ok(user && user.uid > 0)
    assert.equal((await lstat(join(directory, 'postgres'))).uid, user.uid)
    const status = await readFile(`/proc/${server.pid}/status`, 'utf8').catch(() => undefined)
    if (status !== undefined)
      assert.match(status, new RegExp(String.raw`^Uid:\s+${user.uid}\s`, 'm'))
  })

  test('keeps its data over stop and start, and takes settings', async (t) => {
    const { directory, start } = await scratch(t)
    const first = await start()
    await query(first.administrator, 'create table kept as select 42 as answer')
    await Promise.all([first.stop(), first.stop()])
    await ended(first.pid, directory)

    const note = `it's "quoted" $HOME`
    const second = await start({ settings: { work_mem: '7MB', 'muster.note': note } })
    const sql = `select answer, current_setting('work_mem') as work_mem, current_setting('muster.note') as note from kept`
    assert.deepEqual(await query(second.administrator, sql), [
      { answer: 42, work_mem: '7MB', note },
    ])
  })

  test('refuses a second process on the same directory, naming the first', async (t) => {
    const { directory, start, spawnLoop } = await scratch(t)
    await start()
    const second = spawnLoop()
    await second.closed
    assert.equal(second.child.exitCode, 1)
    assert.deepEqual(second.lines, [])
    const refusal = `Muster (pid ${process.pid}) already uses ${directory}; stop it, or choose another data directory with --data-directory / MUSTER_DATA_DIRECTORY`
    assert.ok(second.errors.join('\n').includes(refusal), second.errors.join('\n'))
  })

  test('of two that start at once from nothing, one gets the directory', async (t) => {
    const { start } = await scratch(t)
    const outcomes = await Promise.allSettled([start(), start()])
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    const refused = outcomes.find((outcome) => outcome.status === 'rejected')
    assert.match(String(refused?.reason), /already uses/)
  })

  test('callers that do not ask for it alone share one server', async (t) => {
    const { start } = await scratch(t)
    const share = () => start({ exclusive: false })
    const [one, other] = await Promise.all([share(), share()])
    assert.equal(one.pid, other.pid)
  })

  test('adopts the server that a killed process left, and stops it', async (t) => {
    const { directory, start, spawnLoop } = await scratch(t)
    const loop = spawnLoop()
    const pid = await serverOf(loop)
    await kill(loop)

    const server = await start()
    assert.deepEqual({ adopted: server.adopted, pid: server.pid }, { adopted: true, pid })
    await server.stop()
    await ended(pid, directory)
  })

  test('keeps its hold on the directory when a crash cuts every session', async (t) => {
    const { start } = await scratch(t)
    const { administrator } = await start()
    const sleeper = query(administrator, 'select pg_sleep(60)').catch(() => 'cut')
    const victim = await until(async () => {
      const sql = `select pid from pg_stat_activity where query = 'select pg_sleep(60)'`
      return (await query(administrator, sql))[0]?.['pid']
    })
    process.kill(Number(victim), 'SIGKILL')
    assert.equal(await sleeper, 'cut')
    await until(async () => {
      const sql = `select 1 from pg_locks where locktype = 'advisory'`
      const rows = await query(administrator, sql).catch(() => [])
      return rows.length === 1 ? true : undefined
    })
    await assert.rejects(start(), /already uses/)
  })

  test('does not take a half-made initdb for a cluster, and removes it', async (t) => {
    const { directory, start, spawnLoop } = await scratch(t)
    const loop = spawnLoop()
    const home = join(directory, 'postgres')
    const unfinished = () =>
      readdir(home).then((names) => names.filter((it) => it.includes('.new')))
    await until(async () => (await unfinished().catch(() => []))[0])
    await kill(loop)
    assert.equal((await unfinished()).length, 1)

    const { administrator } = await start()
    assert.deepEqual(await query(administrator, 'select 1 as one'), [{ one: 1 }])
    assert.deepEqual(await unfinished(), [])
  })

  test('starts over the pid file of a dead server, whoever bears its pid now', async (t) => {
    const { directory, start } = await scratch(t)
    const pidFile = join(directory, 'postgres', 'cluster', 'postmaster.pid')
    const first = await start()
    const left = await readFile(pidFile, 'utf8')
    await first.stop()
    const unreaped = process.platform === 'linux' ? [await zombie(t)] : []
    for (const pid of [process.pid, process.ppid, ...unreaped]) {
      await writeFile(pidFile, left.replace(/^\d+/, String(pid)))
      const server = await start()
      assert.equal(server.adopted, false)
      await server.stop()
    }
  })

  test('says so where another version’s cluster, or something else, is in its place', async (t) => {
    const { directory, start } = await scratch(t)
    const { cluster } = await prepareDataDirectory(directory, await serverUser(silently))
    await mkdir(cluster)
    await writeFile(join(cluster, 'PG_VERSION'), '17\n')
    await assert.rejects(start(), /was made by PostgreSQL 17, and this Muster brings 18/)
    await rm(join(cluster, 'PG_VERSION'))
    await writeFile(join(cluster, 'notes.txt'), 'mine')
    await assert.rejects(start(), /is in the way: it is not a PostgreSQL cluster/)
    assert.deepEqual(await readdir(cluster), ['notes.txt'])
  })

  test('says at once that a data directory can’t be written, and what to do', async () => {
    const user = await serverUser(silently)
    for (const path of ['/proc/muster', '/proc/muster/data', '/dev/null/muster', '/proc'])
      await assert.rejects(
        prepareDataDirectory(path, user),
        /^Error: The data directory \S+ can't be written \(E[A-Z]+\)\. .*--data-directory/,
      )
  })

  test('puts its socket elsewhere where the path is too long for one', async (t) => {
    const { directory, start } = await scratch(t, 'long'.repeat(25))
    const lines: string[] = []
    const { administrator } = await start({ log: (line) => lines.push(line) })
    t.after(() => rm(administrator.host, { recursive: true, force: true }))
    assert.equal(administrator.host.startsWith(directory), false)
    assert.match(lines.join('\n'), /too long for a Unix socket; the socket is in/)
  })

  test('by default uses XDG’s directory, and /var/lib/muster as root', () => {
    const expected = isRoot() ? '/var/lib/muster' : '/data/muster'
    const asked = { dataDirectory: undefined, xdgDataHome: '/data', home: '/home/ada' }
    assert.equal(dataDirectoryOf(asked), expected)
    const other = isRoot() ? expected : '/home/ada/.local/share/muster'
    assert.equal(dataDirectoryOf({ ...asked, xdgDataHome: undefined }), other)
  })

  test(`loses no acknowledged row in ${KILLS} kills of the process, some of the server too`, async (t) => {
    const { start, spawnLoop } = await scratch(t)
    const acknowledged: string[] = []
    const beginnings: (string | undefined)[] = []
    for (let round = 1; round <= KILLS; round++) {
      const loop = spawnLoop()
      const serverPid = await serverOf(loop)
      await sleep(20 + Math.random() * 400)
      if (round % 3 === 0) process.kill(serverPid, 'SIGKILL')
      await kill(loop)
      const [first, ...ids] = loop.lines
      beginnings.push(first?.split(' ')[2])
      acknowledged.push(...ids)
    }
    assert.deepEqual(beginnings, afterEveryThirdStarted(KILLS))

    const { administrator } = await start()
    const kept = await query(administrator, 'select id::text as id from written')
    const ids = new Set(kept.map((row) => row['id']))
    assert.ok(acknowledged.length > KILLS)
    assert.deepEqual(
      acknowledged.filter((id) => !ids.has(id)),
      [],
    )
    t.diagnostic(`${acknowledged.length} rows acknowledged, none lost`)
  })
})

function afterEveryThirdStarted(rounds: number): string[] {
  return Array.from({ length: rounds }, (_, round) => (round % 3 === 0 ? 'started' : 'adopted'))
}

async function chownAll(path: string, { uid, gid }: ServerUser): Promise<void> {
  for (const name of await readdir(path, { recursive: true }))
    await lchown(join(path, name), uid, gid)
  await lchown(path, uid, gid)
}

async function ownersIn(path: string): Promise<Set<number>> {
  const names = ['', ...(await readdir(path, { recursive: true }))]
  return new Set(await Promise.all(names.map(async (name) => (await lstat(join(path, name))).uid)))
}

/** The server removes its pid file just before it ends, and another process can have its pid at once. */
async function ended(pid: number, directory: string): Promise<void> {
  await until(async () => (await processKind(pid, clusterOf(directory))) !== 'server')
}

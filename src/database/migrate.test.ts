import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { testServer, makeOwner } from '../../test/harness.ts'
import { migrate } from './migrate.ts'
import { sessionName } from './silent-sessions.ts'

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
  assert.deepEqual(await migrate({ url: server.url }, { directory }), ['9999-revoke'])
  assert.equal((await server.get('/directory/users', owner.token)).status, 401)
})

test('while nothing is behind, a server may go on answering from memory', async () => {
  while (!server.app.services.lease.isAlone()) await sleep(50)
  await migrate({ url: server.url }, { directory })
  assert.ok(server.app.services.lease.isAlone())
})

const add = (name: string, text: string) => writeFile(join(directory, `${name}.sql`), text)
const checksums = () =>
  server.query<{ name: string; checksum: string | null }>(
    'select name, checksum from schema_migration order by name',
  )

test('of several processes that start at once, one migrates and the others wait for it', async () => {
  await add('99990-slow', 'select pg_sleep(0.3); create table made_once ()')
  const lines: string[] = []
  const ran = await Promise.all(
    [1, 2, 3, 4].map(() =>
      migrate({ url: server.url }, { directory, log: (line) => lines.push(line) }),
    ),
  )
  assert.deepEqual(ran.flat(), ['99990-slow'])
  assert.ok(lines.length > 0)
  for (const line of lines) assert.match(line, /^Another process migrates this database; waiting/)
})

test('a start on an up-to-date schema does not wait, also while another process migrates', async () => {
  const migrating = new Client({ connectionString: server.url })
  await migrating.connect()
  try {
    await migrating.query('select pg_advisory_lock(7232002)')
    assert.deepEqual(await migrate({ url: server.url }, { directory }), [])
  } finally {
    await migrating.end()
  }
})

test('a migration that was edited after it ran is refused by name; other line ends are accepted', async () => {
  await add('99991-edited', 'create table edited ();\n')
  await migrate({ url: server.url }, { directory })
  await add('99991-edited', 'create table edited ();\r\n')
  assert.deepEqual(await migrate({ url: server.url }, { directory }), [])
  await add('99991-edited', 'create table edited (id uuid);\n')
  await assert.rejects(migrate({ url: server.url }, { directory }), /99991-edited\.sql was changed/)
  await add('99991-edited', 'create table edited ();\n')
})

test('the checksums of migrations that ran before there were any are filled in', async () => {
  const before = await checksums()
  await server.query(`update schema_migration set checksum = null where name < '0010'`)
  assert.deepEqual(await migrate({ url: server.url }, { directory }), [])
  assert.deepEqual(await checksums(), before)
  await server.query('alter table schema_migration drop column checksum')
  await migrate({ url: server.url }, { directory })
  assert.deepEqual(await checksums(), before)
})

test('a process that is frozen while it migrates is not waited for', async () => {
  await add('99992-after-frozen', 'create table after_frozen ()')
  const frozen = new Client({ connectionString: server.url })
  const ended = new Promise((resolve) => frozen.on('error', resolve))
  await frozen.connect()
  await frozen.query('select pg_advisory_lock(7232002)')
  const lines: string[] = []
  const log = (line: string) => lines.push(line)
  const ran = await migrate({ url: server.url }, { directory, log, frozenAfterSeconds: 0.5 })
  assert.deepEqual(ran, ['99992-after-frozen'])
  assert.match(lines.at(-1) ?? '', /^Ended the session \d+/)
  await ended
})

test('a process whose migration takes long is waited for', async () => {
  await add('99993-slow', 'select pg_sleep(1.5)')
  const ran = await Promise.all(
    [1, 2].map(() => migrate({ url: server.url }, { directory, frozenAfterSeconds: 0.5 })),
  )
  assert.deepEqual(ran.flat(), ['99993-slow'])
})

/** A session that holds a lock which the migration needs, with the name of a process of the server or without. */
async function holdTable(application_name: string): Promise<Client> {
  const holding = new Client({ connectionString: server.url, application_name })
  holding.on('error', () => undefined)
  await holding.connect()
  await holding.query('begin; lock table integration in share mode')
  return holding
}

test('a migration that waits for a lock says for which session, and how to end it', async () => {
  await add('99994-behind-a-lock', 'alter table integration add column waited text')
  const holding = await holdTable('psql')
  const { rows } = await holding.query('select pg_backend_pid() as pid')
  const { pid } = rows[0]
  const lines: string[] = []
  const log = (line: string) => {
    lines.push(line)
    if (line.startsWith('The migration waits')) void holding.end()
  }
  const ran = await migrate({ url: server.url }, { directory, log })
  assert.deepEqual(ran, ['99994-behind-a-lock'])
  assert.match(
    lines.join('\n'),
    new RegExp(
      `The migration waits for the session ${pid}.*select pg_terminate_backend\\(${pid}\\)`,
    ),
  )
})

test('a migration ends the session of a frozen process that holds a lock which it needs', async () => {
  await add('99995-behind-a-frozen-process', 'alter table integration add column waited_more text')
  const holding = await holdTable(sessionName(randomUUID()))
  const lines: string[] = []
  const log = (line: string) => lines.push(line)
  const ran = await migrate({ url: server.url }, { directory, log, frozenAfterSeconds: 0.5 })
  assert.deepEqual(ran, ['99995-behind-a-frozen-process'])
  assert.match(lines.join('\n'), /Ended the session \d+ of a process that does not answer/)
  await assert.rejects(holding.query('commit'))
})

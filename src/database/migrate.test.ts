import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { testServer, makeOwner } from '../../test/harness.ts'
import { version } from '../contract/version.ts'
import { migrate } from './migrate.ts'
import { sessionName } from './silent-sessions.ts'

const server = await testServer()
const directory = await mkdtemp(join(tmpdir(), 'muster-migrations-'))
after(() => rm(directory, { recursive: true, force: true }))
for (const folder of ['migrations', 'sql'])
  await cp(new URL(`./${folder}`, import.meta.url), join(directory, folder), { recursive: true })

const add = (name: string, text: string) =>
  writeFile(join(directory, 'migrations', `${name}.sql`), text)

test('a server that runs beside a migration does not answer from before it', async () => {
  const owner = await makeOwner(server)
  while (!server.app.services.lease.isAlone()) await sleep(50)
  assert.equal((await server.get('/directory/users', owner.token)).status, 200)

  await add('9999-revoke', 'update token set revoked_at = current_instant();')
  assert.deepEqual(await migrate({ url: server.url }, { directory }), ['9999-revoke'])
  assert.equal((await server.get('/directory/users', owner.token)).status, 401)
})

test('while nothing is behind, a server may go on answering from memory', async () => {
  while (!server.app.services.lease.isAlone()) await sleep(50)
  await migrate({ url: server.url }, { directory })
  assert.ok(server.app.services.lease.isAlone())
})

test('of several processes that start at once, one migrates and the others wait for it', async () => {
  await add('99990-slow', 'select pg_sleep(3); create table made_once ()')
  const lines: string[] = []
  const ran = await Promise.all(
    [1, 2, 3, 4].map(() =>
      migrate({ url: server.url }, { directory, warn: (line) => lines.push(line) }),
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

test('a process that is frozen while it migrates is not waited for', async () => {
  await add('99992-after-frozen', 'create table after_frozen ()')
  const frozen = new Client({ connectionString: server.url })
  const ended = new Promise((resolve) => frozen.on('error', resolve))
  await frozen.connect()
  await frozen.query('select pg_advisory_lock(7232002)')
  const lines: string[] = []
  const log = (line: string) => lines.push(line)
  const ran = await migrate({ url: server.url }, { directory, warn: log, frozenAfterSeconds: 0.5 })
  assert.deepEqual(ran, ['99992-after-frozen'])
  assert.match(lines.at(-1) ?? '', /^Ended the session \d+/)
  await ended
})

test('a process whose migration takes long is waited for', async () => {
  // Longer than a process may be silent, which is longer than a busy machine may hold one up.
  await add('99993-slow', 'select pg_sleep(6)')
  const ran = await Promise.all(
    [1, 2].map(() => migrate({ url: server.url }, { directory, frozenAfterSeconds: 5 })),
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
  const ran = await migrate({ url: server.url }, { directory, warn: log })
  assert.deepEqual(ran, ['99994-behind-a-lock'])
  assert.match(
    lines.join('\n'),
    new RegExp(
      `The migration waits for the session ${pid}.*select pg_terminate_backend\\(${pid}\\)`,
    ),
  )
})

test('a session that holds a table may go on to any other while a migration waits for it', async () => {
  await add('99994-beside-a-request', 'alter table integration add column waited_again text')
  const holding = await holdTable('psql')
  const migrating = migrate({ url: server.url }, { directory })
  const asked = 'and not granted and mode = $1'
  const isWaiting = () =>
    server.query(`select from pg_locks where locktype = 'relation' ${asked}`, [
      'AccessExclusiveLock',
    ])
  while ((await isWaiting()).length === 0) await sleep(5)
  const tables = await server.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  // Were it in a deadlock with the migration, PostgreSQL would end one of them after a second.
  for (const { name } of tables) await holding.query(`select from ${name} limit 1`)
  await holding.query('commit')
  await holding.end()
  assert.deepEqual(await migrating, ['99994-beside-a-request'])
})

test('a migration ends the session of a frozen process that holds a lock which it needs', async () => {
  await add('99995-behind-a-frozen-process', 'alter table integration add column waited_more text')
  const holding = await holdTable(sessionName(randomUUID()))
  const lines: string[] = []
  const log = (line: string) => lines.push(line)
  const ran = await migrate({ url: server.url }, { directory, warn: log, frozenAfterSeconds: 0.5 })
  assert.deepEqual(ran, ['99995-behind-a-frozen-process'])
  assert.match(lines.join('\n'), /Ended the session \d+ of a process that does not answer/)
  await assert.rejects(holding.query('commit'))
})

const source = (name: string) => join(directory, 'sql', `${name}.sql`)
/** All functions, views and triggers with their definitions and rights. */
const definitions = () =>
  server.query(`
    select oid::regprocedure::text as name, pg_get_functiondef(oid) as definition, proacl::text as rights
    from pg_proc where pronamespace in ('public'::regnamespace, 'unsettled'::regnamespace, 'ahead'::regnamespace)
      and prokind = 'f' and not exists (select from pg_depend d where d.objid = pg_proc.oid and d.deptype = 'e')
    union all
    select oid::regclass::text, pg_get_viewdef(oid), relacl::text from pg_class
    where relkind = 'v' and relnamespace in ('public'::regnamespace, 'unsettled'::regnamespace, 'ahead'::regnamespace)
    union all
    select tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid), tgenabled::text from pg_trigger where not tgisinternal
    order by 1, 2`)

test('functions, views and triggers are created again when a text changes, and are the same as before', async () => {
  const before = await definitions()
  const [{ id } = { id: 0 }] = await server.query<{ id: number }>(
    `select 'iso'::regproc::oid as id`,
  )
  await appendFile(source('functions/iso'), '-- Changed.')
  assert.deepEqual(await migrate({ url: server.url }, { directory }), [])
  const [{ id: other } = { id: 0 }] = await server.query<{ id: number }>(
    `select 'iso'::regproc::oid as id`,
  )
  assert.notEqual(other, id)
  assert.deepEqual(await definitions(), before)
})

test('a function exists from the start after its file was written until the start after it was removed', async () => {
  const exists = async () =>
    (await server.query(`select where to_regprocedure('public.seven()') is not null`)).length === 1
  await writeFile(
    source('functions/seven'),
    'create function seven() returns int language sql return 7;',
  )
  await migrate({ url: server.url }, { directory })
  assert.ok(await exists())
  await rm(source('functions/seven'))
  await migrate({ url: server.url }, { directory })
  assert.ok(!(await exists()))
})

test('a function, a view and a trigger are created after what they need, whatever their names are', async () => {
  await add('99996-table', 'create table seen (id int)')
  const files = {
    'functions/a': 'create function a() returns int language sql return (select min(id) from b);',
    'views/b': 'create view b as select id + c() as id from seen;',
    'functions/c': 'create function c() returns int language sql return 1;',
    'triggers/seen': `create trigger a after insert on seen for each statement execute function refuse_change();`,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(source(name), text)
  await migrate({ url: server.url }, { directory })
  assert.deepEqual(await server.query('select a()'), [{ a: null }])
  for (const name of Object.keys(files)) await rm(source(name))
  await migrate({ url: server.url }, { directory })
})

test('a migration may change a column that views read, and the views follow', async () => {
  await add(
    '99997-column',
    '-- Older servers may write.\nalter table directory_user alter column review_reason type varchar(30)',
  )
  await migrate({ url: server.url }, { directory })
  const types = await server.query(
    `select attrelid::regclass::text as view, format_type(atttypid, atttypmod) as type from pg_attribute
     where attname = 'review_reason' and attrelid in ('unsettled.directory_user'::regclass, 'ahead.directory_user'::regclass)
     order by 1`,
  )
  const type = 'character varying(30)'
  assert.deepEqual(types, [
    { view: 'ahead.directory_user', type },
    { view: 'unsettled.directory_user', type },
  ])
})

test('a file that fails is named, and nothing of the migrations and the files before it stays', async () => {
  const before = await definitions()
  await add('99998-undone', 'create table undone ()')
  await writeFile(source('views/wrong'), 'create view wrong as select nothing from token')
  await assert.rejects(migrate({ url: server.url }, { directory }), /views\/wrong\.sql.*nothing/)
  assert.deepEqual(await definitions(), before)
  assert.deepEqual(await server.query(`select to_regclass('undone') as undone`), [{ undone: null }])
  await rm(source('views/wrong'))
  await rm(join(directory, 'migrations', '99998-undone.sql'))
})

test('a process of an older version leaves the functions of a newer one as they are', async () => {
  const current = () => server.query('select version, files from schema_source')
  await server.query(`update schema_source set version = '99.10.0'`)
  const before = await current()
  await appendFile(source('functions/iso'), '-- Older.')
  await migrate({ url: server.url }, { directory })
  assert.deepEqual(await current(), before)
})

test('a release takes over from its own previews', async () => {
  await server.query(`update schema_source set version = $1`, [`${version}-rc.1`])
  await migrate({ url: server.url }, { directory })
  assert.deepEqual(await server.query('select version from schema_source'), [{ version }])
})

test('a database of the time before the first release is refused, with what to do', async () => {
  await server.query(`insert into schema_migration (name, checksum) values ('0001-foundation', '')`)
  await assert.rejects(
    migrate({ url: server.url }, { directory }),
    /before the first release.*empty database/,
  )
  await server.query(`delete from schema_migration where name = '0001-foundation'`)
})

test('a migration whose number is below one that ran is refused by name', async () => {
  await add('0000-late', 'create table late ()')
  await assert.rejects(
    migrate({ url: server.url }, { directory }),
    /0000-late\.sql.*greater number/,
  )
})

test('a process that does not know the latest migration leaves the functions as they are', async () => {
  await rm(join(directory, 'migrations', '0000-late.sql'))
  await rm(join(directory, 'migrations', '99997-column.sql'))
  await server.query(`update schema_source set version = '0.0.1'`)
  await migrate({ url: server.url }, { directory })
  assert.deepEqual(await server.query('select version from schema_source'), [{ version: '0.0.1' }])
})

test('a version that does not know the schema refuses it, and a running server of it no longer writes', async () => {
  const newer = await testServer()
  const lines: string[] = []
  await add('99998-compatible', '-- Older servers may write.\ncreate table compatible ();')
  await migrate({ url: newer.url }, { directory, log: (line) => lines.push(line) })
  assert.match(lines.join('\n'), /^Migration 99998-compatible: \d+\.\d\d s$/m)
  const write = (handle: string) =>
    newer.call('POST', '/workspace/services', { token, body: { name: handle, handle } })
  const ready = async () => (await fetch(`${newer.origin}/readyz`)).status
  // Those that the tests above have added do not say that older servers may write.
  const requiresAt = (name: string) => newer.query('update schema_source set requires = $1', [name])
  await requiresAt('0001-schema')
  const { token } = await makeOwner(newer)
  await migrate({ url: newer.url })
  assert.deepEqual([(await write('beside')).status, await ready()], [201, 200])

  await add('99999-other-columns', 'create table other_columns ();')
  await migrate({ url: newer.url }, { directory })
  await assert.rejects(
    migrate({ url: newer.url }),
    /newer than this version .* ran 99999-other-col/,
  )
  const refused = await write('refused')
  assert.equal(refused.status, 503)
  assert.match(refused.body.message, /A newer version of Muster has changed the schema/)
  assert.equal(await ready(), 503)
  assert.equal((await newer.get('/workspace/services', token)).status, 200)
})

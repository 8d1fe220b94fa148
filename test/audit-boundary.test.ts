import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { sql } from 'kysely'
import { Client } from 'pg'
import { record, type AuditActor } from '../src/audit/record.ts'
import { readConfig } from '../src/config.ts'
import { lockImports } from '../src/connectors/import/import-lock.ts'
import { connectDatabase } from '../src/database/connect-database.ts'
import { type Database } from '../src/database/database.ts'
import { migrate } from '../src/database/migrate.ts'
import { clientConfig } from '../src/database/session.ts'
import { createLogger } from '../src/log.ts'
import { startServer } from '../src/main.ts'
import { makeOwner, testServer } from './harness.ts'
import { makeDirectoryUser } from './people.ts'
import { ownedDatabase } from './owned-database.ts'
import { testServerUrl } from './template.ts'

const actor: AuditActor = { type: 'system', id: null, via: 'cli', requestId: null }

/** What a server that was broken into may try as its own role. Each is refused by PostgreSQL. */
const refused = {
  'write a row of its own': `insert into audit_log (event, actor_type, via, record_type, record_id)
    values ('a.b.c', 'system', 'cli', 'drusr', new_id())`,
  'choose the time of a row': `insert into audit_log (at, event, actor_type, via, record_type, record_id)
    values ('2020-01-01', 'a.b.c', 'system', 'cli', 'drusr', new_id())`,
  'choose the order of a row': `insert into audit_log (sequence, event, actor_type, via, record_type, record_id)
    overriding system value values (1, 'a.b.c', 'system', 'cli', 'drusr', new_id())`,
  'move the sequence': `select setval('audit_log_sequence_seq', 1)`,
  'add personal values to a row': `insert into audit_log_personal (audit_log_id, salt, changes)
    select id, '\\x00112233445566778899aabbccddeeff', '{"email": {"old": null, "new": "eve@example.com"}}' from audit_log`,
  'change a row': `update audit_log set event = 'a.b.c'`,
  'change personal values': `update audit_log_personal set changes = '{}'`,
  'delete rows': 'delete from audit_log',
  'delete personal values': 'delete from audit_log_personal',
  'empty the log': 'truncate audit_log, audit_log_personal',
  'delete rows as an archive does': `select set_config('muster.archiving', 'yes', true); delete from audit_log`,
  'drop a month': 'select drop_archived_month(null)',
  'say that a month was archived': 'delete from audit_archive',
  'lift the protection': 'alter table audit_log disable trigger all',
  'drop the protection': 'drop trigger append_only on audit_log',
  'own the log': 'alter table audit_log owner to muster_server',
  'skip the triggers': `set session_replication_role = 'replica'`,
  'replace the clock': `create or replace function injected_instant() returns timestamptz language sql
    return '2020-01-01'::timestamptz`,
  'read the files of the cluster': `select pg_read_file('pg_hba.conf')`,
  'run a program': `copy (select 1) to program 'true'`,
  'reach the administrator by a connection from within': 'create extension dblink',
  'reach the administrator through a subscription': `create subscription s connection 'user=postgres'
    publication p with (connect = false)`,
  'make a role of its own': 'create role eve superuser',
  'shadow a function': `create function public.to_json(anyelement) returns json language sql return 'null'::json`,
}

/** A database of a running server, and the roles that its own role must not become. */
type Guarded = { database: Database; owners: string[] }

function refusesEverything({ database, owners }: Guarded): void {
  const person = crypto.randomUUID()
  // Outside the pool, because its connections are read-only.
  const client = new Client(clientConfig(database.connection, 'test'))
  before(async () => {
    await client.connect()
    await database.transaction(({ tx }) =>
      record(tx, actor, [
        {
          event: 'directory.user.create',
          record: { kind: 'directoryUser', id: person },
          personal: { email: { old: null, new: 'ada@example.com' } },
        },
      ]),
    )
  })
  after(() => client.end())

  for (const [attempt, statement] of Object.entries(refused)) {
    test(`it can’t ${attempt}`, async () => {
      for (const role of ['muster_server', 'none']) {
        await client.query(`set role ${role}`)
        await assert.rejects(client.query(statement), /permission denied|must be owner|denied/)
      }
    })
  }

  test('it can’t become the owner of the schema, nor anyone else', async () => {
    for (const role of owners) {
      await assert.rejects(client.query(`set role ${role}`), { code: '42501' })
      const statement = `set session authorization ${role}`
      await assert.rejects(client.query(statement), { code: '42501' })
    }
    for (const statement of ['reset role', 'reset session authorization', 'discard all']) {
      await client.query(statement)
      const { rows } = await client.query(
        `select rolsuper or rolcreaterole or rolbypassrls as is_mighty from pg_roles where rolname = current_user`,
      )
      assert.deepEqual(rows, [{ is_mighty: false }])
    }
  })

  /** Someone with a token, as the server's role makes them, in the transaction that the caller rolls back. */
  const makeActor = async (more: { state?: string; ended?: string } = {}): Promise<string> => {
    const { state = 'active', ended = '-1 day' } = more
    const { rows } = await client.query<{ id: string }>(
      `insert into workspace_user (provider, provider_id, name, base_state, updated_at)
       values ('test', new_id(), 'Someone', $1, now() - interval '8 days') returning id`,
      [state],
    )
    const id = rows[0]?.id ?? ''
    await client.query(
      `insert into token (name, hash, workspace_user_id, scopes, expires_at)
       values ('test', sha256(uuid_send(new_id())), $1, '{*}', now() - $2::interval)`,
      [id, ended],
    )
    return id
  }
  const asServerRole = async () => {
    await client.query('begin')
    await client.query('set local role muster_server')
  }

  test('it can’t write as somebody who could not act', async () => {
    const row = {
      event: 'a.b.c',
      record_type: 'drusr',
      record_id: crypto.randomUUID(),
      changes: {},
    }
    const attempt = async (type: string, find: () => Promise<string | null>) => {
      await asServerRole()
      try {
        const values = [type, await find(), JSON.stringify([row])]
        await client.query(`select write_audit($1, $2, 'api', null, $3)`, values)
        return 'written'
      } catch (error) {
        return error instanceof Error ? error.message : ''
      } finally {
        await client.query('rollback')
      }
    }
    const refused =
      'the actor of an audit row is a person or service with a credential, or an integration'
    for (const type of ['user', 'service', 'integration'])
      assert.equal(await attempt(type, async () => crypto.randomUUID()), refused, type)
    assert.equal(await attempt('user', async () => null), refused)
    assert.equal(await attempt('user', () => makeActor()), 'written')
    assert.equal(await attempt('service', () => makeActor()), refused, 'a person is no service')
    assert.equal(await attempt('user', () => makeActor({ ended: '6 days' })), 'written')
    assert.equal(await attempt('user', () => makeActor({ ended: '7 days' })), refused)
    assert.equal(await attempt('user', () => makeActor({ state: 'deactivated' })), refused)
    for (const direct of [`could_act('user', null)`, `require_one_actor('user', null)`])
      await assert.rejects(client.query(`set role muster_server; select ${direct}`), /denied/)
  })

  test('it can’t write as two actors in one transaction', async () => {
    let [one, other] = ['', '']
    const entry = { event: 'a.b.c', record_type: 'drusr', record_id: crypto.randomUUID() }
    const rows = `'${JSON.stringify([{ ...entry, changes: {} }])}'`
    const write = (type: string, id: string | null) =>
      client.query(`select write_audit('${type}', ${id && `'${id}'`}, 'api', null, ${rows})`)
    const positions = `'drusr', array[new_id()], null, array[null::uuid], null, array[null::uuid]`
    const writeNew = (id: string) =>
      client.query(`select write_audit_of_new('user', '${id}', 'api', null, 'a.b.c', ${positions},
        array[null::uuid], '[{}]', '{0}')`)
    for (const attempt of [
      () => write('user', other),
      () => write('service', one),
      () => write('integration', other),
      () => writeNew(other),
    ]) {
      await asServerRole()
      one = await makeActor()
      other = await makeActor()
      await write('system', null)
      await write('user', one)
      await writeNew(one)
      await write('system', null)
      await assert.rejects(attempt(), /one transaction have one actor/)
      await client.query('rollback')
    }
  })

  test('it can’t back-date a row by a setting', async () => {
    const before = Date.now() - 1000
    await client.query('begin')
    await client.query('set local role muster_server')
    for (const name of ['muster.now', 'muster.instant'])
      await client.query(`select set_config($1, '2001-01-01T00:00:00Z', true)`, [name])
    const entry = { event: 'a.b.c', record_type: 'drusr', record_id: crypto.randomUUID() }
    await client.query(`select write_audit('system', null, 'cli', null, $1)`, [
      JSON.stringify([{ ...entry, at: '2001-01-01', sequence: 1, changes: {} }]),
    ])
    const { rows } = await client.query<{ at: Date; instant: Date; own: boolean }>(
      `select at, current_instant() as instant, transaction = pg_current_xact_id() as own
       from audit_log where record_id = $1`,
      [entry.record_id],
    )
    await client.query('commit')
    const [row] = rows
    assert.ok(row && row.at.getTime() > before && row.instant.getTime() > before)
    assert.equal(row.own, true)
  })
}

suite('as the server’s role, on a PostgreSQL of one’s own', async () => {
  const { ownerUrl, serverUrl, ownerRole, drop } = await ownedDatabase()
  await migrate({ url: ownerUrl })
  const database = await connectDatabase({ connection: { url: serverUrl }, poolSize: 1 })
  refusesEverything({ database, owners: [ownerRole, 'postgres'] })
  after(async () => {
    await database.close()
    await drop()
  })

  test('the log says at start if the server’s login could become an owner of the audit log', async () => {
    const superuser = new URL(testServerUrl())
    superuser.pathname = new URL(ownerUrl).pathname
    const warnings = async (url: string) => {
      const lines: string[] = []
      const destination = { write: (line: string) => void lines.push(line) }
      const env = { MUSTER_DATABASE_URL: url, MUSTER_MIGRATION_DATABASE_URL: ownerUrl }
      const config = readConfig({}, { ...env, MUSTER_PORT: '0' })
      const server = await startServer(config, createLogger('warn', destination))
      await server.stop()
      // Tests run without fsync, of which the log warns too.
      return lines
        .map((line) => String(JSON.parse(line).msg))
        .filter((message) => !message.includes('fsync'))
    }
    assert.deepEqual(await warnings(serverUrl), [])
    for (const [url, reason] of [
      [ownerUrl, `The role ${ownerRole} of MUSTER_DATABASE_URL owns the tables`],
      [superuser.href, ' of MUSTER_DATABASE_URL is a superuser'],
    ] as const) {
      const [warning = '', ...rest] = await warnings(url)
      assert.ok(warning.includes(reason), warning)
      assert.match(warning, /MUSTER_MIGRATION_DATABASE_URL.*docs\/operations\.md/)
      assert.deepEqual(rest, [])
    }
  })
})

suite('as the server’s role, on the embedded PostgreSQL', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'muster-boundary-'))
  const config = readConfig({}, { MUSTER_DATA_DIRECTORY: dataDirectory, MUSTER_PORT: '0' })
  const server = await startServer({ ...config, logLevel: 'silent' })
  const { database } = server.opened
  refusesEverything({ database, owners: ['postgres'] })
  after(async () => {
    await server.stop()
    await rm(dataDirectory, { recursive: true, force: true, maxRetries: 5 })
  })

  test('every session of a running server is of a role that can become no other', async () => {
    const lock = await lockImports(database, 'any')
    await database.unsettledSnapshot(new Date(), (tx) => sql`select 1`.execute(tx))
    const { rows } = await database.pool.query<{ name: string; role: string }>(
      `select application_name as name, usename as role from pg_stat_activity
       where datname = current_database() and usename is not null`,
    )
    await lock.release()
    const names = rows.map(({ name }) => name.replace(database.processId, '…'))
    for (const name of ['muster …', 'muster lease …', `muster pid ${process.pid}`])
      assert.ok(names.includes(name), `${name} is missing in ${names.join(', ')}`)
    assert.deepEqual([...new Set(rows.map(({ role }) => role))], ['muster_server'])
    const { rows: others } = await database.pool.query(
      `select rolname from pg_roles
       where rolname <> 'muster_server' and pg_has_role('muster_server', oid, 'member')
         or rolname = 'muster_server' and (rolsuper or rolcreaterole or rolreplication or rolbypassrls)`,
    )
    assert.deepEqual(others, [])
  })
})

suite('personal values', async () => {
  const server = await testServer()
  const owner = await makeOwner(server)

  test('a value that was changed in the database is reported and not shown', async () => {
    const { id, uuid } = await makeDirectoryUser(server)
    await server.call('PATCH', `/directory/users/${id}`, {
      token: owner.token,
      body: { first_name: 'Ada', last_name: 'Lovelace' },
    })
    const path = `/audit/logs?filter[record]=${id}`
    const read = async () => (await server.get(path, owner.token)).body.data[0]
    const before = await read()
    assert.equal(before.changes.first_name.new, 'Ada')
    assert.deepEqual(before.altered, [])
    await server.query(`alter table audit_log_personal disable trigger append_only`)
    await server.query(
      `update audit_log_personal set changes = jsonb_set(changes, '{first_name,new}', '"Eve"') where subject_id = $1`,
      [uuid],
    )
    const altered = await read()
    assert.deepEqual(altered.altered, ['first_name'])
    assert.deepEqual(Object.keys(altered.changes), ['last_name'])
    await server.query(
      `update audit_log_personal set changes = changes - 'last_name' || '{"x": {"old": null, "new": 1}}' where subject_id = $1`,
      [uuid],
    )
    assert.deepEqual((await read()).altered, ['first_name', 'last_name', 'x'])
    await server.query(`delete from audit_log_personal where subject_id = $1`, [uuid])
    const erased = await read()
    assert.deepEqual([erased.altered, erased.is_erased], [[], true])
    const described = await server.get(`/audit/logs/${before.id}`, owner.token)
    assert.deepEqual(described.body, erased)
  })

  test('the values of one record are referred to with one salt, which an erasure ends', async () => {
    const { id, uuid } = await makeDirectoryUser(server)
    const rename = (first_name: string) =>
      server.call('PATCH', `/directory/users/${id}`, { token: owner.token, body: { first_name } })
    for (const name of ['Ada', 'Eve', 'Ada']) await rename(name)
    const references = async () =>
      (
        await server.query<{ name: (string | null)[] }>(
          `select personal -> 'first_name' as name from audit_log
           where record_id = $1 and personal ? 'first_name' order by at, sequence`,
          [uuid],
        )
      ).map(({ name }) => name)
    const [first, second, third] = await references()
    assert.ok(first && second && third)
    assert.deepEqual([first[1], second[1]], [second[0], third[0]])
    assert.equal(first[1], third[1])
    await server.call('DELETE', `/directory/users/${id}`, { token: owner.token })
    await server.call('POST', `/directory/users/${id}/erase`, { token: owner.token })
    await server.call('POST', `/directory/users/${id}/restore`, { token: owner.token })
    assert.equal((await rename('Ada')).status, 200)
    assert.notEqual((await references()).at(-1)?.[1], first[1])
  })
})

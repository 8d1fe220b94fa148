import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { finished, runCli, startCli } from '../../test/run-cli.ts'
import { startServers } from '../../test/server-process.ts'
import { until } from '../../test/until.ts'
import { commandActor } from '../audit/command-actor.ts'
import { readCredentials } from '../connectors/credentials/stored-credentials.ts'
import { connectDatabase } from '../database/connect-database.ts'
import { secretKeysOf } from '../database/secrets/secret-keys.ts'
import type { Opening } from './encryption.ts'
import { BackupRefused } from './format.ts'
import { placeIn } from './backup-folder.ts'
import { makeBackup, type BackupOptions } from './make-backup.ts'
import { migrate } from '../database/migrate.ts'
import { digests, emptyDatabase, filledMuster } from './filled-database.fixture.ts'
import { checkBackup, restoreBackup } from './restore-backup.ts'
import { leftOut, sequences, tables } from './tables.ts'

const { server, token, folder, keys, integrationId, people } = await filledMuster()
const environment = { MUSTER_DATABASE_URL: server.url, MUSTER_DATA_DIRECTORY: folder }
const pathOf = (name: string) => join(folder, name)
const plainly: Opening = { identities: [] }

async function backUp(name: string, options: Partial<BackupOptions> = {}): Promise<string> {
  const connection = { url: server.url }
  const encryption = { recipients: [] }
  const file = () => pathOf(name)
  await makeBackup({ connection, keys, erasures: null, encryption, file, ...options })
  return pathOf(name)
}

async function restore(file: string, target: { ownerUrl: string; serverUrl: string }, more = {}) {
  const backup = await checkBackup({ file, opening: plainly })
  return restoreBackup({
    file,
    backup,
    opening: plainly,
    owner: { url: target.ownerUrl },
    login: { url: target.serverUrl },
    erasures: [],
    actor: commandActor('restore'),
    beforeEnd: async () => undefined,
    ...more,
  })
}

const dry = (path: string, ...options: string[]) =>
  runCli(['restore', path, '--dry-run', ...options])
const verify = (file: string) => runCli(['backup', '--verify', file])
const failsToEnd = () => Promise.reject(new Error('the disk is full'))
/** The beginning has every kind of record, then some of the rest, and the end. */
const places = (length: number) => [
  ...Array.from({ length: 40 }, (_, at) => at),
  ...Array.from({ length: 60 }, (_, at) => Math.floor((length * at) / 60)),
  ...Array.from({ length: 45 }, (_, at) => length - 1 - at),
]

test('each table and sequence of the schema is in a backup, or left out for a reason', async () => {
  const found = await server.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const known = [...tables, ...leftOut.keys()].sort()
  assert.deepEqual(
    found.map(({ name }) => name),
    known,
  )
  const free = await server.query<{ name: string }>(
    `select relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'S'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('i', 'a') and d.refobjsubid > 0) order by 1`,
  )
  assert.deepEqual(
    free.map(({ name }) => name),
    [...sequences].sort(),
  )
})

test('a backup fills a database whose owner is no superuser, and a server answers there as before', async () => {
  // So that no use of the token is written down between the backup and the comparison.
  await server.app.services.authenticator.note()
  const file = pathOf('whole.backup')
  const made = await runCli(['backup', file, '--json'], environment)
  assert.equal(made.code, 0, made.stderr)
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  const target = await emptyDatabase(folder)
  const restored = await runCli(['restore', file, '--json'], target.env('whole'))
  assert.equal(restored.code, 0, restored.stderr)
  assert.deepEqual(await digests(target.query), await digests(server.query))
  const [log] = await target.query<{ ids: string[]; next: boolean }>(
    `select array_agg(distinct transaction::text) as ids, max(sequence) < nextval(pg_get_serial_sequence('audit_log', 'sequence')) as next
     from audit_log where event <> 'workspace.backup.restore'`,
  )
  assert.deepEqual(log, { ids: ['3'], next: true })
  const said = await target.query<{ at: string; command: string }>(
    `select details ->> 'at' as at, details -> 'origin' ->> 'command' as command from audit_log
     where event = 'workspace.backup.restore'`,
  )
  assert.deepEqual(said, [{ at: JSON.parse(restored.stdout).at, command: 'restore' }])
  const schemaOf = (query: typeof server.query) =>
    query(
      `select indexdef as made from pg_indexes where schemaname = 'public'
       union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
         where connamespace = 'public'::regnamespace
       union all select table_name || ' ' || column_name || ' ' || coalesce(column_default, '') from information_schema.columns
         where table_schema = 'public'
       order by 1`,
    )
  assert.deepEqual(await schemaOf(target.query), await schemaOf(server.query))

  const database = await connectDatabase({ connection: { url: target.serverUrl }, poolSize: 2 })
  const restoredKeys = secretKeysOf({ secretKey: undefined, formerSecretKeys: [] }, pathOf('whole'))
  assert.deepEqual(await readCredentials(database.read, restoredKeys, integrationId), {
    password: 'secret',
  })
  await database.close()
  const { origin } = await startServers(target.serverUrl).start()
  for (const { id } of people.slice(0, 5)) {
    const path = `/directory/users/${id}`
    const before = await server.get(path, token)
    const now = await fetch(`${origin}/api/v1${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    assert.equal(before.status, 200)
    // What a client kept may be of after the backup.
    assert.notEqual(now.headers.get('etag'), before.headers.get('etag'))
    assert.equal((await now.text()).replaceAll(origin, 'https://muster.example'), before.text)
  }
})

const keyIn = (directory: string) => readFile(join(directory, 'secret.key'), 'utf8')

test('backups move everything into an embedded PostgreSQL, and on into another one of one’s own', async () => {
  await server.app.services.authenticator.note()
  // What PostgreSQL runs as when we are root goes through it.
  await chmod(folder, 0o711)
  const embedded = { MUSTER_DATA_DIRECTORY: pathOf('embedded') }
  const target = await emptyDatabase(folder)
  const move = async (from: Record<string, string>, to: Record<string, string>, name: string) => {
    const made = await runCli(['backup', pathOf(name)], from)
    assert.equal(made.code, 0, made.stderr)
    const restored = await runCli(['restore', pathOf(name)], to)
    assert.equal(restored.code, 0, restored.stderr)
  }
  await move(environment, embedded, 'to-embedded.backup')
  await move(embedded, target.env('moved'), 'from-embedded.backup')
  assert.deepEqual(await digests(target.query), await digests(server.query))
  assert.equal(await keyIn(pathOf('moved')), await keyIn(folder))
})

test('a restore refuses a database that is not empty, and names what is there', async () => {
  const file = pathOf('whole.backup')
  const refused = await runCli(['restore', file], {
    ...environment,
    MUSTER_DATA_DIRECTORY: pathOf('other'),
  })
  assert.equal(refused.code, 1)
  assert.match(
    refused.stderr,
    /not empty: it has a Muster with \d+ directory users and 1 workspace user/,
  )
  const target = await emptyDatabase(folder)
  await target.query('create table notes (text text)')
  const other = await runCli(['restore', file], target.env('notes'))
  assert.deepEqual([other.code, other.stdout], [1, ''])
  assert.match(other.stderr, /not empty: it has notes\. A restore needs an empty one/)
  assert.deepEqual(await relationsOf(target), ['notes'])
})

async function relationsOf({ query }: Awaited<ReturnType<typeof emptyDatabase>>) {
  const rows = await query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace`,
  )
  return rows.map(({ name }) => name)
}

test('a backup has what was committed at one instant, and no write waits for it', async () => {
  const ending = new AbortController()
  let written = 0
  const writing = (async () => {
    for (; !ending.signal.aborted; written += 1) {
      const made = await server.call('POST', '/directory/users', {
        token,
        body: { first_name: 'New', last_name: `Person ${written}` },
      })
      assert.equal(made.status, 201, made.text)
    }
  })()
  await until(() => written > 3)
  const before = written
  const file = await backUp('meanwhile.backup').finally(() => ending.abort())
  const after = written
  assert.ok(after > before + 1, `${after - before} were written meanwhile`)
  await writing
  const target = await emptyDatabase(folder)
  await restore(file, target)
  const [row] = await target.query<{ people: number; logged: number; versions: number }>(
    `select (select count(*)::int from directory_user where first_name = 'New') as people,
       (select count(*)::int from audit_log a join directory_user u on u.id = a.record_id
        where a.event = 'directory.user.create' and u.first_name = 'New') as logged,
       (select count(*)::int from directory_user u join directory_user_version v on v.directory_user_id = u.id
        where u.first_name = 'New' and v.audit_logs_record = 1) as versions`,
  )
  const people = row?.people ?? 0
  assert.ok(people >= before && people <= after + 1, `${people} of ${before} to ${after}`)
  assert.deepEqual(row, { people, logged: people, versions: people })
})

test('an encrypted backup opens with its passphrase or its key alone', async () => {
  await writeFile(pathOf('passphrase'), 'correct horse\n')
  await writeFile(pathOf('wrong'), 'battery staple\n')
  const file = pathOf('secret.backup')
  const made = await runCli(
    ['backup', file, '--passphrase-file', pathOf('passphrase')],
    environment,
  )
  assert.equal(made.code, 0, made.stderr)
  assert.equal((await dry(file, '--passphrase-file', pathOf('passphrase'))).code, 0)
  const wrong = await dry(file, '--passphrase-file', pathOf('wrong'))
  assert.deepEqual(
    [wrong.code, wrong.stderr],
    [1, 'The passphrase or the key does not open this backup.\n'],
  )
  assert.match((await dry(file)).stderr, /is encrypted\. Give --passphrase-file/)

  const identity = await generateX25519Identity()
  await writeFile(pathOf('identity'), `# created: today\n${identity}\n`)
  const recipients = [await identityToRecipient(identity)]
  const forKey = await backUp('key.backup', { encryption: { recipients } })
  assert.equal((await dry(forKey, '--identity-file', pathOf('identity'))).code, 0)
  const other = { identities: [await generateX25519Identity()] }
  await assert.rejects(checkBackup({ file: forKey, opening: other }), /does not open this backup/)
})

test('a file that was cut off or altered anywhere is refused, and nothing is written', async () => {
  const bytes = await readFile(pathOf('whole.backup'))
  const encryptedBytes = await readFile(pathOf('key.backup'))
  const identities = [(await readFile(pathOf('identity'), 'utf8')).split('\n')[1] ?? '']
  const refused = async (content: Buffer, opening: Opening) => {
    const path = pathOf('damaged.backup')
    await writeFile(path, content)
    await assert.rejects(checkBackup({ file: path, opening }), BackupRefused, `${content.length}`)
  }
  for (const [content, opening] of [
    [bytes, plainly],
    [encryptedBytes, { identities }],
  ] as const)
    for (const at of places(content.length)) {
      const altered = Buffer.from(content)
      altered[at] = (altered[at] ?? 0) ^ 4
      await refused(altered, opening)
      await refused(content.subarray(0, at), opening)
    }
  await refused(Buffer.concat([bytes, Buffer.from('x')]), plainly)

  const target = await emptyDatabase(folder)
  const cut = pathOf('cut.backup')
  await writeFile(cut, bytes.subarray(0, bytes.length - 1))
  const run = await runCli(['restore', cut], target.env('cut'))
  assert.deepEqual(
    [run.code, run.stdout, run.stderr],
    [1, '', 'The backup is cut off before its end.\n'],
  )
  assert.deepEqual(await relationsOf(target), [])
  assert.equal(existsSync(pathOf('cut')), false)
})

test('a restore that fails leaves an empty database, or one that no server starts on until it is repeated', async () => {
  const file = pathOf('whole.backup')
  const target = await emptyDatabase(folder)
  const damaged = await readFile(file)
  damaged[damaged.length - 50] = 0
  await writeFile(pathOf('later.backup'), damaged)
  const backup = await checkBackup({ file, opening: plainly })
  await assert.rejects(restore(file, target, { file: pathOf('later.backup'), backup }), /damaged/)
  assert.deepEqual(await relationsOf(target), [])

  await assert.rejects(restore(file, target, { beforeEnd: failsToEnd }), /disk is full/)
  const start = () => migrate({ url: target.ownerUrl })
  await assert.rejects(start(), /was not finished.*Run the same `muster restore` again/)
  await assert.rejects(restore(pathOf('meanwhile.backup'), target), /another backup into this/)
  await restore(file, target)
  assert.deepEqual(await start(), [])
})

test('the keys can be left out', async () => {
  const file = await backUp('keyless.backup', { keys: null })
  const { head, files } = await checkBackup({ file, opening: plainly })
  assert.deepEqual([head.hasKeys, files.has('secret.key')], [false, false])
  const key = (await keys.load()).current.bytes.toString('base64')
  const whole = await checkBackup({ file: pathOf('whole.backup'), opening: plainly })
  assert.equal(whole.files.get('secret.key'), `${key}\n`)
})

test('a backup is tried out in a database that is gone afterwards, with what is derived in it', async () => {
  const fine = await verify(pathOf('whole.backup'))
  assert.equal(fine.code, 0, fine.stderr)
  await server.query(`
    alter table directory_user disable trigger user;
    update directory_user set full_name = 'Somebody Else' where id = (select id from directory_user order by id limit 1);
    alter table directory_user enable trigger user`)
  const faulty = await verify(await backUp('faulty.backup'))
  assert.equal(faulty.code, 1)
  assert.match(faulty.stderr, /does not follow from the rest: people, .*drusr_/)
})

test('a folder keeps the last backups of its database, and everything else', async () => {
  const kept = pathOf('folder')
  await mkdir(kept)
  await backUp('', { file: (head) => placeIn(kept, head) })
  const [first = ''] = await readdir(kept)
  assert.match(first, /^muster-[0-9a-f]{8}-\d{8}T\d{6}Z\.backup$/)
  const others = ['notes.backup', 'muster-00000000-20200101T000000Z.backup', `${first}.txt`]
  const old = first.replace(/-\d{8}T\d{6}Z/, '-20200101T000000Z')
  for (const name of [...others, old]) await writeFile(join(kept, name), '')
  const run = await runCli(['backup', kept, '--keep', '2'], environment)
  assert.equal(run.code, 0, run.stderr)
  const names = await readdir(kept)
  const [second = '', ...more] = names.filter((name) => ![...others, old, first].includes(name))
  assert.match(second, /^muster-[0-9a-f]{8}-\d{8}T\d{6}Z\.backup$/)
  assert.deepEqual([more, names.sort()], [[], [...others, first, second].sort()])
})

test('a command gets the file as its last argument; if it fails, the file is kept and no older one is deleted', async () => {
  const place = pathOf('handed')
  await mkdir(place)
  const backups = async () => (await readdir(place)).map((name) => join(place, name))
  const command = (then: string) =>
    runCli(['backup', place, '--keep', '1', '--json', '--then', then], environment)
  const handed = await command(`printf '%s\\n' 'the first'`)
  assert.equal(handed.code, 0, handed.stderr)
  const [file = '', ...others] = await backups()
  assert.deepEqual(others, [])
  const [first, last, printed = ''] = handed.stdout.split('\n')
  assert.deepEqual([first, last, JSON.parse(printed).file], ['the first', file, file])

  const failing = await command('exit 3 #')
  const newer = (await backups()).find((each) => each !== file) ?? ''
  assert.deepEqual(
    [failing.code, failing.stdout, failing.stderr.trim()],
    [1, '', `--then: the command ended with 3. ${newer} is kept.`],
  )
  assert.deepEqual((await backups()).toSorted(), [file, newer].toSorted())
  assert.equal((await dry(newer)).code, 0)
})

test('a scheduled backup that is not made is a warning of /readyz and doctor, until one is made', async () => {
  const place = pathOf('scheduled')
  await mkdir(place)
  const seen = async () => {
    const ready = await fetch(`${server.origin}/readyz`)
    assert.equal(ready.status, 200, 'it is no reason to serve nobody')
    const { stdout } = await runCli(['doctor', '--json'], environment)
    const checks: { check: string; result: string }[] = JSON.parse(stdout)
    const doctor = checks.find(({ check }) => check === 'backup')?.result
    return { isWarned: (await ready.text()).includes('was not made'), doctor }
  }
  assert.deepEqual(await seen(), { isWarned: false, doctor: undefined })
  await server.query(
    `insert into schedule (name, due_at) values ('backup', now() - interval '119 minutes')`,
  )
  assert.deepEqual(await seen(), { isWarned: false, doctor: 'ok' })
  await server.query(
    `update schedule set due_at = now() - interval '121 minutes' where name = 'backup'`,
  )
  assert.deepEqual(await seen(), { isWarned: true, doctor: 'warn' })
  const child = startCli(['backup', place, '--schedule', '6h'], environment)
  const ended = finished(child)
  const hours = () =>
    server.query<{ hours: number }>(
      `select round(extract(epoch from due_at - now()) / 3600)::int as hours from schedule where name = 'backup'`,
    )
  await until(async () => (await hours())[0]?.hours === 6, 'the next time')
  child.kill('SIGTERM')
  await ended
  assert.equal((await readdir(place)).length, 1)
  await server.query(
    `update schedule set due_at = now() + interval '7 hours' where name = 'backup'`,
  )
  const again = startCli(['backup', place, '--schedule', '6h'], environment)
  const stopped = finished(again)
  await sleep(3000)
  again.kill('SIGTERM')
  await stopped
  assert.equal((await hours())[0]?.hours, 7, 'a start alone changes nothing')
  assert.deepEqual(await seen(), { isWarned: false, doctor: 'ok' })
})

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { makeCertificates } from '../../../test/directories/test-certificates.ts'
import { makeCaller, testDatabase, testServer, type TestDatabase } from '../../../test/harness.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { findProgram, withoutProgram } from '../../../test/program.ts'
import { runCli } from '../../../test/run-cli.ts'
import { startServers } from '../../../test/server-process.ts'
import { startSyslogServer } from '../../../test/syslog-receiver.ts'
import { until } from '../../../test/until.ts'
import { record } from '../../audit/record.ts'
import { encodeId } from '../../contract/ids.ts'
import type { JsonValue } from '../../contract/json.ts'
import { freePort } from '../../http/free-port.ts'
import { RequestCounts } from '../../http/route/request-counts.ts'
import { startMetrics } from '../../metrics/start-metrics.ts'
import { readAuditStream } from '../../setting-values.ts'
import type { AuditLogJson } from '../audit-log/schema.ts'

const folder = await mkdtemp(join(tmpdir(), 'muster-stream-'))
after(() => rm(folder, { recursive: true }))
const certificates = await makeCertificates(folder, '127.0.0.1')
const read = (path: string) => readFile(path, 'utf8')
const [key, cert] = [await read(certificates.key), await read(certificates.certificate)]
const caVariable = { MUSTER_AUDIT_STREAM_CA: certificates.caFile }

const settingsOf = (target: string, more: Record<string, string> = {}) =>
  readAuditStream({ MUSTER_AUDIT_STREAM: target, ...more })

/** Writes audit rows about people who don't exist, one transaction each. */
async function write(
  { database }: Pick<TestDatabase, 'database'>,
  count: number,
  value: JsonValue = 'x',
) {
  for (let n = 0; n < count; n += 1)
    await database.transaction(({ tx }) =>
      record(tx, testActor, [
        {
          event: 'directory.user.change',
          record: { kind: 'directoryUser', id: crypto.randomUUID() },
          changes: { base_state: { old: null, new: value } },
          personal: {
            first_name: { old: null, new: 'Ada' },
            'profile.room': { old: null, new: '12' },
          },
        },
      ]),
    )
}

/** The ids of the log, in its order. */
async function logOf({ query }: Pick<TestDatabase, 'query'>): Promise<string[]> {
  const rows = await query<{ id: string }>('select id from audit_log order by sequence')
  return rows.map(({ id }) => encodeId('auditLog', id))
}

const linesOf = (text: string): AuditLogJson[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): AuditLogJson => JSON.parse(line))

const onlyFirst = (ids: readonly string[]) => [...new Set(ids)]

async function hasAll(
  own: Pick<TestDatabase, 'query'>,
  ids: () => readonly string[] | Promise<readonly string[]>,
) {
  const log = await logOf(own)
  await until(async () => onlyFirst(await ids()).length >= log.length, 'the whole log')
  assert.deepEqual(onlyFirst(await ids()), log)
}

test('a file has each row as an auditor sees it, without values of profiles, on one line of ASCII', async () => {
  const path = join(folder, 'plain.ndjson')
  const server = await testServer({ writesBeside: true, auditStream: settingsOf(`file:${path}`) })
  const { token } = await makeCaller(server, [
    'audit.log.export',
    'directory.user.view',
    'workspace.user.view',
  ])
  await write(server, 3, 'a\u2028b\u0085c\n"Zoë" \u001b[31m')
  const ids = async () => linesOf(await read(path).catch(() => '')).map(({ id }) => id)
  await hasAll(server, ids)
  const text = await read(path)
  assert.match(text, /^[ -~\n]*$/)
  const exported = await server.get('/audit/export', token)
  const shown = new Map(linesOf(exported.text).map((row) => [row.id, row]))
  for (const row of linesOf(text)) assert.deepEqual(row, shown.get(row.id))
  assert.deepEqual(linesOf(text).at(-1)?.withheld, ['profile.room'])
  assert.deepEqual(linesOf(text).at(-1)?.changes['first_name'], { old: null, new: 'Ada' })
})

test('a rotated file is followed by a new one, and a line that was cut short by its row', async () => {
  const path = join(folder, 'rotated.ndjson')
  await writeFile(path, '{"id":"audlg_cut')
  const server = await testServer({ writesBeside: true, auditStream: settingsOf(`file:${path}`) })
  await write(server, 2)
  const files = [`${path}.1`, path]
  const text = async () =>
    (await Promise.all(files.map((file) => read(file).catch(() => '')))).join('')
  const ids = async () =>
    linesOf((await text()).replace(/^\{"id":"audlg_cut\n?/, '')).map(({ id }) => id)
  await hasAll(server, ids)
  await rename(path, `${path}.1`)
  const before = await read(`${path}.1`)
  await write(server, 2)
  await hasAll(server, ids)
  assert.equal(await read(`${path}.1`), before)
  assert.equal(linesOf(await read(path)).length, 2)
})

test('a file that can’t be written is said by doctor and metrics, and gets all rows later', async () => {
  const path = join(folder, 'missing', 'log.ndjson')
  const requests = new RequestCounts()
  const server = await testServer({
    writesBeside: true,
    requests,
    auditStream: settingsOf(`file:${path}`),
  })
  const doctor = async () => {
    const env = { MUSTER_AUDIT_STREAM: `file:${path}`, MUSTER_DATABASE_URL: server.url }
    const { stdout } = await runCli(['doctor', '--json'], env)
    const checks: { check: string; result: string; message: string }[] = JSON.parse(stdout)
    return checks.find(({ check }) => check === 'audit stream')
  }
  const { services } = server.app
  const metrics = await startMetrics({ services, requests, host: '127.0.0.1', port: 0 })
  after(() => metrics.close())
  const figure = async (name: string) => {
    const text = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text()
    return Number(new RegExp(`^muster_audit_stream_${name} (.*)$`, 'm').exec(text)?.[1])
  }
  await write(server, 3)
  await until(async () => (await server.query('select from audit_stream')).length > 0)
  const failing = await doctor()
  assert.equal(failing?.result, 'fail')
  assert.match(failing?.message ?? '', /ENOENT/)
  assert.equal(await figure('waiting_rows'), (await logOf(server)).length)
  assert.ok((await figure('lag_seconds')) > 0)
  await mkdir(join(folder, 'missing'))
  await hasAll(server, async () => linesOf(await read(path).catch(() => '')).map(({ id }) => id))
  await until(async () => (await figure('waiting_rows')) === 0)
  assert.equal((await doctor())?.result, 'ok')
})

test('a syslog server gets messages of RFC 5424 by TLS with a certificate of the client, however often it breaks off', async () => {
  let connections = 0
  const tls = { key, cert, ca: certificates.ca, requestCert: true, minVersion: 'TLSv1.2' as const }
  const syslog = await startSyslogServer(tls, (socket, reset) => {
    connections += 1
    if (connections % 3 === 0) return
    // What has arrived and is not read is lost.
    if (connections % 3 === 1) {
      socket.pause()
      setTimeout(reset, 500)
    } else setTimeout(() => socket.end(), 300)
  })
  const own = await testDatabase({ writesBeside: true })
  await write(own, 1200)
  const variables = {
    ...caVariable,
    MUSTER_AUDIT_STREAM_CERTIFICATE: certificates.certificate,
    MUSTER_AUDIT_STREAM_KEY: certificates.key,
  }
  await testServer({
    own,
    auditStream: settingsOf(`syslog+tls://localhost:${syslog.port}`, variables),
  })
  const ids = () => syslog.messages.map(({ structure }) => structure['id'] ?? '')
  await hasAll(own, ids)
  assert.ok(connections >= 2)
  const [first] = syslog.messages
  assert.ok(first !== undefined)
  assert.match(first.head, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z [!-~]+ muster \d+ [a-z_.]+$/)
  for (const { row, structure } of syslog.messages) {
    assert.deepEqual(structure, {
      id: row.id,
      event: row.event,
      actor_type: row.actor.type,
      via: row.actor.via,
      record_type: row.record.type,
      record_id: row.record.id,
    })
  }
  await until(async () => {
    const rows = await own.query<{ behind: boolean }>(
      'select position < (select max(sequence) from audit_log) as behind from audit_stream',
    )
    return rows[0]?.behind === false
  }, 'the position')
})

test('a server that another authority vouches for gets nothing', async () => {
  const other = await mkdtemp(join(folder, 'other-'))
  const wrong = await makeCertificates(other, '127.0.0.1')
  const syslog = await startSyslogServer({ key, cert })
  const own = await testDatabase({ writesBeside: true })
  await write(own, 1)
  const variables = { MUSTER_AUDIT_STREAM_CA: wrong.caFile }
  await testServer({
    own,
    auditStream: settingsOf(`syslog+tls://127.0.0.1:${syslog.port}`, variables),
  })
  const [found] = await until(async () => {
    const rows = await own.query<{ last_error: string }>('select last_error from audit_stream')
    return rows.length > 0 && rows
  })
  assert.match(found?.last_error ?? '', /certificate|signature/)
  assert.deepEqual(syslog.messages, [])
})

test('a row that is too long comes without its values, in a message of the size that is set', async () => {
  const syslog = await startSyslogServer({ key, cert })
  const own = await testDatabase({ writesBeside: true })
  await write(own, 1, 'é'.repeat(2000))
  await write(own, 1, 'short')
  await testServer({
    own,
    auditStream: settingsOf(`syslog+tls://127.0.0.1:${syslog.port}`, caVariable),
  })
  await hasAll(own, () => syslog.messages.map(({ row }) => row.id))
  const [long, short] = syslog.messages.slice(-2).map(({ row }) => row)
  assert.equal(long.is_cut, true)
  assert.deepEqual(long.changes, {})
  assert.match(long.links.self, new RegExp(`/audit/logs/${long.id}$`))
  assert.equal('is_cut' in short, false)
})

/** The ids of the lines that are whole. */
const whole = (text: string) =>
  text.split('\n').flatMap((line) => /^\{"id":"(\w+)".*\}$/.exec(line)?.[1] ?? [])

test('servers that are killed while they write leave out no row, and keep the order', async () => {
  const path = join(folder, 'killed.ndjson')
  const own = await testDatabase({ writesBeside: true })
  const servers = startServers(own.url, 'off', { MUSTER_AUDIT_STREAM: `file:${path}` })
  const [one, other] = [await servers.start(), await servers.start()]
  const writing = write(own, 400)
  await until(async () => (await read(path).catch(() => '')).length > 20_000)
  one.signal('SIGKILL')
  other.signal('SIGKILL')
  await Promise.all([one.ended, other.ended, writing])
  await servers.start()
  await hasAll(own, async () => whole(await read(path)))
})

test('standard output has each row once, on a line of its own among those of the log', async () => {
  const own = await testDatabase({ writesBeside: true })
  const servers = startServers(own.url, 'off', { MUSTER_AUDIT_STREAM: 'stdout' })
  /** What a server prints that is stopped once it has printed what was written before it. */
  const printed = async () => {
    const last = (await logOf(own)).at(-1) ?? ''
    const server = await servers.start()
    await until(() => whole(server.log()).includes(last), 'the rows')
    server.signal('SIGTERM')
    assert.equal(await server.ended, 0)
    return server.log()
  }
  await write(own, 3, 'a\u2028b"\n')
  const first = await printed()
  const rows = first.split('\n').filter((line) => line.startsWith('{"id":"audlg_'))
  const values = linesOf(rows.join('\n')).map(({ changes }) => changes['base_state']?.new)
  assert.equal(values.filter((value) => value === 'a\u2028b"\n').length, 3)
  await write(own, 2)
  const ids = [first, await printed()].flatMap(whole)
  assert.deepEqual(ids, (await logOf(own)).slice(0, ids.length))
})

test('rsyslog takes the messages as they are', { skip: withoutProgram('rsyslogd') }, async () => {
  const port = await freePort('127.0.0.1', 0)
  const [config, taken] = [join(folder, 'rsyslog.conf'), join(folder, 'taken')]
  await chmod(folder, 0o755)
  await writeFile(
    config,
    `global(workDirectory="${folder}" DefaultNetstreamDriver="gtls" DefaultNetstreamDriverCAFile="${certificates.caFile}"
      DefaultNetstreamDriverCertFile="${certificates.certificate}" DefaultNetstreamDriverKeyFile="${certificates.key}")
    module(load="imtcp" StreamDriver.Name="gtls" StreamDriver.Mode="1" StreamDriver.AuthMode="anon")
    input(type="imtcp" port="${port}" address="127.0.0.1")
    template(name="whole" type="string" string="%procid%|%app-name%|%msgid%|%pri%|%structured-data%|%msg%\\n")
    action(type="omfile" file="${taken}" template="whole")\n`,
  )
  const rsyslog = spawn(findProgram('rsyslogd') ?? '', [
    '-n',
    '-f',
    config,
    '-i',
    join(folder, 'pid'),
  ])
  after(() => rsyslog.kill())
  let log = ''
  rsyslog.stderr.on('data', (chunk) => (log += String(chunk)))
  const own = await testDatabase({ writesBeside: true })
  await write(own, 700, 'Zoë said "]"\n\\')
  await testServer({ own, auditStream: settingsOf(`syslog+tls://127.0.0.1:${port}`, caVariable) })
  const fields = async () =>
    (await read(taken).catch(() => '')).split('\n').map((line) => line.split('|'))
  const messages = async () => (await fields()).filter(([, name]) => name === 'muster')
  await hasAll(own, async () =>
    (await messages()).map((parts) => JSON.parse(parts.slice(5).join('|')).id),
  ).catch((error) => {
    throw new Error(log, { cause: error })
  })
  const last = (await messages()).at(-1) ?? []
  assert.deepEqual(last.slice(0, 4), [
    String(process.pid),
    'muster',
    'directory.user.change',
    '110',
  ])
  assert.match(last[4] ?? '', /^\[muster@32473 id="audlg_/)
  assert.deepEqual(JSON.parse(last.slice(5).join('|')).changes.base_state.new, 'Zoë said "]"\n\\')
})

test('the setting takes a file, a server and standard output', () => {
  assert.equal(settingsOf(''), null)
  assert.deepEqual(settingsOf('stdout'), { kind: 'stdout', target: 'stdout', mostBytes: 1_048_576 })
  assert.equal(
    settingsOf('file:///var/log/muster/audit.ndjson')?.target,
    'file:/var/log/muster/audit.ndjson',
  )
  const server = settingsOf('syslog+tls://[2001:db8::1]', { MUSTER_AUDIT_STREAM_BYTES: '4096' })
  assert.deepEqual(server, {
    kind: 'syslog',
    target: 'syslog+tls://[2001:db8::1]:6514',
    mostBytes: 4096,
    host: '2001:db8::1',
    port: 6514,
    ca: undefined,
    certificate: undefined,
    key: undefined,
  })
  for (const wrong of [
    'file:log',
    'syslog://siem.acme.example',
    'syslog+tls://a,b',
    'syslog+tls://a/b',
    'udp',
    'file:/a\0b',
  ])
    assert.throws(() => settingsOf(wrong), /MUSTER_AUDIT_STREAM must be/, wrong)
  assert.throws(() => settingsOf('syslog+tls://a', { MUSTER_AUDIT_STREAM_KEY: 'k' }), /both/)
})

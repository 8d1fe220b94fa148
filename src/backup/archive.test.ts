import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import * as fc from 'fast-check'
import { Client } from 'pg'
import { closingAfter, makeCaller, makeOwner, testServer } from '../../test/harness.ts'
import { testActor } from '../../test/people-fixture.ts'
import { makeDirectoryUser } from '../../test/people.ts'
import { finished, runCli, startCli } from '../../test/run-cli.ts'
import { until } from '../../test/until.ts'
import { commandActor } from '../audit/command-actor.ts'
import { record } from '../audit/record.ts'
import { archiveMonths } from './archive-months.ts'

const actor = commandActor('archive')
const scratch = await mkdtemp(join(tmpdir(), 'muster-archive-'))
after(() => rm(scratch, { recursive: true }))

/** The middle of a month, so many months ago. */
function monthsAgo(months: number, second = 0): Date {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 14, 12, 0, second))
}
const monthOf = (at: Date) => at.toISOString().slice(0, 7)

/** A server whose clock a test sets, with a person who is changed at the instants. */
async function world(changes: readonly Date[]) {
  let now = monthsAgo(50)
  const server = await testServer({ writesBeside: true, clock: () => now })
  const ada = await makeDirectoryUser(server)
  let value = 0
  for (const at of changes.toSorted((a, b) => a.getTime() - b.getTime())) {
    now = at
    const before = value
    value += 1
    await server.database.transaction(({ tx }) =>
      record(tx, testActor, [
        {
          event: 'directory.user.change',
          record: { kind: 'directoryUser', id: ada.uuid },
          subjectId: ada.uuid,
          changes: { 'metadata.n': { old: before === 0 ? null : before, new: value } },
          personal: { first_name: { old: String(before), new: String(value) } },
        },
      ]),
    )
  }
  const folder = await mkdtemp(join(scratch, 'months-'))
  const setNow = (at: Date) => (now = at)
  setNow(new Date())
  const owner = { url: server.url }
  const archive = (keepMonths: number) => archiveMonths({ owner, folder, keepMonths, actor })
  const ids = async () => {
    const rows = await server.query<{ id: string }>(
      'select id from audit_log order by at, sequence',
    )
    return rows.map(({ id }) => id)
  }
  return { server, ada, folder, archive, ids, setNow }
}

type StoredRow = { id: string; at: string; personal_values: object; salt: string }

async function rowsIn(file: string): Promise<StoredRow[]> {
  const lines = zstdDecompressSync(await readFile(file))
    .toString('utf8')
    .trimEnd()
    .split('\n')
  return lines.slice(1, -1).map((line): StoredRow => JSON.parse(line))
}

const verify = (url: string, file: string) =>
  runCli(['archive', '--verify', file], { MUSTER_DATABASE_URL: url })

test('whole months beyond those that stay are in one file each, and the rest of the log follows from itself', async () => {
  const months = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 25 })
  await fc.assert(
    fc.asyncProperty(months, fc.integer({ min: 3, max: 12 }), (ago, keep) =>
      closingAfter(async () => {
        const { server, ada, archive, ids } = await world(
          ago.map((n, second) => monthsAgo(n, second)),
        )
        const before = await ids()
        const archived = await archive(keep)
        const old = [...new Set(ago.filter((n) => n > keep))].toSorted((a, b) => b - a)
        assert.deepEqual(
          archived.map(({ month }) => month),
          old.map((n) => monthOf(monthsAgo(n))),
        )
        const inFiles = (await Promise.all(archived.map(({ file }) => rowsIn(file)))).flat()
        const left = await ids()
        assert.deepEqual(
          [...inFiles.map(({ id }) => id), ...left.slice(0, left.length - archived.length)],
          before,
        )
        assert.ok(inFiles.every(({ personal_values, salt }) => personal_values && salt))
        assert.deepEqual(await archive(keep), [])
        const { token } = await makeCaller(server, ['audit.log.view', 'directory.user.view'])
        const { body } = await server.get(`/directory/users/${ada.id}`, token)
        assert.equal(body.count.audit_logs_record, ago.length)
        const deep = await runCli([
          'doctor',
          '--deep',
          '--only',
          'counters,audit',
          '--database-url',
          server.url,
        ])
        assert.doesNotMatch(deep.stdout, /audit_logs_|follows from no earlier row/)
      }),
    ),
    { numRuns: 4 },
  )
})

test('what is older than the log says so: lists, filters, events and replays', async () => {
  const { server, archive } = await world([8, 7, 1].map((n) => monthsAgo(n)))
  const owner = await makeOwner(server)
  const { body: first } = await server.get('/audit/logs', owner.token)
  assert.equal('archived_before' in first.meta, false)
  const before = await server.get('/events', owner.token)
  const lastNumber = before.body.data.at(-1).sequence
  const made = await archive(3)
  assert.equal(made.length, 2)
  const boundary = new Date(
    Date.UTC(monthsAgo(6).getUTCFullYear(), monthsAgo(6).getUTCMonth(), 1),
  ).toISOString()
  const { body } = await server.get('/audit/logs?filter[event]=audit.log.archive', owner.token)
  assert.equal(body.meta.archived_before, boundary)
  assert.deepEqual(
    body.data.map(({ details }: { details: { month: string } }) => details.month).toSorted(),
    [8, 7].map((n) => monthOf(monthsAgo(n))),
  )
  const lost = await server.get(`/audit/logs?filter[at_before]=${boundary}`, owner.token)
  assert.equal(lost.status, 410)
  assert.match(lost.body.message, new RegExp(boundary))
  assert.equal((await server.get('/events', owner.token)).status, 410)
  assert.equal((await server.get('/events?since=2020-01-01T00:00:00Z', owner.token)).status, 410)
  const next = await server.get(`/events?since=${boundary}`, owner.token)
  assert.equal(next.status, 200)
  assert.equal(next.body.data.at(-1).sequence, lastNumber)
  const follow = new URL(before.body.links.next)
  const after = await server.get(
    `${follow.pathname.replace('/api/v1', '')}${follow.search}`,
    owner.token,
  )
  assert.equal(after.status, 200, 'a reader that had read them goes on')
})

test('a damaged archive is found, wherever it is damaged', async () => {
  const { server, archive } = await world([9, 8].map((n) => monthsAgo(n)))
  const [made] = await archive(3)
  assert.ok(made !== undefined)
  const fine = await verify(server.url, made.file)
  assert.equal(fine.code, 0, fine.stderr)
  const bytes = await readFile(made.file)
  const copy = join(scratch, 'damaged')
  const refused = async (content: Buffer, why: RegExp) => {
    await writeFile(copy, content)
    const { code, stdout, stderr } = await verify(server.url, copy)
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, why)
  }
  const withBit = (at: number) => {
    const damaged = Buffer.from(bytes)
    damaged[at] = (damaged[at] ?? 0) ^ 1
    return damaged
  }
  await refused(withBit(3), new RegExp(`^${copy} is damaged: .*\\n$`))
  // What is found first depends on what the bit belongs to.
  const refusals = /is damaged|is not in its place|is not the file with which/
  for (const at of [Math.floor(bytes.length / 2), bytes.length - 2])
    await refused(withBit(at), refusals)
  await refused(bytes.subarray(0, bytes.length - 10), /is damaged/)
  const lines = zstdDecompressSync(bytes).toString('utf8')
  // The rows are the same, and the file is another one.
  const again = Buffer.concat([zstdCompressSync(lines), zstdCompressSync('')])
  await refused(again, /is not the file with which \d{4}-\d\d was dropped\.\n$/)
  const altered = lines.replace(/"new": *"1"/, '"new": "2"')
  assert.notEqual(altered, lines)
  await refused(zstdCompressSync(altered), /it has other rows than its last line says/)
  await server.query('delete from audit_archive')
  await refused(bytes, /is whole, but the database has not dropped \d{4}-\d\d\.\n$/)
})

test('nothing is dropped where the file can’t be written, is another one, or someone still has to read the rows', async () => {
  const { server, folder, archive, ids } = await world([9, 8].map((n) => monthsAgo(n)))
  const before = await ids()
  const owner = { url: server.url }
  await assert.rejects(
    archiveMonths({ owner, folder: join(folder, 'none'), keepMonths: 3, actor }),
    /ENOENT/,
  )
  await server.query(
    `insert into audit_stream (target, cursor, position) values ('file:/a', '', 0)`,
  )
  await assert.rejects(archive(3), /file:\/a has not taken all rows/)
  await server.query('delete from audit_stream')
  const other = await world([9].map((n) => monthsAgo(n)))
  const [theirs] = await other.archive(3)
  assert.ok(theirs !== undefined)
  const [{ name } = { name: '' }] = await server.query<{ name: string }>(
    `select 'muster-' || right(id::text, 8) || '-audit-${monthOf(monthsAgo(9))}.ndjson.zst' as name from policy_settings`,
  )
  await writeFile(join(folder, name), await readFile(theirs.file))
  await assert.rejects(archive(3), /has other rows/)
  assert.deepEqual(await ids(), before)
  assert.deepEqual(await readdir(folder), [name], 'and nothing is left behind')
})

test('a command that is killed between the file and the drop can be repeated', async () => {
  const { server, folder, archive, ids } = await world([9].map((n) => monthsAgo(n)))
  const before = await ids()
  const holder = new Client({ connectionString: server.url })
  await holder.connect()
  await holder.query('begin; lock table audit_archive in row exclusive mode')
  const child = startCli(['archive', folder, '--keep-months', '3'], {
    MUSTER_DATABASE_URL: server.url,
  })
  const ended = finished(child)
  await until(async () => (await readdir(folder)).some((name) => name.endsWith('.zst')))
  child.kill('SIGKILL')
  await ended
  await holder.end()
  assert.deepEqual(await ids(), before)
  const made = await archive(3)
  assert.equal(made.length, 1)
  assert.equal((await server.query('select from audit_archive')).length, 1)
  assert.equal((await ids()).length, 1)
})

test('the command takes no fewer months than Muster itself looks back', async () => {
  const { code, stderr } = await runCli(['archive', scratch, '--keep-months', '2'])
  assert.equal(code, 2, stderr)
  assert.match(stderr, /3 or more/)
})

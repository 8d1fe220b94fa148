import assert from 'node:assert/strict'
import { appendFile, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeOwner, testServer } from '../../test/harness.ts'
import { runCli } from '../../test/run-cli.ts'
import { ErasureList } from '../audit/erasure-list.ts'
import { emptyDatabase } from './filled-database.fixture.ts'

const folder = await mkdtemp(join(tmpdir(), 'muster-erasures-'))
const file = join(folder, 'erasures.jsonl')
const list = new ErasureList(file)
const server = await testServer({ erasures: list })
const { token } = await makeOwner(server)
const environment = { MUSTER_DATABASE_URL: server.url, MUSTER_DATA_DIRECTORY: folder }

const call = (method: string, path: string, body?: object) =>
  server.call(method, `/directory/users${path}`, { token, ...(body && { body }) })

async function makePerson(name: string): Promise<string> {
  const made = await call('POST', '', {
    first_name: name,
    last_name: 'Known',
    email: `${name}@acme.example`,
  })
  assert.equal(made.status, 201, made.text)
  return made.body.id
}

async function erase(id: string): Promise<void> {
  assert.equal((await call('DELETE', `/${id}`)).status, 204)
  const erased = await call('POST', `/${id}/erase`)
  assert.equal(erased.status, 200, erased.text)
}

const lines = async () =>
  (await readFile(file, 'utf8'))
    .split('\n')
    .flatMap((line) => (line === '' ? [] : JSON.parse(line)))

test('an erasure is in the list before it is committed, and once more when the audit log has it', async () => {
  const person = await makePerson('zora')
  await erase(person)
  const [intended, ...others] = await lines()
  assert.deepEqual([intended.person, intended.intended, others], [person, true, []])
  await list.catchUp(server.database.read)
  await list.catchUp(server.database.read)
  const [, sure, ...more] = await lines()
  assert.deepEqual([Object.keys(sure), sure.person, more], [['person', 'at'], person, []])
  assert.equal((await readFile(file, 'utf8')).includes('zora'), false)
})

test('an erasure that another process left unlisted is found in the audit log', async () => {
  const other = await testServer({ own: server })
  const person = await makePerson('yves')
  await other.call('DELETE', `/directory/users/${person}`, { token })
  await other.call('POST', `/directory/users/${person}/erase`, { token })
  assert.equal(
    (await lines()).some((line) => line.person === person),
    false,
  )
  await list.catchUp(server.database.read)
  assert.equal(
    (await lines()).some((line) => line.person === person && !line.intended),
    true,
  )
})

test('an erasure that was not committed is withdrawn, and a line that was cut off is passed over', async () => {
  const person = await makePerson('xaver')
  const old = new Date(Date.now() - 3_600_000).toISOString()
  await list.append([{ person, at: old, intended: true }])
  await appendFile(file, '{"person":"drusr_01k')
  assert.equal(
    (await list.read()).some((each) => each.person === person),
    true,
  )
  await list.catchUp(server.database.read)
  assert.equal(
    (await list.read()).some((each) => each.person === person),
    false,
  )
  await list.catchUp(server.database.read)
  await assert.rejects(lines(), SyntaxError)
  assert.equal((await list.read()).length, 2)
})

test('the lists of several processes, one after the other in a file, are one list', async () => {
  const [early, late] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.000Z']
  const [one, another] = [join(folder, 'one.jsonl'), join(folder, 'another.jsonl')]
  await new ErasureList(one).append([{ person: 'drusr_one', at: early, intended: true }])
  await new ErasureList(another).append([
    { person: 'drusr_one', at: late },
    { person: 'drusr_other', at: early },
  ])
  const together = join(folder, 'together.jsonl')
  await writeFile(together, (await readFile(one, 'utf8')) + (await readFile(another, 'utf8')))
  assert.deepEqual(await new ErasureList(together).read(), [
    { person: 'drusr_one', at: late },
    { person: 'drusr_other', at: early },
  ])
})

test('no one is erased while the list can’t be written', async () => {
  const blocked = await testServer({
    own: server,
    erasures: new ErasureList(join(file, 'no-folder')),
  })
  const readyz = async () => (await fetch(`${blocked.origin}/readyz`)).text()
  assert.doesNotMatch(await readyz(), /Nobody can be erased/)
  await assert.rejects(
    blocked.app.services.erasures?.catchUp(blocked.database.read) ?? Promise.resolve(),
    /ENOTDIR/,
  )
  assert.match(await readyz(), /Nobody can be erased: .*MUSTER_ERASURES_FILE/)
  const person = await makePerson('wanda')
  await call('DELETE', `/${person}`)
  const refused = await blocked.call('POST', `/directory/users/${person}/erase`, { token })
  assert.equal(refused.status, 503)
  assert.match(refused.body.message, /MUSTER_ERASURES_FILE/)
  const [row] = await server.query('select first_name from directory_user where first_name = $1', [
    'wanda',
  ])
  assert.ok(row)
})

test('a restore erases who was erased after the backup, before a server answers', async () => {
  const [deleted, living, untouched] = [
    await makePerson('deleted'),
    await makePerson('living'),
    await makePerson('untouched'),
  ]
  await call('DELETE', `/${deleted}`)
  const backup = join(folder, 'before.backup')
  assert.equal((await runCli(['backup', backup], environment)).code, 0)
  assert.equal((await call('POST', `/${deleted}/erase`)).status, 200)
  await erase(living)
  // Someone who is not in the backup.
  await erase(await makePerson('later'))

  const target = await emptyDatabase(folder)
  const restored = await runCli(
    ['restore', backup, '--erasures', file, '--json', '--reason', 'The disk broke'],
    target.env('target'),
  )
  assert.equal(restored.code, 0, restored.stderr)
  assert.deepEqual(JSON.parse(restored.stdout).erased.sort(), [deleted, living].sort())
  const people = await target.query<{ name: string; email: string | null }>(
    `select first_name as name, email from directory_user where deleted_at is null or first_name <> '' order by 1`,
  )
  assert.deepEqual(
    people.map(({ name }) => name),
    ['untouched', 'wanda', 'xaver'],
  )
  assert.equal(people[0]?.name, 'untouched')
  assert.match(untouched, /^drusr_/)
  const rows = await target.query(
    `select event, actor_type, details -> 'origin' ->> 'command' as command, details -> 'origin' ->> 'reason' as reason
     from audit_log where details -> 'origin' ->> 'command' = 'restore' order by sequence`,
  )
  const by = { actor_type: 'system', command: 'restore', reason: 'The disk broke' }
  assert.deepEqual(rows, [
    { event: 'directory.user.erase', ...by },
    { event: 'directory.user.delete', ...by },
    { event: 'directory.user.erase', ...by },
    { event: 'workspace.backup.restore', ...by },
  ])
  const left = await target.query(
    `select from audit_log_personal where changes::text ~ '(deleted|living)@acme' limit 1`,
  )
  assert.deepEqual(left, [])
})

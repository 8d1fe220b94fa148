import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { makeOwner, testServer } from './harness.ts'

const run = promisify(execFile)
const server = await testServer()
const { token } = await makeOwner(server)
const create = (email: string) =>
  server.call('POST', '/directory/users', {
    token,
    body: { first_name: 'A', last_name: 'B', email, metadata: { note: 'x'.repeat(900) } },
  })
const emails = async () => {
  const rows = await server.query<{ email: string }>('select email from directory_user order by 1')
  return rows.map(({ email }) => email)
}

const raising = (code: string) =>
  server.query(`
    create or replace function raise_it() returns trigger language plpgsql as $$
    begin raise exception 'as the test wants' using errcode = '${code}'; end $$;
    create or replace trigger raise_it before insert on directory_user
      for each statement execute function raise_it()`)

test('a shortage of PostgreSQL is 503 and named for the operator, and reads go on', async () => {
  const expected: Record<string, RegExp> = {
    '53100': /The disk of the database is full/,
    '53200': /out of memory/,
    '53400': /limit .* reached/,
    '58030': /disk of the database reports a fault/,
  }
  for (const [code, message] of Object.entries(expected)) {
    await raising(code)
    const answer = await create(`raised-${code}@acme.example`)
    assert.equal(answer.status, 503)
    assert.match(answer.body.message, message)
    assert.match(answer.body.message, /Nothing was changed/)
    assert.equal(answer.headers.get('retry-after'), '30')
    assert.equal((await server.get('/directory/users', token)).status, 200)
  }
  await server.query('drop function raise_it() cascade')
  assert.deepEqual(await emails(), [])
})

test('on a disk that is full nothing is lost, and writes go on when there is room again', async (t) => {
  const disk = await smallDisk(t)
  if (disk === undefined) return
  const made: string[] = []
  const createNext = async () => {
    const email = `person-${String(made.length).padStart(4, '0')}@acme.example`
    const answer = await create(email)
    if (answer.status === 201) made.push(email)
    return answer
  }
  assert.equal((await createNext()).status, 201)
  await disk.fill()
  let refused = await createNext()
  // First fills the space that PostgreSQL has reserved already.
  while (refused.status === 201) refused = await createNext()
  assert.equal(refused.status, 503, refused.text)
  assert.match(refused.body.message, /The disk of the database is full/)
  assert.equal((await server.get('/directory/users', token)).status, 200)
  assert.deepEqual(await emails(), made)
  await disk.makeRoom()
  assert.equal((await createNext()).status, 201)
  assert.deepEqual(await emails(), made)
})

/** Puts the people on a file system of a few megabytes until the test is over. Skips the test where none can be mounted. */
async function smallDisk(t: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), 'muster-disk-'))
  const [setting] = await server.query<{ cluster: string }>(
    `select current_setting('data_directory') as cluster`,
  )
  const owner = await stat(setting?.cluster ?? '').catch(() => undefined)
  const options = `size=4m,mode=0700,uid=${owner?.uid},gid=${owner?.gid}`
  const isMounted =
    owner !== undefined &&
    (await run('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', directory]).then(
      () => true,
      () => false,
    ))
  if (!isMounted) {
    await rm(directory, { recursive: true })
    t.skip('a small file system can’t be mounted here: the test above raises the error instead')
    return undefined
  }
  const filler = join(directory, 'filler')
  const name = `small_${process.pid}`
  t.after(async () => {
    await rm(filler, { force: true })
    await server.query('alter table directory_user set tablespace pg_default')
    await server.query(`drop tablespace if exists ${name}`)
    // Another process of PostgreSQL can have a file of it open for a little longer.
    await run('umount', ['--lazy', directory])
    await rm(directory, { recursive: true })
  })
  await server.query(`create tablespace ${name} location '${directory}'`)
  // A database that another file has used may have a large table without a row.
  await server.query('vacuum full directory_user')
  await server.query(`alter table directory_user set tablespace ${name}`)
  return {
    fill: async () => {
      const { bavail, bsize } = await statfs(directory)
      await writeFile(filler, Buffer.alloc(bavail * bsize))
    },
    makeRoom: () => rm(filler),
  }
}

import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runCli } from '../../test/run-cli.ts'
import { migrate } from '../database/migrate.ts'
import { emptyDatabase } from './filled-database.fixture.ts'

const source = fileURLToPath(new URL('../database', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'muster-older-'))

/** The migrations up to that one. Functions of today would not fit the tables of then, and COPY needs none. */
async function schemaUpTo(last: string): Promise<string> {
  const directory = join(folder, last)
  await cp(join(source, 'migrations'), join(directory, 'migrations'), { recursive: true })
  await cp(join(source, 'sql', 'base'), join(directory, 'sql', 'base'), { recursive: true })
  for (const kind of ['functions', 'views', 'triggers'])
    await mkdir(join(directory, 'sql', kind), { recursive: true })
  for (const name of await readdir(join(directory, 'migrations')))
    if (name > `${last}.sql`) await rm(join(directory, 'migrations', name))
  return directory
}

test('a backup of an older schema is restored into this one by the migrations since', async () => {
  const older = await emptyDatabase(folder)
  await migrate({ url: older.ownerUrl }, { directory: await schemaUpTo('0070-fresh-sign-ins') })
  await older.query(`
    with source as (insert into integration (vendor, type, handle, name) values ('file', 'file', 'hr', 'HR') returning id)
    insert into identity (integration_id, vendor_id, state, vendor_state, full_name, email, email_key)
    select id, 'u1', 'orphan', 'suspended', 'Ada Moreau', 'Ada@acme.example', 'ada@acme.example' from source`)
  const file = join(folder, 'older.backup')
  const made = await runCli(['backup', file], older.env('older'))
  assert.equal(made.code, 0, made.stderr)
  const target = await emptyDatabase(folder)
  const restored = await runCli(['restore', file], target.env('newer'))
  assert.equal(restored.code, 0, restored.stderr)
  // What the migration 0095 derives from what was there.
  const rows = await target.query(
    `select i.full_name, g.handle from state_source s join integration g on g.id = s.integration_id
     join identity i on i.integration_id = g.id`,
  )
  assert.deepEqual(rows, [{ full_name: 'Ada Moreau', handle: 'hr' }])
  const current = await runCli(['migrate', '--json'], target.env('newer'))
  assert.deepEqual(JSON.parse(current.stdout), { migrations: [] })
})

test('a backup of a newer schema is refused', async () => {
  const newer = await emptyDatabase(folder)
  await migrate({ url: newer.ownerUrl })
  await newer.query(`insert into schema_migration (name, checksum) values ('9999-later', 'x')`)
  const file = join(folder, 'newer.backup')
  const made = await runCli(['backup', file], newer.env('later'))
  assert.equal(made.code, 0, made.stderr)
  const target = await emptyDatabase(folder)
  const refused = await runCli(['restore', file], target.env('refused'))
  assert.match(refused.stderr, /made by a newer version of Muster.*does not have 9999-later/)
  assert.deepEqual(await target.query(`select from pg_tables where schemaname = 'public'`), [])
})

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { DatabaseError, type ClientBase } from 'pg'
import { gt } from 'semver'
import { version } from '../contract/version.ts'

/** A file of SQL. `name` is its path in the folder, without `.sql`; `checksum` is SHA-256 in hexadecimal. */
export type SqlFile = { name: string; text: string; checksum: string }

/** The files of a folder in the order of their names. Line ends don't count: a checkout may convert them. */
export async function readSqlFiles(folder: string): Promise<SqlFile[]> {
  const paths = (await readdir(folder)).filter((path) => path.endsWith('.sql')).sort()
  return Promise.all(
    paths.map(async (path) => {
      const text = (await readFile(join(folder, path), 'utf8')).replaceAll('\r\n', '\n')
      const checksum = createHash('sha256').update(text).digest('hex')
      return { name: path.slice(0, -'.sql'.length), text, checksum }
    }),
  )
}

/**
 * The functions, views and triggers as they are now. The definitions of tables use those of `base`, which are replaced
 * and never dropped. The others are dropped and created again.
 */
export type SchemaSources = { base: SqlFile[]; others: SqlFile[] }

/** Reads the folders of a folder `sql`. */
export async function readSchemaSources(folder: string): Promise<SchemaSources> {
  const [base = [], ...others] = await Promise.all(
    ['base', 'functions', 'views', 'triggers'].map(async (kind) => {
      const files = await readSqlFiles(join(folder, kind))
      return files.map(({ name, text, checksum }) => ({ name: `${kind}/${name}`, text, checksum }))
    }),
  )
  return { base, others: others.flat() }
}

/** What a database was given: the version that did it, name → checksum of each file, and the objects made from them. */
type Created = { version: string; files: Record<string, string>; objects: SchemaObject[] }
type SchemaObject = { kind: 'function' | 'trigger' | 'view'; identity: string }

const nothing: Created = { version: '', files: {}, objects: [] }

async function findCreated(client: ClientBase): Promise<Created> {
  const { rows: tables } = await client.query(
    `select where to_regclass('schema_source') is not null`,
  )
  if (tables.length === 0) return nothing
  const { rows } = await client.query<Created>('select version, files, objects from schema_source')
  return rows[0] ?? nothing
}

/**
 * Whether the database has these functions, views and triggers, or those of a newer version, which a process of an older
 * version leaves as they are.
 */
export async function hasSchemaSources(
  client: ClientBase,
  sources: SchemaSources,
): Promise<boolean> {
  const created = await findCreated(client)
  if (created.version !== '' && gt(created.version, version)) return true
  const files = [...sources.base, ...sources.others]
  return (
    Object.keys(created.files).length === files.length &&
    files.every(({ name, checksum }) => created.files[name] === checksum)
  )
}

/**
 * Makes the functions, views and triggers what their files say, around `alterTables`: what exists is dropped before, so
 * that nothing depends on what is altered, and created after. `requires` is the newest migration of these that a server must
 * know to write (see migrate.ts). In the transaction of the client.
 */
export async function recreate(
  client: ClientBase,
  { base, others }: SchemaSources,
  alterTables: () => Promise<void>,
  requires = '',
): Promise<void> {
  await client.query(`create table if not exists schema_source (
    singleton boolean primary key default true check (singleton),
    version text not null, files jsonb not null, objects jsonb not null)`)
  const created = await findCreated(client)
  await drop(client, created.objects)
  await create(
    client,
    base.filter(({ name, checksum }) => created.files[name] !== checksum),
  )
  await alterTables()
  const before = new Set((await listObjects(client)).map(({ identity }) => identity))
  await create(client, others)
  await client.query(revokeTriggers)
  const objects = (await listObjects(client)).filter(({ identity }) => !before.has(identity))
  const files = Object.fromEntries(
    [...base, ...others].map(({ name, checksum }) => [name, checksum]),
  )
  await client.query(
    `insert into schema_source (version, files, objects, requires) values ($1, $2, $3, $4)
     on conflict (singleton) do update
       set version = excluded.version, files = excluded.files, objects = excluded.objects,
         requires = greatest(schema_source.requires, excluded.requires)`,
    [version, JSON.stringify(files), JSON.stringify(objects), requires],
  )
}

/** Triggers need no right to execute. Without this, the server's role could have a table of its own call a function of the owner. */
const revokeTriggers = `do $$ declare called regprocedure; begin
  for called in select oid from pg_proc
    where prosecdef and prorettype = 'trigger'::regtype and pronamespace = 'public'::regnamespace loop
    execute format('revoke execute on function %s from public', called);
  end loop; end $$`

/** The last one first, because each was created after what it depends on. */
async function drop(client: ClientBase, objects: readonly SchemaObject[]): Promise<void> {
  const statements = objects.map(({ kind, identity }) => `drop ${kind} if exists ${identity};`)
  await client.query(statements.reverse().join(' '))
}

/** The functions, views and triggers of our schemas that belong to no extension, in the order of their creation. */
async function listObjects(client: ClientBase): Promise<SchemaObject[]> {
  const { rows } = await client.query<SchemaObject>(`
    with object (kind, class, id, namespace) as (
      select 'function', 'pg_proc'::regclass, oid, pronamespace from pg_proc
      union all
      select 'view', 'pg_class'::regclass, oid, relnamespace from pg_class where relkind = 'v'
      union all
      select 'trigger', 'pg_trigger'::regclass, t.oid, c.relnamespace
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal
    )
    select kind, (pg_identify_object(class, id, 0)).identity
    from object
    where namespace in (select oid from pg_namespace where nspname in ('public', 'unsettled', 'ahead'))
      and not exists (select from pg_depend d where d.classid = class and d.objid = id and d.deptype = 'e')
    order by id`)
  return rows
}

/**
 * Runs the files. One that needs what another file makes is tried again after the others.
 * @throws Error with the name of the first file that fails
 */
async function create(client: ClientBase, files: readonly SqlFile[]): Promise<void> {
  let waiting = files
  while (waiting.length > 0) {
    const failed: { file: SqlFile; error: unknown }[] = []
    for (const file of waiting) {
      const error = await tryToRun(client, file)
      if (error !== undefined) failed.push({ file, error })
    }
    const final = failed.length === waiting.length ? failed[0] : failed.find(isFinal)
    if (final !== undefined) throw inFile(`sql/${final.file.name}`, final.error)
    waiting = failed.map(({ file }) => file)
  }
}

async function tryToRun(client: ClientBase, { text }: SqlFile): Promise<unknown> {
  await client.query('savepoint file')
  try {
    await client.query(text)
    await client.query('release savepoint file')
    return undefined
  } catch (error) {
    await client.query('rollback to savepoint file')
    return error
  }
}

/** undefined_function, undefined_table, undefined_object */
const missing: ReadonlySet<string | undefined> = new Set(['42883', '42P01', '42704'])

function isFinal({ error }: { error: unknown }): boolean {
  return !(error instanceof DatabaseError && missing.has(error.code))
}

/** The error of a file of SQL, with the file's name and what PostgreSQL adds to its message. */
export function inFile(name: string, error: unknown): Error {
  if (!(error instanceof Error)) return new Error(`${name}.sql failed`, { cause: error })
  const detail = error instanceof DatabaseError && error.detail ? ` ${error.detail}` : ''
  return new Error(`${name}.sql: ${error.message}.${detail}`, { cause: error })
}

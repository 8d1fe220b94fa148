import { escapeIdentifier, type Client } from 'pg'
import { version } from '../contract/version.ts'
import { migrationLockKey, unfinishedRestore } from '../database/migrate.ts'
import { connectClient, serverRole, type Connection } from '../database/session.ts'
import { CopyOut } from './copy-out.ts'
import { BackupRefused, pieceBytes, type Head } from './format.ts'
import { columnsLeftOut, leftOut, sequences, tables } from './tables.ts'
import type { SectionSource } from './write-records.ts'

/** What is in a database at one instant. */
export type Snapshot = {
  head: Omit<Head, 'hasKeys'>
  /** The tables with their columns, the largest last, so that the bar of progress is right most of the time. */
  sections: AsyncIterable<SectionSource>
}

/**
 * Reads a database in one transaction, as the server's role: what was committed when it began, whatever is written meanwhile. No
 * write waits for it. A migration does, before it takes any lock.
 */
export async function onSnapshot<T>(
  connection: Connection,
  report: (share: { done: number; all: number }) => void,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const client = await connectClient(connection, 'muster backup', {
    role: serverRole,
    isReadOnly: true,
  })
  try {
    await client.query('select pg_advisory_lock_shared($1)', [migrationLockKey])
    await client.query('begin isolation level repeatable read read only')
    const found = await findTables(client)
    return await work({
      head: await headOf(client),
      sections: sectionsOf(client, found, report),
    })
  } finally {
    await client.end()
  }
}

/** A table with its columns, as COPY names them. */
export function copied(name: string, columns: readonly string[]): string {
  return `public.${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(', ')})`
}

type Table = { name: string; columns: string[]; size: number }

/** @throws BackupRefused where a table is in no list, or there is no schema */
async function findTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name, pg_table_size(c.oid)::float8 as size, array(
      select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum) as columns
    from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by size, name`)
  const names = new Set(rows.map(({ name }) => name))
  if (names.has(unfinishedRestore))
    throw new BackupRefused(
      'A restore into this database was not finished. Restore it again first.',
    )
  if (!names.has('schema_migration'))
    throw new BackupRefused(
      'This database has no schema of Muster, so there is nothing to back up.',
    )
  const unknown = rows.filter(({ name }) => !tables.includes(name) && !leftOut.has(name))
  if (unknown.length > 0)
    throw new BackupRefused(
      `This version of Muster (${version}) does not know the tables ${unknown.map(({ name }) => name).join(', ')}. Back up with the version that runs, and keep tables of your own in another schema.`,
    )
  return rows.flatMap(({ name, columns, size }) => {
    const kept = columns.filter((column) => !columnsLeftOut.has(`${name}.${column}`))
    return tables.includes(name) ? [{ name, size, columns: kept }] : []
  })
}

async function headOf(client: Client): Promise<Snapshot['head']> {
  const { rows: facts } = await client.query<{ at: Date; postgres: string; database: string }>(
    `select now() as at, current_setting('server_version') as postgres, id as database from policy_settings`,
  )
  const { rows: migrations } = await client.query<Head['migrations'][number]>(
    'select name, checksum from schema_migration order by name',
  )
  const { rows: last } = await client.query<Head['sequences'][number]>(
    `select sequencename as name, last_value::text as last from pg_sequences
     where schemaname = 'public' and sequencename = any ($1)`,
    [sequences],
  )
  const { at = new Date(), postgres = '', database = '' } = facts[0] ?? {}
  return { version, postgres, database, at: at.toISOString(), migrations, sequences: last }
}

async function* sectionsOf(
  client: Client,
  found: readonly Table[],
  report: (share: { done: number; all: number }) => void,
): AsyncGenerator<SectionSource> {
  const all = found.reduce((sum, { size }) => sum + size, 0)
  let done = 0
  for (const { name, columns, size } of found) {
    const content = client.query(new CopyOut(`copy ${copied(name, columns)} to stdout`, pieceBytes))
    yield { kind: 'table', name, columns, content, rows: () => content.rowCount }
    done += size
    report({ done, all })
  }
}

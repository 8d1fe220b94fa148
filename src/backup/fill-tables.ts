import { pipeline } from 'node:stream/promises'
import { escapeLiteral, type Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { BackupRefused, type Head } from './format.ts'
import { copied } from './snapshot.ts'
import { columnsLeftOut, sequences, tables } from './tables.ts'

/** Tables that take rows: without references, indexes and triggers. */
export type EmptyTables = {
  /** @returns how many rows it got */
  copy(name: string, columns: readonly string[], content: AsyncIterable<Buffer>): Promise<number>
  /** Makes what was left out, and sets the sequences. */
  finish(head: Head): Promise<void>
}

/**
 * Prepares the tables of a new schema, in the transaction of its migrations: functions and triggers are not made yet. As the owner
 * of the tables, who need be no superuser.
 */
export async function emptyTables(client: Client): Promise<EmptyTables> {
  const { rows: made } = await client.query<{ drop: string; create: string }>(removable)
  const { rows: defaults } = await client.query<{ set: string; reset: string }>(replacedDefaults())
  const known = await columnsOf(client)
  const there = tables.filter((name) => known.has(name)).map((name) => `public.${name}`)
  await run(client, [
    `set local maintenance_work_mem = '256MB'`,
    ...made.map(({ drop }) => drop).reverse(),
    ...defaults.map(({ set }) => set),
    `truncate ${there.join(', ')}`,
  ])
  return {
    async copy(name, columns, content) {
      const own = tables.includes(name) ? known.get(name) : undefined
      if (own === undefined || !columns.every((column) => own.has(column)))
        throw new BackupRefused(`The backup is damaged: it has another table ${name}.`)
      const target = client.query(copyFrom(`copy ${copied(name, columns)} from stdin (freeze)`))
      await pipeline(content, target)
      return target.rowCount
    },
    async finish(head) {
      await run(
        client,
        defaults.map(({ reset }) => reset),
      )
      await setSequences(client, head)
      for (const { create } of made) await client.query(create)
      // No answer has the tag of one that a client kept, also of one from after the backup.
      await client.query('update policy_epoch set epoch = epoch + 1000000')
      await client.query(`analyze ${there.join(', ')}`)
    },
  }
}

async function run(client: Client, statements: readonly string[]): Promise<void> {
  await client.query(statements.join(';'))
}

/** Indexes that no constraint has, then foreign keys: to write them row by row takes many times as long. */
const removable = `
  (select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace and c.relpersistence = 'p'
    and not exists (select from pg_constraint where conindid = indexrelid))
  union all
  (select format('alter table %s drop constraint %I', conrelid::regclass, conname),
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace)`

/** What the columns that a backup leaves out get meanwhile. */
function replacedDefaults(): string {
  const values = [...columnsLeftOut].map((row) => `(${row.map(escapeLiteral).join(', ')})`)
  return `
    select format('alter table %s alter column %I set default %s', adrelid::regclass, attname, v.value) as set,
      format('alter table %s alter column %I set default %s', adrelid::regclass, attname, pg_get_expr(adbin, adrelid)) as reset
    from (values ${values.join(', ')}) as v (name, value)
    join pg_attribute on attrelid = to_regclass('public.' || split_part(v.name, '.', 1)) and attname = split_part(v.name, '.', 2)
    join pg_attrdef on adrelid = attrelid and adnum = attnum`
}

async function columnsOf(client: Client): Promise<Map<string, ReadonlySet<string>>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' group by 1`)
  return new Map(rows.map(({ name, columns }) => [name, new Set(columns)]))
}

/** Those of columns go on after the greatest number, those of none where they were. */
async function setSequences(client: Client, head: Head): Promise<void> {
  const { rows: identities } = await client.query<{ statement: string }>(`
    select format('select setval(%L, max(%I)) from %s', pg_get_serial_sequence(attrelid::regclass::text, attname), attname,
      attrelid::regclass) as statement
    from pg_attribute join pg_class c on c.oid = attrelid
    where attidentity <> '' and c.relnamespace = 'public'::regnamespace`)
  for (const { statement } of identities) await client.query(statement)
  for (const { name, last } of head.sequences)
    if (last !== null && sequences.includes(name))
      await client.query('select setval($1, $2)', [name, last])
}

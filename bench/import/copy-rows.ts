import { asOwner } from '../empty-muster.ts'

/** The transaction that the next one of the database will follow. */
export async function lastTransaction(dataDirectory: string): Promise<number> {
  return asOwner(dataDirectory, async (client) => {
    const { rows } = await client.query<{ id: string }>(`select pg_current_xact_id()::text as id`)
    return Number(rows[0]?.id)
  })
}

/**
 * The rate that an import is compared with: COPY reads all rows that transactions after `since` left in the database from files of the
 * server, into empty tables with the same columns and indexes. These have no checks, no foreign keys and no triggers.
 */
export async function copyRows(
  dataDirectory: string,
  since = 0,
): Promise<{ rows: number; seconds: number }> {
  return asOwner(dataDirectory, async (client) => {
    await client.query('create schema bench')
    const { rows: tables } = await client.query<{ name: string; columns: string; file: string }>(
      `select relname as name, (
         select string_agg(format('%I', attname), ', ' order by attnum) from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns, format('%s/bench-%s', current_setting('data_directory'), relname) as file
       from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
         and relname not like 'schema\\_%' order by relname`,
    )
    let rows = 0
    for (const { name, columns, file } of tables) {
      // Without the columns that PostgreSQL derives again.
      const { rowCount } = await client.query(
        `copy (select ${columns} from public.${name} where xmin::text::bigint > ${since}) to '${file}' (format binary)`,
      )
      await client.query(
        `create table bench.${name} (like public.${name} including generated including indexes)`,
      )
      rows += rowCount ?? 0
    }
    await client.query('checkpoint')
    const start = performance.now()
    await client.query('begin')
    for (const { name, columns, file } of tables)
      await client.query(`copy bench.${name} (${columns}) from '${file}' (format binary)`)
    await client.query('commit')
    const seconds = (performance.now() - start) / 1000
    await client.query('drop schema bench cascade')
    return { rows, seconds }
  })
}

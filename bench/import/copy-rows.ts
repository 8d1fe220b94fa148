import { asOwner } from '../empty-muster.ts'

/**
 * The rate that an import is compared with: COPY reads all rows that the database has now from files of the server, into empty
 * tables with the same columns and indexes. These have no checks, no foreign keys and no triggers.
 */
export async function copyRows(dataDirectory: string): Promise<{ rows: number; seconds: number }> {
  return asOwner(dataDirectory, async (client) => {
    await client.query('create schema bench')
    const { rows: tables } = await client.query<{ name: string; file: string }>(
      `select relname as name, format('%s/bench-%s', current_setting('data_directory'), relname) as file
       from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
         and relname not like 'schema\\_%' order by relname`,
    )
    let rows = 0
    for (const { name, file } of tables) {
      await client.query(
        `create table bench.${name} (like public.${name} including generated including indexes)`,
      )
      // Of a table, not of a query: so it leaves out what PostgreSQL derives again.
      const { rowCount } = await client.query(`copy public.${name} to '${file}' (format binary)`)
      rows += rowCount ?? 0
    }
    await client.query('checkpoint')
    const start = performance.now()
    await client.query('begin')
    for (const { name, file } of tables)
      await client.query(`copy bench.${name} from '${file}' (format binary)`)
    await client.query('commit')
    const seconds = (performance.now() - start) / 1000
    await client.query('drop schema bench cascade')
    return { rows, seconds }
  })
}

import { randomUUID } from 'node:crypto'
import { Client } from 'pg'

/** Rows of one table that requests wrote, for each request in turn, as JSON. */
type TableRows = { name: string; ofRequest: readonly string[] }

/**
 * What requests are compared with: the rows that they write, inserted by one prepared statement for each table, in one commit for each
 * request. The tables have the same columns and indexes, and no checks, foreign keys or triggers.
 */
export async function openSameRows(databaseUrl: string) {
  const client = new Client(databaseUrl)
  await client.connect()
  return {
    /** Runs requests, then writes what they wrote as often again. @returns the rate of the requests, and that of the rows, a second */
    async besides(requests: number, run: () => Promise<number>): Promise<[number, number]> {
      const { rows } = await client.query<{ xid: string }>(
        'select pg_current_xact_id()::text as xid',
      )
      const rate = await run()
      const tables = await readRows(client, rows[0]?.xid ?? '0', requests)
      return [rate, await writeRows(client, tables, requests)]
    },
    close: () => client.end(),
  }
}

async function readRows(client: Client, since: string, requests: number): Promise<TableRows[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relpersistence = 'p' and relname not like 'schema\\_%' order by relname`,
  )
  const read: TableRows[] = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ text: string }>(
      `select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as text
       from (select t.*, ntile($2::int) over (order by t.ctid) as bench_request from public.${name} t
         where t.xmin::text::bigint >= $1::bigint) t group by bench_request order by bench_request`,
      [since, requests],
    )
    if (rows.length > 0) read.push({ name, ofRequest: rows.map(({ text }) => text) })
  }
  return read
}

async function writeRows(
  client: Client,
  tables: readonly TableRows[],
  requests: number,
): Promise<number> {
  const prefix = randomUUID().slice(0, 8)
  await client.query('create schema bench')
  for (const { name } of tables)
    await client.query(`create table bench.${name} (like public.${name} including indexes)`)
  const write = async (request: number) => {
    await client.query('begin')
    for (const { name, ofRequest } of tables) {
      const text = `insert into bench.${name} select * from jsonb_populate_recordset(null::bench.${name}, $1::jsonb)`
      const rows = ofRequest[request]
      if (rows !== undefined)
        await client.query({ name: `${prefix} ${name}`, text, values: [rows] })
    }
    await client.query('commit')
  }
  const start = performance.now()
  for (let request = 0; request < requests; request += 1) await write(request)
  const rate = requests / ((performance.now() - start) / 1000)
  await client.query('drop schema bench cascade')
  return rate
}

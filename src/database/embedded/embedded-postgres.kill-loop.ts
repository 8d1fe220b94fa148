// The program that embedded-postgres.test.ts kills: it starts the server of the given directory and inserts rows
// until then. Prints `server <pid>`, then the id of each row once its commit is acknowledged.
import { writeSync } from 'node:fs'
import { connect } from './connect.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

const [, , dataDirectory = ''] = process.argv
const server = await startEmbeddedPostgres({ dataDirectory })
print(`server ${server.pid} ${server.adopted ? 'adopted' : 'started'}`)

const client = await connect(server.administrator, 'kill loop')
client.once('end', () => process.exit(3))
await client.query(
  'create table if not exists written (id bigint primary key generated always as identity)',
)
for (;;) {
  const { rows } = await client.query<{ id: string }>(
    'insert into written default values returning id',
  )
  print(String(rows[0]?.id))
}

function print(line: string): void {
  writeSync(1, `${line}\n`)
}

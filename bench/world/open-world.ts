import { rm } from 'node:fs/promises'
import { Client } from 'pg'
import { say } from '../../src/cli/output/output.ts'
import { encodeId } from '../../src/contract/ids.ts'
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.ts'
import { startChild } from '../processes/child.ts'
import type { Placement } from '../processes/placement.ts'
import { dataOf, directoryOf, readSeal, type Sealed, type WorldKind } from './kept-world.ts'
import type { SeedOptions } from './seed.ts'

/** A seeded organisation whose PostgreSQL runs. */
export type World = {
  people: number
  databaseUrl: string
  /** The process id of PostgreSQL's first process. */
  postgresPid: number
  token: string
  /** Every person's uuid, and the path under which Muster describes them. */
  uuids: readonly string[]
  paths: readonly string[]
  close(): Promise<void>
}

/** Seeds the organisation unless a former run left it, and starts its PostgreSQL beside the load generator. */
export async function openWorld(
  placement: Placement,
  { people, fresh, kind = 'whole' }: { people: number; fresh: boolean; kind?: WorldKind },
): Promise<World> {
  const directory = await directoryOf(people, kind)
  const { token } = await ensureSeeded(placement, { directory, people, kind }, fresh)
  say(`Starting PostgreSQL on ${directory} …`)
  const postgres = await startEmbeddedPostgres({ dataDirectory: dataOf(directory) })
  placement.pin('rest', postgres.pid)
  const { host, port, user, database } = postgres.administrator
  const databaseUrl = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
  const uuids = await readUuids(databaseUrl)
  return {
    people,
    databaseUrl,
    postgresPid: postgres.pid,
    token,
    uuids,
    paths: uuids.map((uuid) => `/api/v1/directory/users/${encodeId('directoryUser', uuid)}`),
    close: () => postgres.stop(),
  }
}

async function ensureSeeded(
  placement: Placement,
  options: SeedOptions,
  fresh: boolean,
): Promise<Sealed> {
  const sealed = fresh ? undefined : await readSeal(options.directory)
  if (sealed !== undefined) {
    say(`Using the organisation in ${options.directory} (--fresh makes it anew).`)
    return sealed
  }
  await rm(options.directory, { recursive: true, force: true })
  say(`Making an organisation of ${options.people.toLocaleString('en')} people …`)
  const seeder = startChild(placement, 'any', new URL('./seed.ts', import.meta.url))
  try {
    await seeder.ask('seed', options)
  } finally {
    await seeder.stop()
  }
  const made = await readSeal(options.directory)
  if (made === undefined) throw new Error(`${options.directory} was not seeded`)
  return made
}

async function readUuids(databaseUrl: string): Promise<string[]> {
  const client = new Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ id: string }>('select id from directory_user order by id')
  await client.end()
  return rows.map(({ id }) => id)
}

import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { say } from '../../src/cli/output/output.ts'
import { encodeId } from '../../src/contract/ids.ts'
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.ts'
import { readJson, startChild } from '../processes/child.ts'
import type { Placement } from '../processes/placement.ts'

/**
 * The demo's exports of all vendors and its policy (`changed` by a measurement), only the people and groups of the primary, or
 * people of a primary that pushes by SCIM.
 */
export type WorldKind = 'whole' | 'changed' | 'primary' | 'scim'

/** The demo's organisation in a size. */
export function organisation(people: number) {
  return { people, seed: 1, today: '2026-11-01' }
}

const database = new URL('../../src/database/', import.meta.url)

/** What a seeded directory passes to the next run. It is written last: a directory without it is incomplete. */
export type Sealed = { token: string }

/** Where the organisation of that size is kept from run to run: another schema has another place. */
export async function directoryOf(people: number, kind: WorldKind): Promise<string> {
  const hash = createHash('sha256')
  for (const path of (await readdir(database, { recursive: true })).sort()) {
    if (path.endsWith('.sql')) hash.update(await readFile(new URL(path, database)))
  }
  const name = kind === 'whole' ? String(people) : `${kind}-${people}`
  return join(tmpdir(), `muster-bench-${name}-${hash.digest('hex').slice(0, 8)}`)
}

export function dataOf(directory: string): string {
  return join(directory, 'data')
}

export function sealOf(directory: string): string {
  return join(directory, 'bench.json')
}

async function readSeal(directory: string): Promise<Sealed | undefined> {
  const text = await readFile(sealOf(directory), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : readJson<Sealed>(text)
}

export type SeedOptions = { directory: string; people: number; kind: WorldKind }

/** A seeded organisation whose PostgreSQL runs. */
export type World = {
  people: number
  databaseUrl: string
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
  if (fresh) await rm(directory, { recursive: true, force: true })
  return openSeeded(placement, { directory, people, kind })
}

export async function openSeeded(placement: Placement, options: SeedOptions): Promise<World> {
  const { directory, people } = options
  const { token } = await ensureSeeded(placement, options)
  say(`Starting PostgreSQL on ${directory} …`)
  const postgres = await startEmbeddedPostgres({ dataDirectory: dataOf(directory) })
  placement.pin('rest', postgres.pid)
  const { host, port, user, database } = postgres.administrator
  const databaseUrl = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
  const uuids = await readUuids(databaseUrl)
  return {
    people,
    databaseUrl,
    token,
    uuids,
    paths: uuids.map((uuid) => `/api/v1/directory/users/${encodeId('directoryUser', uuid)}`),
    close: () => postgres.stop(),
  }
}

async function ensureSeeded(placement: Placement, options: SeedOptions): Promise<Sealed> {
  const sealed = await readSeal(options.directory)
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

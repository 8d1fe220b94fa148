import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { checkBackup } from '../src/backup/restore-backup.ts'
import { makeBackup } from '../src/backup/make-backup.ts'
import { copied } from '../src/backup/snapshot.ts'
import { tables } from '../src/backup/tables.ts'
import { compared, type Findings } from './figures.ts'
import { inDirectory } from './empty-muster.ts'
import { benchCommand, numberFrom } from './options.ts'
import { runBench, type BenchOptions } from './report.ts'
import { unpinned } from './processes/placement.ts'
import { openWorld } from './world/open-world.ts'

type Options = BenchOptions & { people: number; rounds: number; fresh: boolean }

/** A whole backup, in turns with COPY of the same tables to files of the server. */
async function measureBackup({ people, rounds, fresh }: Options): Promise<Findings> {
  const world = await openWorld(unpinned, { people, fresh })
  try {
    return await inDirectory(async (folder) => {
      await mkdir(folder)
      const connection = { url: world.databaseUrl }
      const found: [number, number][] = []
      let facts = { rows: 0, bytes: 0, seconds: 0 }
      for (let round = 0; round < rounds; round += 1) {
        const file = join(folder, `${round}.backup`)
        const copy = await copySeconds(world.databaseUrl)
        const begun = performance.now()
        const made = await makeBackup({
          connection,
          keys: null,
          erasures: null,
          encryption: { recipients: [] },
          file: () => file,
        })
        const seconds = (performance.now() - begun) / 1000
        const rows = made.contents.reduce((sum, each) => sum + each.rows, 0)
        found.push([rows / seconds, rows / copy])
        const checked = performance.now()
        await checkBackup({ file, opening: { identities: [] } })
        facts = { rows, bytes: made.bytes, seconds: (performance.now() - checked) / 1000 }
        await rm(file)
      }
      const megabytes = (facts.bytes / 1e6).toFixed(1)
      return {
        lines: compared({
          what: `${people} people`,
          unit: 'rows/s',
          sides: ['backup', 'COPY to files'],
          rounds: found,
          budget: { atLeast: 0.6 },
          details: [`${facts.rows} rows, ${megabytes} MB`, 'as text, without compression'],
        }),
        notes: [
          `Reading a backup to its end and comparing its checksums took ${facts.seconds.toFixed(1)} s.`,
        ],
      }
    })
  } finally {
    await world.close()
  }
}

/** Of all tables of a backup, one after the other, in one transaction. */
async function copySeconds(url: string): Promise<number> {
  const client = new Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; columns: string[]; file: string }>(
      `select table_name as name, array_agg(column_name::text order by ordinal_position) as columns,
         current_setting('data_directory') || '/bench-' || table_name as file
       from information_schema.columns
       where table_schema = 'public' and table_name = any ($1) and is_generated = 'NEVER' group by 1`,
      [tables],
    )
    const begun = performance.now()
    await client.query('begin isolation level repeatable read read only')
    for (const { name, columns, file } of rows)
      await client.query(`copy ${copied(name, columns)} to '${file}'`)
    await client.query('commit')
    const seconds = (performance.now() - begun) / 1000
    for (const { file } of rows) await rm(file)
    return seconds
  } finally {
    await client.end()
  }
}

const sections = [
  { id: 'backup', title: 'A backup beside COPY of the same tables', measure: measureBackup },
]
const options = benchCommand('bench:backup', 'measure a backup beside COPY', sections)
  .option('--people <number>', 'how many people', numberFrom(50, 1_000_000), 100_000)
  .option('--rounds <number>', 'how often, in turns', numberFrom(1, 100), 3)
  .option('--fresh', 'make the organisation again', false)
  .parse()
  .opts<Options>()
await runBench('bench:backup', sections, options)

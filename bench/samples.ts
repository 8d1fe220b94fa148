import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { sql } from 'kysely'
import { cliActor } from '../src/cli/direct.ts'
import { printText } from '../src/cli/output.ts'
import { table } from '../src/cli/table-text.ts'
import { connectVendor } from '../src/connectors/import/connect-vendor.ts'
import { importExport } from '../src/connectors/import/import-export.ts'
import type { Database } from '../src/database/database.ts'
import { openDatabase } from '../src/database/embedded/open.ts'
import { chooseProduct, type Product } from './samples/choose-product.ts'
import { readReasons } from './samples/read-reasons.ts'

/** Imports each file of a folder into an empty Muster and prints what became of it. */
async function importSamples(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const { name } of entries.filter((entry) => entry.isFile()).toSorted(byName))
    printText(`${name}\n${table(await importSample(join(folder, name)))}\n`)
}

function byName(one: { name: string }, other: { name: string }): number {
  return one.name < other.name ? -1 : 1
}

async function importSample(path: string): Promise<string[][]> {
  const product = await chooseProduct(path)
  if ('refused' in product) return [['refused', product.refused]]
  const directory = join(tmpdir(), `muster-samples-${randomUUID()}`)
  const opened = await openDatabase({
    dataDirectory: join(directory, 'data'),
    whenInUse: 'refuse',
  })
  try {
    return await importInto(opened.database, { path, product, directory })
  } finally {
    await opened.close()
    await rm(directory, { recursive: true, force: true })
  }
}

type Sample = { path: string; product: Product; directory: string }

async function importInto(database: Database, sample: Sample): Promise<string[][]> {
  const { path, product, directory } = sample
  await connectVendor(database, cliActor, { ...product, handle: 'sample', isPrimary: true })
  const reportPath = join(directory, 'rejected.jsonl')
  const outcome = await importExport(database, {
    path,
    integrationHandle: 'sample',
    isComplete: false,
    actor: cliActor,
    reportPath,
  })
  if (outcome.refused !== undefined) return [['refused', outcome.refused]]
  const { groups, memberships } = outcome
  return [
    ['read as', `${product.type} ${outcome.shape ?? 'of no known kind'}`],
    ['rows', `${outcome.rowsRead}, of which ${outcome.rowsBad} refused`],
    ['people', await describePeople(database)],
    ['groups', `${groups.created}, with ${memberships.added} memberships`],
    ...(await readReasons(reportPath)).map((reason) => ['because', reason]),
  ]
}

async function describePeople(database: Database): Promise<string> {
  return database.transaction(async ({ tx }) => {
    const { rows } = await sql<Record<'people' | 'nameless' | 'unaddressed', number>>`
      select count(*)::int as people,
        count(*) filter (where coalesce(first_name, '') = '' and coalesce(last_name, '') = '')::int as nameless,
        count(*) filter (where email is null)::int as unaddressed
      from directory_user`.execute(tx)
    const { people = 0, nameless = 0, unaddressed = 0 } = rows[0] ?? {}
    return `${people}, of which ${nameless} have no name and ${unaddressed} no address`
  })
}

if (import.meta.main) {
  await new Command('samples')
    .description('import each file of a folder into an empty Muster, and print what became of it')
    .argument('<folder>')
    .action(importSamples)
    .parseAsync()
}

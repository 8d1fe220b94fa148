import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../src/database/embedded/embedded-postgres.ts'
import { migrate } from '../src/database/migrate.ts'
import { checkedColumns } from './checked-columns.ts'
import { migrationList } from './check-migrations.ts'
import { run } from './run.ts'

const tables = fileURLToPath(new URL('../src/database/gen/tables.ts', import.meta.url))

/** Types of columns as the pool reads them: see the parsers in src/database/pool.ts. */
const typeMapping = { int8: 'number', json: 'string' }

/**
 * Writes the types of the migrated schema into `outFile`, from a PostgreSQL that lives as long as that takes.
 * @returns the names of the migrations in the order in which they ran
 */
async function generateTables(outFile: string): Promise<string[]> {
  // Created by the server's start: as root it must belong to the user that PostgreSQL runs as.
  const dataDirectory = temporaryPath('data')
  const postgres = await startEmbeddedPostgres({
    dataDirectory,
    exclusive: false,
    settings: { fsync: 'off' },
  })
  try {
    const migrations = await migrate(postgres.administrator)
    const { host, port, user, database } = postgres.administrator
    const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    // A state that a migration adds is then one that the code must know.
    const overrides = { columns: await checkedColumns(postgres.administrator) }
    const mapping = ['--type-mapping', JSON.stringify(typeMapping)]
    const fixed = ['--dialect', 'postgres', '--no-domains', '--log-level', 'error', ...mapping]
    // Its views have the columns of their tables.
    const left = ['--exclude-pattern', '{unsettled,ahead}.*']
    const { code, output } = await run('kysely-codegen', [
      ...fixed,
      ...left,
      '--overrides',
      JSON.stringify(overrides),
      '--url',
      url,
      '--out-file',
      outFile,
    ])
    if (code !== 0) throw new Error(`kysely-codegen failed\n${output}`)
    return migrations
  } finally {
    await postgres.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

/** Refuses types in the repository that are not those of its migrations, and a list of them in another order. */
async function checkTables(): Promise<void> {
  const fresh = temporaryPath('tables.ts')
  try {
    const migrations = await generateTables(fresh)
    if ((await readFile(fresh, 'utf8')) !== (await readFile(tables, 'utf8')))
      refuse('src/database/gen/tables.ts is not what the migrations make')
    if ((await readFile(inCheckout(migrationList), 'utf8')) !== linesOf(migrations))
      refuse(`${migrationList} is not the order in which migrations run`)
  } finally {
    await rm(fresh, { force: true })
  }
}

function linesOf(names: readonly string[]): string {
  return names.map((name) => `${name}\n`).join('')
}

function inCheckout(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url))
}

function temporaryPath(name: string): string {
  return join(tmpdir(), `muster-gen-${randomBytes(6).toString('hex')}-${name}`)
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
  const { code, output } = await run('node', [
    inCheckout('tools/vendor-files.ts'),
    ...(values.check ? ['--check'] : []),
  ])
  if (code !== 0) throw new Error(output)
  // Only now: they are made by code that reads what the vendors say.
  const { generatedFiles } = await import('./generated-files.ts')
  if (!values.check) {
    for (const [path, text] of Object.entries(generatedFiles))
      await writeFile(inCheckout(path), await text())
    await writeFile(inCheckout(migrationList), linesOf(await generateTables(tables)))
  } else {
    await checkTables()
    for (const [path, text] of Object.entries(generatedFiles))
      if ((await readFile(inCheckout(path), 'utf8')) !== (await text()))
        refuse(`${path} is not what its source says`)
  }
}

function refuse(why: string): void {
  console.error(`${why}: run \`npm run gen\``)
  process.exitCode = 1
}

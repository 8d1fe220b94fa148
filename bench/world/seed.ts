import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Client } from 'pg'
import { connectVendor } from '../../src/connectors/import/connect-vendor.ts'
import { generateOrganisation } from '../../demo/organisation/organisation.ts'
import { policyYaml } from '../../demo/organisation/policy.ts'
import { writeExports, type ExportFile } from '../../demo/organisation/write-exports.ts'
import { cliActor } from '../../src/cli/local/direct.ts'
import { showImport } from '../../src/cli/output/progress.ts'
import { say } from '../../src/cli/output/output.ts'
import { readConfig } from '../../src/config.ts'
import { importExport } from '../../src/connectors/import/import-export.ts'
import { importPolicy } from '../../src/policy-as-code/import-policy.ts'
import type { Database } from '../../src/database/database.ts'
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.ts'
import { createLogger } from '../../src/log.ts'
import { startServer } from '../../src/main.ts'
import { answerParent, readJson } from '../processes/conversation.ts'
import { scimUser } from '../sources/scim-user.ts'
import { dataOf, sealOf, type Sealed, type WorldKind } from './kept-world.ts'

export type SeedOptions = { directory: string; people: number; kind: WorldKind }

/** The demo's organisation at another size, by the demo's own way: exports through the importer, then its policy. */
async function seed({ directory, people, kind }: SeedOptions): Promise<void> {
  const settings = { MUSTER_DATA_DIRECTORY: dataOf(directory), MUSTER_PORT: '0' }
  const running = await startServer(readConfig(settings, {}), createLogger('warn'))
  try {
    const { database } = running.opened
    if (kind === 'scim') await importScimUsers(database, people)
    else await importExports(database, { directory, people, kind })
    await settleDown(dataOf(directory))
    await rm(join(directory, 'exports'), { recursive: true, force: true })
    const sealed: Sealed = { token: running.ownerToken ?? '' }
    await writeFile(sealOf(directory), JSON.stringify(sealed), { mode: 0o600 })
  } finally {
    await running.stop()
  }
}

async function importExports(
  database: Database,
  { directory, people, kind }: SeedOptions,
): Promise<void> {
  const org = generateOrganisation({ people, seed: 1, today: '2026-11-01' })
  const vendors = kind === 'whole' ? undefined : ['idp' as const]
  for (const file of await writeExports(org, join(directory, 'exports'), vendors)) {
    await importFile(database, file)
  }
  if (kind !== 'whole') return
  say('Applying the policy …')
  await importPolicy(database, policyYaml(org), { actor: cliActor })
}

async function importScimUsers(database: Database, people: number): Promise<void> {
  const handle = 'idp'
  const integration = { handle, vendor: 'idp', type: 'scim', name: handle } as const
  await connectVendor(database, cliActor, { ...integration, isPrimary: true })
  const lines = Array.from({ length: people }, (_, at) =>
    JSON.stringify({ id: `known-${at}`, ...scimUser(`known-${at}`, at) }),
  )
  const outcome = await importExport(database, {
    integrationHandle: handle,
    stream: Readable.from([Buffer.from(`${lines.join('\n')}\n`)]),
    isComplete: false,
    reportPath: null,
    actor: cliActor,
  })
  if (outcome.refused !== undefined || outcome.rowsBad > 0)
    throw new Error(`the users were not imported: ${outcome.refused ?? outcome.rowsBad}`)
}

async function importFile(database: Database, file: ExportFile): Promise<void> {
  const { vendor, type, name } = file
  const integration = { handle: vendor, vendor, type, name: vendor, trustsEmail: true }
  await connectVendor(database, cliActor, { ...integration, isPrimary: vendor === 'idp' })
  const outcome = await showImport(name, (onProgress) =>
    importExport(database, {
      integrationHandle: vendor,
      path: file.path,
      isComplete: true,
      actor: cliActor,
      onProgress,
    }),
  )
  if (outcome.refused !== undefined || outcome.rowsBad > 0)
    throw new Error(`${name} was not imported: ${outcome.refused ?? outcome.reportPath}`)
  say(`  ${name}: ${outcome.rowsRead.toLocaleString('en')} rows, ${outcome.seconds.toFixed(1)} s`)
}

/** Does the work of autovacuum now, as the owner, so that it does not run during a round. */
async function settleDown(dataDirectory: string): Promise<void> {
  say('Vacuuming and analysing …')
  const { administrator } = await startEmbeddedPostgres({ dataDirectory, exclusive: false })
  const client = new Client(administrator)
  await client.connect()
  try {
    await client.query('vacuum (analyze)')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

answerParent({ seed: async (input) => seed(readJson<SeedOptions>(input)) })

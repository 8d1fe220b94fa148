import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
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
import { createLogger } from '../../src/log.ts'
import { startServer } from '../../src/main.ts'
import { answerParent, readJson } from '../processes/child.ts'
import { scimUser } from '../sources/scim-user.ts'
import { settleDown } from '../empty-muster.ts'
import { dataOf, organisation, sealOf, type Sealed, type SeedOptions } from './open-world.ts'

/** The demo's organisation at another size, by the demo's own way: exports through the importer, then its policy. */
async function seed({ directory, people, kind }: SeedOptions): Promise<void> {
  const settings = { MUSTER_DATA_DIRECTORY: dataOf(directory), MUSTER_PORT: '0' }
  const running = await startServer(readConfig(settings, {}), createLogger('warn'))
  try {
    const { database } = running.opened
    if (kind === 'scim') await importScimUsers(database, people)
    else await importExports(database, { directory, people, kind })
    say('Vacuuming and analysing …')
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
  const org = generateOrganisation(organisation(people))
  const vendors = kind === 'primary' ? ['idp' as const] : undefined
  for (const file of await writeExports(org, join(directory, 'exports'), vendors)) {
    await importFile(database, file)
  }
  if (kind === 'primary') return
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

answerParent({ seed: async (input) => seed(readJson<SeedOptions>(input)) })

import { isUtf8 } from 'node:buffer'
import { readFile, stat } from 'node:fs/promises'
import type { Shape } from '../connectors/file/mapping.ts'
import type { Format } from '../connectors/file/sniff-format.ts'
import { importExport } from '../connectors/import/import-export.ts'
import type { ImportOutcome } from '../connectors/import/outcome.ts'
import { importPolicy, type PolicyImport } from '../connectors/policy-file/import-policy.ts'
import type { IntegrationType, IntegrationVendor } from '../contract/states.ts'
import type { Database } from '../database/database.ts'
import { connectVendor } from './connect-vendor.ts'
import { cliActor, onDatabase } from './direct.ts'
import { explainError } from './explain-error.ts'
import { importProgress } from './import-progress.ts'
import { configOf } from './options.ts'
import { CommandFailed, print, table } from './output.ts'

export type ImportOptions = {
  integration?: string
  vendor?: IntegrationVendor
  type?: IntegrationType
  name?: string
  primary?: boolean
  trustsEmail?: boolean
  mapping?: string
  format?: Format
  shape?: Shape
  report?: string
  allowShrink?: boolean
  json?: boolean
}

/** Reads the file into the database: a policy file by its ending, else a vendor's export. */
export async function runImport(file: string, options: ImportOptions): Promise<void> {
  if ((await stat(file)).isDirectory())
    throw new CommandFailed(`${file} is a directory. Import its files one by one.`)
  await (/\.ya?ml$/i.test(file) ? runPolicyImport(file, options) : runExportImport(file, options))
}

async function runPolicyImport(file: string, options: ImportOptions): Promise<void> {
  const text = await readText(file)
  const outcome = await onDatabase(configOf(options), (database) =>
    importPolicy(database, text, { actor: cliActor }),
  )
  print(options.json, outcome, () => describePolicyImport(outcome))
}

async function runExportImport(file: string, options: ImportOptions): Promise<void> {
  const { integration } = options
  if (integration === undefined)
    throw new CommandFailed('Which integration does it come from? Give --integration <handle>.')
  const outcome = await onDatabase(configOf(options), (database) =>
    importFile(database, file, integration, options),
  )
  print(options.json, outcome, () => describeImport(outcome))
  if (outcome.refused !== undefined)
    throw new CommandFailed(`Nothing was imported: ${outcome.refused}`)
  if (outcome.rowsBad > 0) process.exitCode = 2
}

async function importFile(
  database: Database,
  file: string,
  integration: string,
  options: ImportOptions,
): Promise<ImportOutcome> {
  await connectVendor(database, cliActor, {
    handle: integration,
    vendor: options.vendor,
    type: options.type,
    name: options.name,
    isPrimary: options.primary,
    trustsEmail: options.trustsEmail,
    mapping: options.mapping === undefined ? undefined : await readMapping(options.mapping),
  })
  const progress = importProgress(file)
  try {
    return await importExport(database, {
      integrationHandle: integration,
      path: file,
      allowShrink: options.allowShrink ?? false,
      actor: cliActor,
      onProgress: progress.show,
      ...(options.format === undefined ? {} : { format: options.format }),
      ...(options.shape === undefined ? {} : { shape: options.shape }),
      ...(options.report === undefined ? {} : { reportPath: options.report }),
    })
  } finally {
    progress.stop()
  }
}

async function readMapping(path: string): Promise<unknown> {
  const text = await readText(path)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new CommandFailed(`The mapping ${path} is not JSON: ${explainError(error)}`)
  }
}

async function readText(path: string): Promise<string> {
  const bytes = await readFile(path)
  if (!isUtf8(bytes)) throw new CommandFailed(`${path} is not UTF-8; save it as UTF-8.`)
  return new TextDecoder().decode(bytes)
}

/** The counts of an import that are not zero, a line each. */
function describeImport(outcome: ImportOutcome): string {
  const groups = Object.entries({
    accounts: outcome.accounts,
    people: outcome.people,
    groups: outcome.groups,
    memberships: outcome.memberships,
    attributes: outcome.attributes,
    manifests: outcome.manifests,
  })
  const lines = groups
    .map(([name, counts]) => [name, describeCounts(counts)])
    .filter(([, counts]) => counts !== '')
  const rows = `${outcome.rowsRead} rows, ${outcome.rowsBad} refused, ${Math.round(outcome.rowsPerSecond)} rows/s`
  return table([
    ['read', rows],
    ...lines,
    ...(outcome.quarantined ? [quarantineNote] : []),
    ...(outcome.reportPath === null ? [] : [['report', outcome.reportPath]]),
  ])
}

const quarantineNote = [
  'quarantined',
  'it deactivates more accounts than is believed; they wait until the integration is released',
]

function describePolicyImport(outcome: PolicyImport): string {
  const counts = Object.entries(outcome).flatMap(([name, value]) =>
    value === null ? [] : [[name, describeCounts(value)]],
  )
  const changed = counts.filter(([, text]) => text !== '')
  return changed.length === 0 ? 'Nothing had changed.' : table(changed)
}

function describeCounts(counts: object): string {
  return Object.entries(counts)
    .filter(([, count]) => typeof count === 'number' && count > 0)
    .map(([name, count]) => `${String(count)} ${name}`)
    .join(', ')
}

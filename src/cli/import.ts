import { readFile } from 'node:fs/promises'
import { Command, Option } from 'commander'
import {
  integrationTypes,
  integrationVendors,
  type IntegrationType,
  type IntegrationVendor,
} from '../contract/states.ts'
import type { Database } from '../database/database.ts'
import { importExport } from '../connectors/import/import-export.ts'
import type { ImportOutcome } from '../connectors/import/outcome.ts'
import { shapes, type Shape } from '../connectors/file/mapping.ts'
import { formats, type Format } from '../connectors/file/sniff-format.ts'
import { importPolicy, type PolicyImport } from '../connectors/policy-file/import-policy.ts'
import { connectVendor } from './connect-vendor.ts'
import { cliActor, onDatabase } from './direct.ts'
import { importProgress } from './import-progress.ts'
import { configOf, jsonOption, withDatabaseOptions } from './options.ts'
import { CommandFailed, print, table } from './output.ts'

type Options = {
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

export function importCommand(): Command {
  return withDatabaseOptions(new Command('import'))
    .description('read a vendor’s export, or a policy file (.yaml)')
    .argument(
      '<file>',
      'users, groups or members as JSON, JSON lines or CSV, also gzipped; or policy.yaml',
    )
    .addOption(
      new Option('--integration <handle>', 'the integration that it comes from').env(
        'MUSTER_INTEGRATION',
      ),
    )
    .addOption(
      new Option('--vendor <vendor>', 'connects the integration on its first import')
        .choices(integrationVendors)
        .env('MUSTER_VENDOR'),
    )
    .addOption(
      new Option('--type <type>', 'the vendor’s product')
        .choices(integrationTypes)
        .env('MUSTER_TYPE'),
    )
    .addOption(new Option('--name <name>', 'how people call it').env('MUSTER_INTEGRATION_NAME'))
    .addOption(new Option('--primary', 'it is the one that governs people').env('MUSTER_PRIMARY'))
    .addOption(
      new Option('--trusts-email', 'its e-mail addresses may tie accounts to people').env(
        'MUSTER_TRUSTS_EMAIL',
      ),
    )
    .addOption(
      new Option('--mapping <file>', 'where the fields stand in its records, as JSON').env(
        'MUSTER_MAPPING',
      ),
    )
    .addOption(
      new Option('--format <format>', 'when it can’t be told from the file')
        .choices(formats)
        .env('MUSTER_FORMAT'),
    )
    .addOption(
      new Option('--shape <shape>', 'when it can’t be told from the first record')
        .choices(shapes)
        .env('MUSTER_SHAPE'),
    )
    .addOption(
      new Option(
        '--report <file>',
        'where refused rows are listed (default: <file>.rejected.jsonl)',
      ).env('MUSTER_REPORT'),
    )
    .addOption(
      new Option('--allow-shrink', 'believe a file with less than half of what was there').env(
        'MUSTER_ALLOW_SHRINK',
      ),
    )
    .addOption(jsonOption)
    .addHelpText(
      'after',
      `
Examples:
  $ muster import okta-users.json --integration idp --vendor idp --type okta --primary
  $ muster import google-users.jsonl.gz --integration suite --vendor suite --type google --trusts-email
  $ muster import people.csv --integration hr --vendor file --type file
  $ muster import policy.yaml

Importing the same file again changes nothing. Rows that can't be read are listed with their line numbers in the
report, the others are kept, and the exit code is 2.`,
    )
    .action((file: string, options: Options) =>
      /\.ya?ml$/i.test(file) ? runPolicyImport(file, options) : runExportImport(file, options),
    )
}

async function runPolicyImport(file: string, options: Options): Promise<void> {
  const text = await readFile(file, 'utf8')
  const outcome = await onDatabase(configOf(options), (database) =>
    importPolicy(database, text, { actor: cliActor }),
  )
  print(options.json, outcome, () => describePolicyImport(outcome))
}

async function runExportImport(file: string, options: Options): Promise<void> {
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
  options: Options,
): Promise<ImportOutcome> {
  if (options.vendor !== undefined) {
    await connectVendor(database, cliActor, {
      handle: integration,
      vendor: options.vendor,
      type: options.type ?? 'file',
      name: options.name ?? integration,
      isPrimary: options.primary ?? false,
      trustsEmail: options.trustsEmail ?? false,
      mapping:
        options.mapping === undefined
          ? undefined
          : JSON.parse(await readFile(options.mapping, 'utf8')),
    })
  }
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
    ...(outcome.reportPath === null ? [] : [['report', outcome.reportPath]]),
  ])
}

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

import { stat } from 'node:fs/promises'
import type { IntegrationDefaults } from '../../connectors/pull/describe-vendor.ts'
import { UnreadableExport } from '../../connectors/file/unreadable-export.ts'
import {
  connectVendor,
  connectVendorIn,
  type Vendor,
} from '../../connectors/import/connect-vendor.ts'
import { exportSource, type ExportOptions } from '../../connectors/import/import-export.ts'
import { importRecords } from '../../connectors/import/import-records.ts'
import type { ImportOutcome } from '../../connectors/import/outcome.ts'
import { readMappingFile } from '../../connectors/import/mapping-file.ts'
import { planImport } from '../../connectors/import/plan-import.ts'
import { interpretExport, settingsOf } from '../../connectors/probe/interpret-export.ts'
import { BeyondLimits, importPolicy } from '../../policy-as-code/import-policy.ts'
import type { PolicyImport } from '../../policy-as-code/import-summary.ts'
import type { Database } from '../../database/database.ts'
import { definedOf } from '../../contract/defined.ts'
import { describeExceeded, newRuleset } from '../../policy/limits/describe-exceeded.ts'
import { selectRulesetTitles } from '../../policy/shapes/ruleset-titles.ts'
import { describeImport, describeImportPlan } from './describe-import.ts'
import { describeCounts } from '../plans/describe-effects.ts'
import { commandActor } from '../../audit/command-actor.ts'
import { onDatabase } from '../local/direct.ts'
import { configOf } from '../local/config-options.ts'
import { CommandFailed, print } from '../output/output.ts'
import { showImport } from '../output/progress.ts'
import { readingOptions, type ImportOptions } from './file-options.ts'

import { onServer } from '../local/policy-target.ts'
import { readUtf8 } from './read-mapping.ts'
import { linesWith, table, type Line } from '../output/table-text.ts'

/** The argument that means standard input. */
const standardInput = '-'

/** Reads the file into the database: a policy file by its ending, else a vendor's export, which `-` reads from standard input. */
export async function runImport(file: string, options: ImportOptions): Promise<void> {
  if (file !== standardInput && (await stat(file)).isDirectory())
    throw new CommandFailed(`${file} is a directory. Import its files one by one.`)
  await (/\.ya?ml$/i.test(file) ? runPolicyImport(file, options) : runExportImport(file, options))
}

async function runPolicyImport(file: string, options: ImportOptions): Promise<void> {
  if (onServer(options) !== null)
    throw new CommandFailed(
      `A server plans policy files before it applies them. Run: muster policy apply ${file}`,
    )
  if (options.plan === true)
    throw new CommandFailed(`--plan is for exports. Plan a policy with: muster policy plan ${file}`)
  const text = await readUtf8(file)
  const outcome = await onDatabase(configOf(options), (database) =>
    importPolicy(database, text, { actor: commandActor('import', options), name: file }).catch(
      async (error: unknown) => {
        throw error instanceof BeyondLimits ? await beyondLimits(database, error) : error
      },
    ),
  )
  print(options.json, outcome, describePolicyImport(outcome))
}

async function beyondLimits(
  { read }: Database,
  { exceeded }: BeyondLimits,
): Promise<CommandFailed> {
  const help =
    'muster policy plan shows the effect of a file or a folder, muster policy apply applies what was seen.'
  const ids = exceeded.flatMap(({ rulesetId }) => rulesetId ?? [])
  const titles = await selectRulesetTitles(read, ids)
  const limits = describeExceeded(exceeded, (id) => titles.get(id) ?? newRuleset)
  return new CommandFailed(`Nothing was changed. It exceeds limits: ${limits}\n${help}`)
}

async function runExportImport(file: string, options: ImportOptions): Promise<void> {
  const { integration } = options
  if (integration === undefined)
    throw new CommandFailed('Which integration does it come from? Give --integration <handle>.')
  if (options.membersOf !== undefined && (options.shape ?? 'memberships') !== 'memberships')
    throw new CommandFailed(
      `--members-of is for a list of members, but --shape says ${options.shape}.`,
    )
  const server = onServer(options)
  if (server !== null) {
    const { importOnServer } = await import('./server-import.ts')
    return importOnServer({ file, handle: integration }, options, server)
  }
  const given = { file, vendor: await readVendor(integration, file, options) }
  await (options.plan === true ? planFile(given, options) : importFile(given, options))
}

type NamedSource = { file: string; vendor: Vendor }

async function importFile({ file, vendor }: NamedSource, options: ImportOptions): Promise<void> {
  const outcome = await onDatabase(configOf(options), async (database) => {
    const actor = commandActor('import', options)
    await connectVendor(database, actor, vendor)
    const source = await exportSource(exportOptions(file, vendor, options))
    return showImport(file, (onProgress) => importRecords(database, source, { actor, onProgress }))
  })
  print(options.json, outcome, describeImport(outcome))
  if (outcome.refused !== undefined)
    throw new CommandFailed(`Nothing was imported: ${outcome.refused}`)
  endAs(outcome, outcome.rowsBad > 0)
}

/** The exit codes: see the help. `isTwo`: rows were refused, or a plan changes something. */
function endAs({ incident, accountsKept }: ImportOutcome, isTwo: boolean): void {
  if (isTwo) process.exitCode = 2
  // An open incident that holds nothing of this run need not be reported.
  if (incident !== null && incident.accountsOfRun > 0) process.exitCode = 3
  if (accountsKept > 0) process.exitCode = 4
}

/** Prints what the import would do; the exit code says whether that is anything. */
async function planFile({ file, vendor }: NamedSource, options: ImportOptions): Promise<void> {
  const source = await exportSource(exportOptions(file, vendor, options))
  const plan = await onDatabase(configOf(options), (database) =>
    showImport(file, (onProgress) =>
      planImport(database, source, {
        actor: commandActor('import', options),
        onProgress,
        prepare: (tx, actor) => connectVendorIn(tx, actor, vendor),
      }),
    ),
  )
  print(options.json, plan, describeImportPlan(plan, options))
  const { refused } = plan.outcome
  if (refused !== undefined) throw new CommandFailed(`The import would be refused: ${refused}`)
  endAs(plan.outcome, plan.has_changes)
}

async function readVendor(handle: string, file: string, options: ImportOptions): Promise<Vendor> {
  const { vendor, type, name, primary: isPrimary, trustsEmail } = options
  const given =
    options.mapping === undefined
      ? {}
      : readMappingFile(await readUtf8(options.mapping), options.mapping)
  const said = { vendor: vendor ?? given.vendor, type: type ?? given.type }
  const defaults = given.mapping === undefined ? await defaultsFor(file, options) : undefined
  return { ...given, handle, ...said, name, isPrimary, trustsEmail, defaults }
}

function exportOptions(file: string, { handle }: Vendor, options: ImportOptions): ExportOptions {
  return {
    ...(file === standardInput ? { stream: process.stdin, name: 'stdin' } : { path: file }),
    integrationHandle: handle,
    isComplete: options.complete ?? false,
    ...readingOptions(options),
    ...definedOf({ reportPath: options.report }),
  }
}

/** Where the options name no product, the file shows which one of the vendor it is of. */
async function defaultsFor(
  path: string,
  options: ImportOptions,
): Promise<IntegrationDefaults | undefined> {
  const { vendor, type = 'file' } = options
  if (path === standardInput || vendor === undefined || type !== 'file') return undefined
  const { shape, group, ...how } = readingOptions(options)
  const source = { path, ...how }
  try {
    const read = await interpretExport({ source, vendor, shape, group, most: 10_000 })
    const { product } = read
    return product.vendor === vendor && product.name !== 'file' ? settingsOf(read) : undefined
  } catch (error) {
    // The import refuses it, and says why.
    if (error instanceof UnreadableExport) return undefined
    throw error
  }
}

function describePolicyImport(outcome: PolicyImport): string {
  const counts = Object.entries(outcome).map(([name, value]): Line => [
    name,
    value && describeCounts(value),
  ])
  return table(linesWith(counts)) || 'Nothing had changed.'
}

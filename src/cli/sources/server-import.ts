import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { planIdOf, type Body, type Muster, type RowOf } from '../../../sdk/src/index.ts'
import { asOptions } from '../../connectors/file/option-names.ts'
import { openReport, type ReportLine } from '../../connectors/import/report-file.ts'
import type { ServerChoice } from '../command-line/api-options.ts'
import { connect } from '../connection/connect.ts'
import { describeRun } from './describe-run.ts'
import { importProgress } from '../output/import-progress.ts'
import { CommandFailed, print, quoted, say } from '../output/output.ts'
import { besideMapping, readMappingContents, type ReadMapping } from './read-mapping.ts'
import type { ImportOptions } from './import-options.ts'
import { readRunDetails } from './read-run-details.ts'
import { readPlan } from '../plans/server-plan.ts'
import { table } from '../output/table-text.ts'
import { textOf } from '../output/present.ts'
import { waitForRun } from './wait-for-run.ts'

type Run = Body<'get', '/workspace/integrations/{integration}/runs/{run}'>
type Source = { file: string; handle: string }

/** Sends a file to a server, waits until its run is over, and prints what it did. */
export async function importOnServer(
  { file, handle }: Source,
  options: ImportOptions,
  server: ServerChoice,
): Promise<void> {
  const { muster } = await connect(server)
  const integration = await findOrConnect(muster, handle, options)
  const { file: body, name } = await openFile(file)
  const begun = await muster.post('/workspace/integrations/{integration}/imports', {
    params: { path: { integration }, query: { name: name.slice(0, 200), ...queryOf(options) } },
    body,
  })
  if (!('is_plan' in begun))
    throw new CommandFailed(
      `The server did not answer with a run. See whether the import goes on: muster integration runs ${handle}`,
    )
  const run = await waitFor(muster, begun, name)
  const { rows, everybody, sections } = await readRunDetails(muster, run, options)
  const reported = await writeReport(reportOf(file, options), rows)
  print(options.json, { ...run, rows, report_path: reported, ...everybody }, () =>
    describe(run, sections, reported),
  )
  endAs(run)
}

/** As an import without a server names it. */
function reportOf(file: string, { report }: ImportOptions): string {
  return report ?? `${file === '-' ? 'stdin' : file}.rejected.jsonl`
}

/** The import is over, whether or not its report can be written. @returns the path, or null where there is none */
async function writeReport(path: string, rows: readonly ReportLine[]): Promise<string | null> {
  try {
    const report = await openReport(path)
    for (const row of rows) await report.write(row)
    return await report.close()
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    say(`The refused rows could not be written: ${error.message}. Name another file with --report.`)
    return null
  }
}

/** The file as it is sent; standard input is read to its end first. */
async function openFile(file: string): Promise<{ file: Blob; name: string }> {
  if (file !== '-') return { file: await openAsBlob(file), name: basename(file) }
  return { file: new Blob([new Uint8Array(await buffer(process.stdin))]), name: 'stdin' }
}

function queryOf({ plan, complete, format, encoding, shape, membersOf }: ImportOptions) {
  return {
    ...(plan === true ? { plan: 'true' as const } : {}),
    ...(complete === true ? { complete: 'true' as const } : {}),
    ...(format === undefined ? {} : { format }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(shape === undefined ? {} : { shape }),
    ...(membersOf === undefined
      ? {}
      : { members_of: `${membersOf.resourceType}:${membersOf.vendorId}` }),
  }
}

/**
 * The id of the integration: changed where the options say so, connected where there is none and they name a vendor. A
 * plan does neither.
 */
async function findOrConnect(
  muster: Muster,
  handle: string,
  options: ImportOptions,
): Promise<string> {
  const { name, trustsEmail, plan } = options
  const query = { 'filter[handle]': handle }
  const { data } = await muster.get('/workspace/integrations', { params: { query } })
  const [known] = data
  const given: Partial<ReadMapping> =
    options.mapping === undefined ? {} : await readMappingContents(options.mapping)
  const settings = {
    ...(name === undefined ? {} : { name }),
    ...(trustsEmail === undefined ? {} : { trusts_email: trustsEmail }),
    ...(given.mapping === undefined ? {} : { mapping: given.mapping }),
  }
  const said = { vendor: options.vendor ?? given.vendor, type: options.type ?? given.type }
  if (known === undefined) return connectSource(muster, handle, { options, said, given, settings })
  refuseOtherSource(known, said, options)
  if (plan === true) refuseOther(known, settings)
  else await change(muster, known.id, settings)
  return known.id
}

type Settings = { name?: string; trusts_email?: boolean; mapping?: Record<string, unknown> }
type Product = { [Key in 'vendor' | 'type']: ImportOptions[Key] | undefined }
type Wanted = {
  options: ImportOptions
  said: Product
  given: Partial<ReadMapping>
  settings: Settings
}

async function connectSource(
  muster: Muster,
  handle: string,
  { options, said, given, settings }: Wanted,
): Promise<string> {
  const { primary, plan } = options
  if (said.vendor === undefined || plan === true)
    throw new CommandFailed(
      `The server has no integration ${JSON.stringify(handle)}. Connect it first: ${createCommandOf(handle, said, options)}`,
    )
  const { id } = await muster.post('/workspace/integrations', {
    body: {
      handle,
      vendor: said.vendor,
      ...(said.type === undefined ? {} : { type: said.type }),
      ...(primary === undefined ? {} : { is_primary: primary }),
      ...besideMapping(given, options),
      ...settings,
    },
  })
  return id
}

function createCommandOf(
  handle: string,
  { vendor, type }: Product,
  { name, primary, trustsEmail, mapping }: ImportOptions,
): string {
  const words = [
    'muster integration create',
    handle,
    '--vendor',
    vendor ?? '<vendor>',
    ...(type === undefined ? [] : ['--type', type]),
    ...(name === undefined ? [] : ['--name', quoted(name)]),
    ...(primary === true ? ['--primary'] : []),
    ...(trustsEmail === undefined ? [] : ['--trusts-email', trustsEmail ? 'yes' : 'no']),
    ...(mapping === undefined ? [] : ['--mapping', quoted(mapping)]),
  ]
  return words.join(' ')
}

/** An import does not change what a source is. Another primary is a change of its own, which can be planned. */
function refuseOtherSource(
  { handle, vendor, type, is_primary: isPrimary }: RowOf<'/workspace/integrations'>,
  said: Product,
  { primary }: ImportOptions,
): void {
  const wanted = { vendor: said.vendor ?? vendor, type: said.type ?? type }
  if (wanted.vendor !== vendor || wanted.type !== type)
    throw new CommandFailed(
      `${handle} is of vendor ${vendor} and type ${type}, not ${wanted.vendor} and ${wanted.type}. Use another handle.`,
    )
  if (primary === true && !isPrimary)
    throw new CommandFailed(
      `${handle} is connected, and not the primary. Make it the primary first: muster integration update ${handle} --primary`,
    )
}

/** A source is planned with the settings that it has. */
function refuseOther(known: RowOf<'/workspace/integrations'>, settings: Settings): void {
  const options = { name: '--name', trusts_email: '--trusts-email', mapping: '--mapping' } as const
  const others = (['name', 'trusts_email', 'mapping'] as const).filter(
    (key) => settings[key] !== undefined && !isDeepStrictEqual(settings[key], known[key]),
  )
  if (others.length === 0) return
  throw new CommandFailed(
    `The plan would be made with the settings of ${known.handle}, which are others than ${others.map((key) => options[key]).join(' and ')}. Change them first with muster integration update ${known.handle}, or leave these options out.`,
  )
}

async function change(muster: Muster, integration: string, body: Settings): Promise<void> {
  if (Object.keys(body).length === 0) return
  const { status, location } = await muster.send('patch', '/workspace/integrations/{integration}', {
    params: { path: { integration } },
    body,
  })
  const plan = planIdOf(location)
  if (status === 202 && plan !== undefined) await readPlan(plan, muster)
}

async function waitFor(muster: Muster, begun: Run, label: string): Promise<Run> {
  const progress = importProgress(label)
  const startedAt = performance.now()
  try {
    return await waitForRun(muster, begun, (run) => {
      const { phase, bytes_read: bytesRead, bytes_total: bytesTotal } = run.progress
      const rowsRead = run.count.rows_read
      const seconds = (performance.now() - startedAt) / 1000
      const rowsPerSecond = rowsRead / seconds
      progress.show({ phase: phase ?? run.state, bytesRead, bytesTotal, rowsRead, rowsPerSecond })
    })
  } finally {
    progress.stop()
  }
}

function describe(run: Run, sections: readonly string[], report: string | null): string {
  const facts = describeRun(run).map(([name, value]) => [name, textOf(value)])
  const all = report === null ? facts : [...facts, ['report', report]]
  return [table(all), ...sections].join('\n\n')
}

/** The exit codes of an import: see its help. */
function endAs({ state, failure, is_plan: isPlan, plan, count, incident }: Run): void {
  if (state !== 'succeeded')
    throw new CommandFailed(
      failure === null ? `The run was ${state}. Send the file again.` : asOptions(failure),
    )
  if (isPlan ? (plan?.has_changes ?? false) : count.rows_rejected > 0) process.exitCode = 2
  if (incident !== null && count.accounts_held > 0) process.exitCode = 3
  if (count.states_unknown > 0) process.exitCode = 4
}

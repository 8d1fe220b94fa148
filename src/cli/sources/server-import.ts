import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { planIdOf, type Muster, type RowOf } from '../../../sdk/src/index.ts'
import { openReport, type ReportLine } from '../../connectors/import/report-file.ts'
import { definedOf } from '../../contract/defined.ts'
import type { ServerChoice } from '../command-line/options.ts'
import { connect } from '../connection/connect.ts'
import { CommandFailed, commandText, say } from '../output/output.ts'
import { showImport } from '../output/progress.ts'
import { readPlan } from '../plans/server-plan.ts'
import { fileParameters, type ImportOptions } from './file-options.ts'
import { besideMapping, readMappingContents, type ReadMapping } from './read-mapping.ts'
import type { Run } from './describe-run.ts'
import { endAs, printRun, waitForRun } from './runs.ts'

/** Sends a file to a server, waits until its run is over, and prints what it did. */
export async function importOnServer(
  { file, handle }: { file: string; handle: string },
  options: ImportOptions,
  server: ServerChoice,
): Promise<void> {
  const { muster } = await connect(server)
  const integration = await findOrConnect(muster, handle, options)
  const { file: body, name } = await openFile(file)
  const { plan = false, complete = false, json = false } = options
  const yes = 'true' as const
  const asked = { ...(plan && { plan: yes }), ...(complete && { complete: yes }) }
  const query = { name: name.slice(0, 200), ...asked, ...fileParameters(options) }
  const begun = await muster.post('/workspace/integrations/{integration}/imports', {
    params: { path: { integration }, query },
    body,
  })
  if (!('is_plan' in begun))
    throw new CommandFailed(
      `The server did not answer with a run. See whether the import goes on: muster integration runs ${handle}`,
    )
  const run = await waitFor(muster, begun, name)
  const output = json ? 'json' : 'table'
  const { failure } = await printRun(muster, run, { ...options, output }, async (rows) => {
    const reported = await writeReport(reportOf(file, options), rows)
    const facts = reported === null ? [] : [['report', reported] satisfies [string, string]]
    return { facts, json: { report_path: reported } }
  })
  endAs({ ...run, failure }, { again: 'Send the file again.', isRefusedRowSaid: false })
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

/**
 * The id of the integration: changed where the options say so, connected where there is none and they name a vendor. A
 * plan does neither.
 */
async function findOrConnect(
  muster: Muster,
  handle: string,
  options: ImportOptions,
): Promise<string> {
  const { name, trustsEmail, primary, plan = false, mapping: file } = options
  const known = await findIntegration(muster, handle)
  const given: Partial<ReadMapping> = file === undefined ? {} : await readMappingContents(file)
  const settings = definedOf({ name, trusts_email: trustsEmail, mapping: given.mapping })
  const { vendor = given.vendor, type = given.type } = options
  if (known !== undefined) {
    refuseOtherSource(known, { vendor, type, primary })
    await (plan ? refuseOther(known, settings) : change(muster, known.id, settings))
    return known.id
  }
  if (vendor === undefined || plan) {
    const unknown = vendor === undefined ? ['--vendor <vendor>'] : []
    const trusts = trustsEmail === undefined ? undefined : trustsEmail ? 'yes' : 'no'
    const flags = { vendor, type, name, primary, trusts_email: trusts, mapping: file }
    const create = commandText(['muster integration create', handle, ...unknown], flags)
    throw new CommandFailed(
      `The server has no integration ${JSON.stringify(handle)}. Connect it first: ${create}`,
    )
  }
  const source = { handle, vendor, ...definedOf({ type, is_primary: primary }) }
  const body = { ...source, ...besideMapping(given, options), ...settings }
  return (await muster.post('/workspace/integrations', { body })).id
}

type Source = RowOf<'/workspace/integrations'>
type Settings = { name?: string; trusts_email?: boolean; mapping?: Record<string, unknown> }

export async function findIntegration(muster: Muster, handle: string): Promise<Source | undefined> {
  const query = { 'filter[handle]': handle }
  return (await muster.get('/workspace/integrations', { params: { query } })).data[0]
}

type Wanted = { [Key in 'vendor' | 'type' | 'primary']: ImportOptions[Key] | undefined }

/** An import does not change what a source is. Another primary is a change of its own, which can be planned. */
function refuseOtherSource(known: Source, wanted: Wanted): void {
  const { handle } = known
  const { vendor = known.vendor, type = known.type, primary } = wanted
  if (vendor !== known.vendor || type !== known.type)
    throw new CommandFailed(
      `${handle} is of vendor ${known.vendor} and type ${known.type}, not ${vendor} and ${type}. Use another handle.`,
    )
  if (primary === true && !known.is_primary)
    throw new CommandFailed(
      `${handle} is connected, and not the primary. Make it the primary first: muster integration update ${handle} --primary`,
    )
}

/** A source is planned with the settings that it has. */
function refuseOther(known: Source, settings: Settings): void {
  const others = (['name', 'trusts_email', 'mapping'] as const).filter(
    (key) => settings[key] !== undefined && !isDeepStrictEqual(settings[key], known[key]),
  )
  if (others.length === 0) return
  const flags = others.map((key) => `--${key.replace('_', '-')}`).join(' and ')
  throw new CommandFailed(
    `The plan would be made with the settings of ${known.handle}, which are others than ${flags}. Change them first with muster integration update ${known.handle}, or leave these options out.`,
  )
}

async function change(muster: Muster, integration: string, body: Settings): Promise<void> {
  if (Object.keys(body).length === 0) return
  const params = { path: { integration } }
  const { status, location } = await muster.send('patch', '/workspace/integrations/{integration}', {
    params,
    body,
  })
  const plan = planIdOf(location)
  if (status === 202 && plan !== undefined) await readPlan(plan, muster)
}

async function waitFor(muster: Muster, begun: Run, label: string): Promise<Run> {
  const startedAt = performance.now()
  return showImport(label, (onProgress) =>
    waitForRun(muster, begun, (run) => {
      const { phase, bytes_read: bytesRead, bytes_total: bytesTotal } = run.progress
      const rowsRead = run.count.rows_read
      const rowsPerSecond = (rowsRead * 1000) / (performance.now() - startedAt)
      onProgress({ phase: phase ?? run.state, bytesRead, bytesTotal, rowsRead, rowsPerSecond })
    }),
  )
}

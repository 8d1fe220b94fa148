import { readFile } from 'node:fs/promises'
import { commandActor } from '../src/audit/command-actor.ts'
import { bar, clearLine, showWork } from '../src/cli/output/progress.ts'
import { CommandFailed } from '../src/cli/output/output.ts'
import { connectVendor } from '../src/connectors/import/connect-vendor.ts'
import { importExport } from '../src/connectors/import/import-export.ts'
import type { ImportOutcome, ImportProgress } from '../src/connectors/import/outcome.ts'
import { insertRun, newRunLog, type RunLog } from '../src/connectors/import/run-log.ts'
import type { Database } from '../src/database/database.ts'
import type { ExportFile } from './organisation/write-exports.ts'
import { inParallel } from './in-parallel.ts'

const actor = commandActor('demo')

/** `whenRead`: called when the file is read, and its accounts are being written. */
export type ImportOne = (file: ExportFile, whenRead?: () => void) => Promise<void>

/**
 * Connects the systems, and lists a run for each file, so that the console shows what is still to come.
 * @returns imports a file, with its part of one progress bar, and reports it
 */
export async function prepareImports(
  database: Database,
  files: readonly ExportFile[],
  say: (line: string) => void,
): Promise<ImportOne> {
  const ids = await connectSystems(database, files)
  const logs = await listRuns(database, files, ids)
  const progress = filesProgress(files)
  return async (file, whenRead) => {
    const show = progress.of(file)
    const outcome = await importFile(database, file, logs.get(file), (now) => {
      show(now)
      if (now.phase !== 'reading') whenRead?.()
    })
    progress.done(file)
    say(
      `  ${file.name}: ${outcome.rowsRead.toLocaleString('en')} rows in ${outcome.seconds.toFixed(1)} s`,
    )
  }
}

/** Several systems at a time; the files of one system in order. */
export async function importSystems(
  files: readonly ExportFile[],
  importOne: ImportOne,
): Promise<void> {
  const ofSystems = [...Map.groupBy(files, ({ vendor }) => vendor).values()]
  await inParallel(ofSystems, systemsAtOnce, async (ofOne) => {
    for (const file of ofOne) await importOne(file)
  })
}

/** While one works in the database, another file is read. */
const systemsAtOnce = 3

/** @returns the uuid of the integration of each vendor */
async function connectSystems(
  database: Database,
  files: readonly ExportFile[],
): Promise<ReadonlyMap<ExportFile['vendor'], string>> {
  for (const [vendor, [file]] of Map.groupBy(files, (each) => each.vendor)) {
    if (file === undefined) continue
    await connectVendor(database, actor, {
      handle: handleOf(file),
      vendor,
      type: file.type,
      name: names[vendor],
      isPrimary: vendor === 'idp',
      trustsEmail: true,
      dimensionsFollow: true,
    })
  }
  const rows = await database.read.selectFrom('integration').select(['id', 'vendor']).execute()
  return new Map(rows.map(({ id, vendor }) => [vendor, id]))
}

/** All in one transaction, as they belong together. */
async function listRuns(
  database: Database,
  files: readonly ExportFile[],
  ids: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<ExportFile, RunLog>> {
  const runs = files.map(({ path, vendor, bytes }) => ({
    integrationId: ids.get(vendor) ?? '',
    source: path,
    isComplete: true,
    bytesTotal: bytes,
  }))
  const listed = await database.transaction(async ({ tx }) => {
    const uuids: string[] = []
    for (const run of runs) uuids.push(await insertRun(tx, run))
    return uuids
  })
  const logs = runs.map((run, at) => newRunLog(database, run, listed[at]))
  await Promise.all(logs.map((log) => log.list()))
  return new Map(files.map((file, at) => [file, logs[at]]).filter(isListed))
}

function isListed(pair: readonly unknown[]): pair is [ExportFile, RunLog] {
  return pair[1] !== undefined
}

/** One progress bar over all files, until the last of them is done. */
function filesProgress(files: readonly ExportFile[]) {
  const ended = Promise.withResolvers<void>()
  let show: ((text: string) => void) | undefined
  void showWork('exports', (report) => {
    show = report
    return ended.promise
  })
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const read = new Map<ExportFile, number>()
  const left = new Set(files)
  return {
    of: (file: ExportFile) => (progress: ImportProgress) => {
      read.set(file, progress.bytesRead)
      const done = read.values().reduce((sum, bytes) => sum + bytes, 0)
      show?.(
        `${bar(done, total)}, ${files.length - left.size} of ${files.length}, ${file.name}: ${progress.phase}`,
      )
    },
    done: (file: ExportFile) => {
      clearLine()
      left.delete(file)
      if (left.size === 0) ended.resolve()
    },
  }
}

function handleOf({ vendor }: ExportFile): string {
  return vendor === 'file' ? 'hr' : vendor
}

async function importFile(
  database: Database,
  file: ExportFile,
  log: RunLog | undefined,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportOutcome> {
  const outcome = await importExport(database, {
    integrationHandle: handleOf(file),
    path: file.path,
    isComplete: true,
    actor,
    onProgress,
    ...(log !== undefined && { log }),
  })
  if (outcome.refused !== undefined)
    throw new CommandFailed(`${file.name} was refused: ${outcome.refused}`)
  if (outcome.rowsBad > 0)
    throw new CommandFailed(
      `${file.name} has bad rows: ${await readFile(outcome.reportPath ?? '', 'utf8')}`,
    )
  return outcome
}

const names: Record<ExportFile['vendor'], string> = {
  idp: 'Identity provider',
  suite: 'Office suite',
  codehost: 'Code host',
  chat: 'Chat',
  file: 'HR spreadsheet',
}

import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { connectDemo } from './connect-demo.ts'
import { importExport } from '../src/connectors/import/import-export.ts'
import type { ImportOutcome, ImportProgress } from '../src/connectors/import/outcome.ts'
import { importPolicy } from '../src/policy-as-code/import-policy.ts'
import { encodeId } from '../src/contract/ids.ts'
import type { Database } from '../src/database/database.ts'
import type { RunningServer } from '../src/main.ts'
import { connectVendor } from '../src/connectors/import/connect-vendor.ts'
import { commandActor } from '../src/audit/command-actor.ts'
import { clearLine, showImport, type ImportStep } from '../src/cli/output/progress.ts'
import { CommandFailed } from '../src/cli/output/output.ts'
import type { Organisation } from './organisation/organisation.ts'
import { policyYaml } from './organisation/policy.ts'
import type { ExportFile } from './organisation/write-exports.ts'
import { buildServices } from './build-services.ts'
import { endContractors } from './end-contractors.ts'
import { findMove, type Move } from './find-move.ts'
import { inParallel } from './in-parallel.ts'

/** What a guest needs to look around. */
export type Demo = {
  url: string
  token: string
  people: number
  /** A person with a manager, reports and access. */
  user_id: string
  user_email: string
  /** A service and one of its admins whose role may change. */
  service_id: string
  service_handle: string
  admin_user_id: string
  admin_email: string
  /** A person who can change departments at the source. */
  move: Move
}

/** Brings the organisation in the way a customer would: exports, a policy file, and the API. */
export async function buildDemo(
  running: RunningServer,
  org: Organisation,
  files: readonly ExportFile[],
  say: (line: string) => void,
): Promise<Demo> {
  const { database } = running.opened
  const token = running.ownerToken ?? ''
  const muster = connectDemo({ url: running.address, token })
  const importOne = importer(database, files, say)
  const [first, ...others] = files
  if (first === undefined) throw new Error('the organisation has no exports')
  const { memberships = [], systems = [] } = Object.groupBy(others, ({ shape }) =>
    shape === 'memberships' ? shape : 'systems',
  )
  await connectSystems(database, files)
  // The accounts of the idp create everybody. The other files are read meanwhile, and matched afterwards.
  const isRead = Promise.withResolvers<void>()
  const people = importOne(first, isRead.resolve)
  await Promise.race([isRead.promise, people])
  const applyRest = async () => {
    await importSystems(systems, importOne)
    say('Applying the policy …')
    // It names accounts and groups, and nothing of who is in them.
    await Promise.all([
      importPolicy(database, policyYaml(org), { actor: commandActor('demo') }),
      importSystems(memberships, importOne),
    ])
  }
  const makeServices = async () => {
    await people
    return buildServices(muster, org, await idsOfPeople(database))
  }
  const [services] = await Promise.all([makeServices(), applyRest()])
  await endContractors(muster, org, await idsOfPeople(database))
  return {
    url: running.address,
    token,
    people: org.people,
    ...(await findGuide(database)),
    ...services,
    move: await findMove(database),
  }
}

/** `whenRead`: called when the file is read, and its accounts are being written. */
type ImportOne = (file: ExportFile, whenRead?: () => void) => Promise<void>

/** Imports a file, with its part of one progress bar, and reports it. */
function importer(
  database: Database,
  files: readonly ExportFile[],
  say: (line: string) => void,
): ImportOne {
  const progress = filesProgress(files)
  return async (file, whenRead) => {
    const show = progress.of(file)
    const outcome = await importFile(database, file, (now) => {
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
async function importSystems(files: readonly ExportFile[], importOne: ImportOne): Promise<void> {
  const ofSystems = [...Map.groupBy(files, ({ vendor }) => vendor).values()]
  await inParallel(ofSystems, systemsAtOnce, async (ofOne) => {
    for (const file of ofOne) await importOne(file)
  })
}

/** While one works in the database, another file is read. */
const systemsAtOnce = 3

/** One progress bar over all files, until the last of them is done. */
function filesProgress(files: readonly ExportFile[]) {
  const ended = Promise.withResolvers<void>()
  let show: ((step: ImportStep) => void) | undefined
  void showImport('exports', (onProgress) => {
    show = onProgress
    return ended.promise
  })
  const bytesTotal = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const latest = new Map<ExportFile, ImportProgress>()
  const left = new Set(files)
  const sum = (key: 'bytesRead' | 'rowsRead') =>
    [...latest.values()].reduce((total, progress) => total + progress[key], 0)
  return {
    of: (file: ExportFile) => (progress: ImportProgress) => {
      latest.set(file, progress)
      const [bytesRead, rowsRead] = [sum('bytesRead'), sum('rowsRead')]
      const phase = `${file.name}: ${progress.phase}`
      show?.({ ...progress, bytesTotal, bytesRead, rowsRead, phase })
    },
    done: (file: ExportFile) => {
      clearLine()
      left.delete(file)
      if (left.size === 0) ended.resolve()
    },
  }
}

async function connectSystems(database: Database, files: readonly ExportFile[]): Promise<void> {
  for (const [vendor, [file]] of Map.groupBy(files, (each) => each.vendor)) {
    if (file === undefined) continue
    await connectVendor(database, commandActor('demo'), {
      handle: handleOf(file),
      vendor,
      type: file.type,
      name: names[vendor],
      isPrimary: vendor === 'idp',
      trustsEmail: true,
      dimensionsFollow: true,
    })
  }
}

function handleOf({ vendor }: ExportFile): string {
  return vendor === 'file' ? 'hr' : vendor
}

async function importFile(
  database: Database,
  file: ExportFile,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportOutcome> {
  const outcome = await importExport(database, {
    integrationHandle: handleOf(file),
    path: file.path,
    isComplete: true,
    actor: commandActor('demo'),
    onProgress,
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

/** Vendor id of the idp → directory user id. */
async function idsOfPeople(database: Database): Promise<Map<string, string>> {
  const { rows } = await sql<{ vendor_id: string; directory_user_id: string }>`
    select i.vendor_id, i.directory_user_id from identity i join integration g on g.id = i.integration_id
    where g.is_primary and i.directory_user_id is not null`.execute(database.read)
  return new Map(
    rows.map((row) => [row.vendor_id, encodeId('directoryUser', row.directory_user_id)]),
  )
}

/** A manager with an admin account and other facts, so that describing them shows what Muster knows. */
async function findGuide(database: Database): Promise<Pick<Demo, 'user_id' | 'user_email'>> {
  const { rows } = await sql<{ id: string; email: string }>`
    select u.id, u.email from directory_user u
    join (select directory_user_id, count(*) as total from policy_user where deleted_at is null group by 1) held
      on held.directory_user_id = u.id
    where u.state = 'active' and u.manager_id is not null and u.is_manager and u.email is not null
    order by exists (select from directory_user s where s.parent_user_id = u.id) desc,
      exists (select from condition c where c.directory_user_id = u.id) desc,
      (select count(distinct o.type) from identity i join resource_member m on m.identity_id = i.id
        join resource o on o.id = m.resource_id where i.directory_user_id = u.id) desc,
      held.total desc, u.id limit 1`.execute(database.read)
  const [row] = rows
  if (row === undefined)
    throw new CommandFailed('The organisation has no manager; give --people a larger number.')
  return { user_id: encodeId('directoryUser', row.id), user_email: row.email }
}

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { sql } from 'kysely'
import { generateOrganisation } from '../demo/organisation/organisation.ts'
import { policyYaml } from '../demo/organisation/policy.ts'
import { writeExports, type ExportFile } from '../demo/organisation/write-exports.ts'
import { cliActor } from '../src/cli/local/direct.ts'
import { say } from '../src/cli/output/output.ts'
import { connectVendor } from '../src/connectors/import/connect-vendor.ts'
import { exportSource, importExport } from '../src/connectors/import/import-export.ts'
import { findIntegration } from '../src/connectors/import/merge-stage.ts'
import type { ImportPhase } from '../src/connectors/import/outcome.ts'
import { importPolicy } from '../src/policy-as-code/import-policy.ts'
import type { Database } from '../src/database/database.ts'
import { onEmptyMuster, type EmptyMuster } from './empty-muster.ts'
import { count, timed } from './figures.ts'
import { measureBeside, type BesideOptions } from './import/beside.ts'
import { changeAccounts, mistakeAccounts } from './import/change-accounts.ts'
import { copyRows, lastTransaction } from './import/copy-rows.ts'
import { measureEffect } from './import/effect.ts'
import { measureGrowth } from './import/growth.ts'
import { watchPolicyLock } from './import/policy-lock-hold.ts'
import { numberFrom } from './options.ts'
import { organisation } from './world/open-world.ts'

type Options = BesideOptions & {
  incident?: boolean
  beside?: boolean
  growth?: boolean
  strict: boolean
}

/** How long an import takes, and for how much of that it holds the exclusive policy lock, which every change waits for. */
async function measure({ people, incident = false }: Options): Promise<boolean> {
  return onEmptyMuster(async ({ directory, dataDirectory, database }) => {
    const org = generateOrganisation(organisation(people))
    const files = await writeExports(org, join(directory, 'exports'))
    const [users] = files
    if (users === undefined) throw new Error('the organisation has no exports')
    const muster = { database, dataDirectory }
    const isFast = [await measureBesideCopy(muster, 'the first import', users, 0.5)]
    for (const file of files) if (file.shape === 'groups') await prepare(database, file)
    await importPolicy(database, policyYaml(org), { actor: cliActor })
    if (incident) return measureIncident(muster, users)
    const second = files.find(({ vendor, shape }) => vendor === 'suite' && shape === 'accounts')
    if (second !== undefined)
      isFast.push(await measureBesideCopy(muster, 'a second source', second, 0.4))
    isFast.push(await measureChanges(database, users))
    return !isFast.includes(false)
  })
}

/** @returns whether the import of a new source keeps its budget: at least this part of the rate of COPY */
async function measureBesideCopy(
  { database, dataDirectory }: Pick<EmptyMuster, 'database' | 'dataDirectory'>,
  name: string,
  file: ExportFile,
  budget: number,
): Promise<boolean> {
  const handle = handleOf(file)
  await connectVendor(database, cliActor, vendorOf(file))
  const since = await lastTransaction(dataDirectory)
  const seconds = await measureImport(database, name, file)
  const copy = await copyRows(dataDirectory, since)
  const rate = (taken: number) => `${count(copy.rows / taken)} rows/s`
  const ratio = copy.seconds / seconds
  say(
    `${name} (${handle}) wrote ${copy.rows} rows, ${rate(seconds)}; COPY of these rows into tables with the same indexes: ` +
      `${rate(copy.seconds)}; ratio ${ratio.toFixed(2)}, budget at least ${budget}`,
  )
  return ratio >= budget
}

const budgetUnchanged = 1.5

/** @returns whether an import without changes keeps its budget: as many times as long as reading and parsing the file */
async function measureChanges(database: Database, users: ExportFile): Promise<boolean> {
  const seconds = await measureImport(database, 'unchanged', users)
  const { took } = await timed(() => readRows(database, users))
  const ratio = seconds / (took / 1000)
  say(
    `an import without changes takes ${ratio.toFixed(2)} × reading and parsing its file (${took.toFixed(0)} ms), ` +
      `budget at most ${budgetUnchanged}`,
  )
  await changeAccounts(users.path, 0.01)
  await measureImport(database, '1 % changed', users)
  await changeAccounts(users.path, 0.5)
  await measureImport(database, '50 % changed', users)
  return ratio <= budgetUnchanged
}

/** Reads the records of a file as an import does, and stores nothing. */
async function readRows(database: Database, file: ExportFile): Promise<void> {
  const source = await exportSource({
    integrationHandle: handleOf(file),
    path: file.path,
    isComplete: true,
  })
  await database.transaction(async (context) => {
    const integration = await findIntegration(context.tx, source)
    const { records } = await source.open(context, integration)
    for await (const record of records) if (record.kind === 'bad') throw new Error(record.reason)
  })
}

/** At least this share of the accounts is held. */
const heldShare = 0.4

/**
 * The same import in turns: with limits of 0, so that an incident holds people, and without limits. A complete run that takes
 * the mistake back has to release everybody. @returns whether the effect of the incident keeps its budget
 */
async function measureIncident(
  { database, dataDirectory }: Pick<EmptyMuster, 'database' | 'dataDirectory'>,
  users: ExportFile,
): Promise<boolean> {
  await countGains(database)
  const before = await readFile(users.path)
  await mistakeAccounts(users.path, heldShare)
  const after = await readFile(users.path)
  const seconds = { held: 0, applied: 0 }
  let keepsBudget = true
  for (const round of [1, 2]) {
    await setLimits(database, { percent: 0, people: 0 })
    seconds.held += await measureImport(database, `${round}: held`, users)
    if (round === 2) keepsBudget = await measureEffect(database, dataDirectory)
    await writeFile(users.path, before)
    await measureImport(database, `${round}: taken back`, users)
    await requireNobodyHeld(database)
    await setLimits(database, { percent: 100, people: 1_000_000_000 })
    await writeFile(users.path, after)
    seconds.applied += await measureImport(database, `${round}: without limits`, users)
    await writeFile(users.path, before)
    await measureImport(database, `${round}: back`, users)
    await writeFile(users.path, after)
  }
  const ratio = (seconds.held / seconds.applied).toFixed(2)
  say(`an import that an incident holds takes ${ratio} × the same import without limits`)
  return keepsBudget
}

/**
 * Gains count once a ruleset has had members for 24 hours. Before that a mistake would let people in, and its correction would
 * be held as a loss.
 */
async function countGains(database: Database): Promise<void> {
  await database.transaction(({ tx }) =>
    sql`update ruleset_tally set first_entered_at = first_entered_at - interval '25 hours'`.execute(
      tx,
    ),
  )
}

async function requireNobodyHeld(database: Database): Promise<void> {
  const { rows } = await sql<{ accounts: number }>`
    select count(*)::integer as accounts from held_account`.execute(database.read)
  const accounts = rows[0]?.accounts ?? 0
  if (accounts > 0)
    throw new Error(`${accounts} accounts stayed held after the mistake was taken back`)
}

async function setLimits(
  database: Database,
  { percent, people }: { percent: number; people: number },
): Promise<void> {
  await database.transaction(({ tx }) =>
    sql`update policy_settings set removal_limit_percent = ${percent}, removal_limit_people = ${people},
      addition_limit_percent = ${percent}, addition_limit_people = ${people},
      role_change_limit_percent = ${percent}, role_change_limit_people = ${people},
      overall_limit_percent = ${percent}, overall_limit_people = ${people}`.execute(tx),
  )
}

const handleOf = ({ vendor }: ExportFile) => (vendor === 'file' ? 'hr' : vendor)

function vendorOf(file: ExportFile) {
  const { vendor, type } = file
  const isPrimary = vendor === 'idp'
  return { handle: handleOf(file), vendor, type, name: vendor, isPrimary, trustsEmail: true }
}

async function prepare(database: Database, file: ExportFile): Promise<void> {
  await connectVendor(database, cliActor, vendorOf(file))
  await runImport(database, file)
}

function runImport(
  database: Database,
  file: ExportFile,
  onPhase: (phase: ImportPhase) => void = () => undefined,
) {
  return importExport(database, {
    integrationHandle: handleOf(file),
    path: file.path,
    isComplete: true,
    actor: cliActor,
    onProgress: ({ phase }) => onPhase(phase),
  })
}

/** @returns how many seconds it took */
async function measureImport(database: Database, name: string, file: ExportFile): Promise<number> {
  const lock = watchPolicyLock(database)
  const start = performance.now()
  const phases: [ImportPhase, number][] = []
  const outcome = await runImport(database, file, (phase) => {
    if (phases.at(-1)?.[0] !== phase) phases.push([phase, performance.now()])
  })
  const end = performance.now()
  const held = await lock.stop()
  if (outcome.refused !== undefined) throw new Error(outcome.refused)
  const times = phases.map(
    ([phase, at], index) => `${phase} ${((phases[index + 1]?.[1] ?? end) - at).toFixed(0)} ms`,
  )
  const total = end - start
  const share = ((held / total) * 100).toFixed(0)
  const holds =
    outcome.incident?.state === 'open' ? `; ${outcome.incident.people} people are held` : ''
  say(
    `${name}: ${outcome.rowsRead} rows in ${(total / 1000).toFixed(1)} s (${times.join(', ')}); ` +
      `the policy lock was held exclusively for ${(held / 1000).toFixed(1)} s, ${share} %${holds}`,
  )
  return total / 1000
}

const number = numberFrom(1, 1_000_000)
const options = new Command('bench:import')
  .description(
    'measure an import: its time, and the share of it that holds the exclusive policy lock',
  )
  .option('--people <number>', 'how many people', numberFrom(50, 1_000_000), 100_000)
  .option('--incident', 'compare an import that an incident holds with one without limits')
  .option('--growth', 'compare an import, and more, among 1,000 people with the same among all')
  .option('--beside', 'measure describes during an import in which someone expires every second')
  .option('--seconds <number>', 'how long describes are measured before', number, 10)
  .option('--connections <number>', 'describes at a time', number, 4)
  .option('--strict', 'exit with 1 where the budget of --beside or --incident is missed', false)
  .parse()
  .opts<Options>()

const keepsBudget = await (
  options.beside ? measureBeside : options.growth ? measureGrowth : measure
)(options)
if (!keepsBudget && options.strict) process.exitCode = 1

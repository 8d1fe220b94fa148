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
import { importExport } from '../src/connectors/import/import-export.ts'
import type { ImportPhase } from '../src/connectors/import/outcome.ts'
import { importPolicy } from '../src/policy-as-code/import-policy.ts'
import type { Database } from '../src/database/database.ts'
import { onEmptyMuster } from './empty-muster.ts'
import { count } from './figures.ts'
import { measureBeside, type BesideOptions } from './import/beside.ts'
import { changeAccounts, mistakeAccounts } from './import/change-accounts.ts'
import { copyRows } from './import/copy-rows.ts'
import { watchPolicyLock } from './import/policy-lock-hold.ts'
import { numberFrom } from './options.ts'
import { organisation } from './world/open-world.ts'

type Options = BesideOptions & { incident?: boolean; beside?: boolean; strict: boolean }

/** How long an import takes, and for how much of that it holds the exclusive policy lock, which every change waits for. */
async function measure({ people, incident = false }: Options): Promise<void> {
  await onEmptyMuster(async ({ directory, dataDirectory, database }) => {
    const org = generateOrganisation(organisation(people))
    const files = await writeExports(org, join(directory, 'exports'))
    const [users] = files
    if (users === undefined) throw new Error('the organisation has no exports')
    await connectVendor(database, cliActor, vendorOf(users))
    const seconds = await measureImport(database, 'first import', users)
    await compareWithCopy(dataDirectory, seconds)
    for (const file of files) if (file.shape === 'groups') await prepare(database, file)
    await importPolicy(database, policyYaml(org), { actor: cliActor })
    await (incident ? measureIncident : measureChanges)(database, users)
  })
}

async function compareWithCopy(dataDirectory: string, seconds: number): Promise<void> {
  const copy = await copyRows(dataDirectory)
  const rate = (taken: number) => `${count(copy.rows / taken)} rows/s`
  say(
    `the first import wrote ${copy.rows} rows, ${rate(seconds)}; COPY of these rows into tables with the same indexes: ` +
      `${rate(copy.seconds)}; ratio ${(copy.seconds / seconds).toFixed(2)}`,
  )
}

async function measureChanges(database: Database, users: ExportFile): Promise<void> {
  await measureImport(database, 'unchanged', users)
  await changeAccounts(users.path, 0.01)
  await measureImport(database, '1 % changed', users)
  await changeAccounts(users.path, 0.5)
  await measureImport(database, '50 % changed', users)
}

/** At least this share of the accounts is held. */
const heldShare = 0.4

/**
 * The same import in turns: with limits of 0, so that an incident holds people, and without limits. A complete run that takes
 * the mistake back has to release everybody.
 */
async function measureIncident(database: Database, users: ExportFile): Promise<void> {
  await countGains(database)
  const before = await readFile(users.path)
  await mistakeAccounts(users.path, heldShare)
  const after = await readFile(users.path)
  const seconds = { held: 0, applied: 0 }
  for (const round of [1, 2]) {
    await setLimits(database, { percent: 0, people: 0 })
    seconds.held += await measureImport(database, `${round}: held`, users)
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

function vendorOf({ vendor, type }: ExportFile) {
  const isPrimary = vendor === 'idp'
  return { handle: vendor === 'file' ? 'hr' : vendor, vendor, type, name: vendor, isPrimary }
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
    integrationHandle: vendorOf(file).handle,
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
  .option('--beside', 'measure describes during an import in which someone expires every second')
  .option('--seconds <number>', 'how long describes are measured before', number, 10)
  .option('--connections <number>', 'describes at a time', number, 4)
  .option('--strict', 'exit with 1 where the budget of --beside is missed', false)
  .parse()
  .opts<Options>()

if (options.beside !== true) await measure(options)
else if (!(await measureBeside(options)) && options.strict) process.exitCode = 1

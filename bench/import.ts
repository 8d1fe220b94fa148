import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { generateOrganisation } from '../demo/organisation/organisation.ts'
import { policyYaml } from '../demo/organisation/policy.ts'
import { writeExports, type ExportFile } from '../demo/organisation/write-exports.ts'
import { cliActor } from '../src/cli/direct.ts'
import { say } from '../src/cli/output.ts'
import { connectVendor } from '../src/connectors/import/connect-vendor.ts'
import { importExport } from '../src/connectors/import/import-export.ts'
import type { ImportPhase } from '../src/connectors/import/outcome.ts'
import { importPolicy } from '../src/connectors/policy-folder/import-policy.ts'
import type { Database } from '../src/database/database.ts'
import { openDatabase } from '../src/database/open.ts'
import { changeAccounts } from './import/change-accounts.ts'
import { watchPolicyLock } from './import/policy-lock-hold.ts'

/** How long an import takes, and for how much of that it holds the exclusive policy lock, which every change waits for. */
async function measure(people: number): Promise<void> {
  const directory = join(tmpdir(), `muster-bench-import-${randomUUID()}`)
  const opened = await openDatabase({
    dataDirectory: join(directory, 'data'),
    whenInUse: 'refuse',
  })
  try {
    const org = generateOrganisation({ people, seed: 1, today: '2026-11-01' })
    const files = await writeExports(org, join(directory, 'exports'))
    const [users] = files
    if (users === undefined) throw new Error('the organisation has no exports')
    const { database } = opened
    await connectVendor(database, cliActor, vendorOf(users))
    await measureImport(database, 'first import', users)
    for (const file of files) if (file.shape === 'groups') await prepare(database, file)
    await importPolicy(database, policyYaml(org), { actor: cliActor })
    await measureImport(database, 'unchanged', users)
    await changeAccounts(users.path, 100)
    await measureImport(database, '1 % changed', users)
    await changeAccounts(users.path, 2)
    await measureImport(database, '50 % changed', users)
  } finally {
    await opened.close()
    await rm(directory, { recursive: true, force: true })
  }
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

async function measureImport(database: Database, name: string, file: ExportFile): Promise<void> {
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
  say(
    `${name}: ${outcome.rowsRead} rows in ${(total / 1000).toFixed(1)} s (${times.join(', ')}); ` +
      `the policy lock was held exclusively for ${(held / 1000).toFixed(1)} s, ${share} %`,
  )
}

const { people } = new Command('bench:import')
  .description(
    'measure an import: its time, and the share of it that holds the exclusive policy lock',
  )
  .option('--people <number>', 'how many people', readNumber, 100_000)
  .parse()
  .opts<{ people: number }>()

function readNumber(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 50 && value <= 1_000_000) return value
  throw new InvalidArgumentError('Give a whole number from 50 to 1,000,000.')
}

await measure(people)

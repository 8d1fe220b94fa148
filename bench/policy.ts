import { randomUUID } from 'node:crypto'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from '../src/cli/output/output.ts'
import { readMachine } from './machine.ts'
import type { EngineOptions } from './policy/engine/measure-engine.ts'
import type { Findings, SectionId } from './policy/line.ts'
import { readOptions, type Options } from './policy/options.ts'
import type { PeersOptions } from './policy/peers/measure-peers.ts'
import { formatReport, keepsBudgets, type Report } from './policy/report.ts'
import type { SqlStart } from './policy/sql/sql-side.ts'
import { measureSystem } from './policy/system/measure-system.ts'
import { printReport } from './print-report.ts'
import { startChild, type Child } from './processes/child.ts'
import { unpinned } from './processes/placement.ts'

const scale = { people: 100_000, rulesets: 500, rules: 2000 }
const largeScale = { people: 1_000_000, rulesets: 2500, rules: 10_000 }
const sampledPeople = 200

const files = {
  engine: new URL('./policy/engine/engine-side.ts', import.meta.url),
  peers: new URL('./policy/peers/peers-side.ts', import.meta.url),
  sql: new URL('./policy/sql/sql-side.ts', import.meta.url),
  system: new URL('./policy/system/system-side.ts', import.meta.url),
}

const measures: Record<SectionId, (options: Options) => Promise<Findings>> = {
  async engine({ large }) {
    const usual: EngineOptions = { scale, rounds: 7, hasBudget: true }
    const findings = await measureIn(files.engine, usual)
    if (!large) return findings
    const further: EngineOptions = { scale: largeScale, rounds: 3, hasBudget: false }
    const { lines, notes } = await measureIn(files.engine, further)
    return { lines: [...findings.lines, ...lines], notes: [...findings.notes, ...notes] }
  },
  peers() {
    const options: PeersOptions = { scale, sampledPeople }
    return measureIn(files.peers, options)
  },
  sql({ rounds }) {
    const options: SqlStart = { directory: ownDirectory(), scale, rounds }
    return measureIn(files.sql, options)
  },
  system({ people }) {
    return inChild(files.system, (child) =>
      measureSystem(child, { directory: ownDirectory(), people }),
    )
  },
}

function measureIn(file: URL, options: object): Promise<Findings> {
  return inChild(file, (child) => child.ask<Findings>('measure', options))
}

/** Each measurement has its own process, so that its memory is freed with it. */
async function inChild<T>(file: URL, work: (child: Child) => Promise<T>): Promise<T> {
  const child = startChild(unpinned, 'any', file)
  try {
    return await work(child)
  } finally {
    await child.stop()
  }
}

function ownDirectory(): string {
  return join(tmpdir(), `muster-bench-policy-${randomUUID().slice(0, 8)}`)
}

async function run(options: Options): Promise<Report> {
  const load = loadavg()
  const startedAt = performance.now()
  const sections: (Findings & { id: SectionId })[] = []
  for (const id of options.only) {
    say(`Measuring: ${id} …`)
    sections.push({ id, ...(await measures[id](options)) })
  }
  const seconds = (performance.now() - startedAt) / 1000
  return { machine: readMachine(), load, seconds, sections }
}

const options = readOptions()
await printReport(options, { measure: () => run(options), format: formatReport, keepsBudgets })

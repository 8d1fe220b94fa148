import { bold, dim } from '../src/cli/output/output.ts'
import { table } from '../src/cli/output/table-text.ts'
import type { Machine } from './machine.ts'
import { median } from './rows/median.ts'
import type { Budget, RoundResult, Row, Skipped } from './rows/row.ts'

/** Everything that a run found out: what `--json` prints. */
export type Report = {
  machine: Machine
  placement: string
  people: number
  connections: number
  poolSize: number
  rows: readonly Row[]
  skipped: readonly Skipped[]
}

const head = [
  'what',
  'side',
  'a second',
  'p50 ms',
  'p99 ms',
  'bytes',
  'server',
  'CPU µs',
  'client',
  'ratio',
  'budget',
  '',
]
const memoryBudget = 400

/** The report for people. */
export function formatReport(report: Report): string {
  const { machine, people, connections, poolSize } = report
  return [
    bold(`Describe among ${people.toLocaleString('en')} people`),
    dim(formatMachine(machine)),
    dim(`${connections} requests in flight, ${poolSize} database connections. ${report.placement}`),
    '',
    table([head, ...report.rows.flatMap(formatRow)]),
    '',
    ...report.rows.flatMap(formatMemory),
    ...report.skipped.map(({ id, why }) => `${id}: not measured, because ${why}.`),
  ].join('\n')
}

function formatRow(row: Row): string[][] {
  return row.sides.map((name, side) => {
    const results = row.rounds.map((round) => round[side === 0 ? 0 : 1])
    const figures = formatSide(results)
    return side === 0
      ? [row.title, name, ...figures, ...formatRatio(row)]
      : ['', name, ...figures, '', '', '']
  })
}

function formatSide(results: readonly RoundResult[]): string[] {
  const of = (key: keyof RoundResult) => median(results.map((result) => result[key] ?? Number.NaN))
  return [
    Math.round(of('rate')).toLocaleString('en'),
    of('p50').toFixed(2),
    of('p99').toFixed(2),
    of('answerBytes') === 0 ? '–' : Math.round(of('answerBytes')).toLocaleString('en'),
    formatShare(of('serverBusy')),
    formatWork(
      median(results.map(({ serverBusy, rate }) => ((serverBusy ?? Number.NaN) * 1e6) / rate)),
    ),
    formatShare(of('ownBusy')),
  ]
}

function formatWork(microseconds: number): string {
  return Number.isNaN(microseconds) ? '–' : microseconds.toFixed(0)
}

function formatShare(share: number): string {
  return Number.isNaN(share) ? '–' : `${Math.round(share * 100)} %`
}

function formatRatio({ ratio, budget, ok, ratios }: Row): string[] {
  const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`
  return [`${ratio.toFixed(2)} (${range})`, formatBudget(budget), ok ? 'ok' : bold('over')]
}

export function formatMachine({ cpu, cores, memoryGigabytes, node, date }: Machine): string {
  return `${cpu}, ${cores} cores, ${memoryGigabytes} GB, Node ${node}, ${date}`
}

export function formatBudget(budget: Budget): string {
  return 'atLeast' in budget ? `≥ ${budget.atLeast}` : `≤ ${budget.atMost}`
}

function formatMemory({ memory }: Row): string[] {
  if (memory?.muster === undefined) return []
  const verdict = memory.muster <= memoryBudget ? 'ok' : bold('over')
  const postgres =
    memory.postgres === undefined
      ? ''
      : `; PostgreSQL's processes hold ${memory.postgres.toFixed(0)} MB`
  return [
    `Memory with the default cache full: Muster ${memory.muster.toFixed(0)} MB (budget ≤ ${memoryBudget} MB: ${verdict})${postgres}.`,
  ]
}

/** True where every budget was kept. */
export function keepsBudgets({ rows }: Report): boolean {
  return rows.every(({ ok, memory }) => ok && (memory?.muster ?? 0) <= memoryBudget)
}

import { bold, dim } from '../../src/cli/output/output.ts'
import { table } from '../../src/cli/output/table-text.ts'
import type { Machine } from '../machine.ts'
import { formatBudget, formatMachine } from '../report.ts'
import type { Findings, Line, SectionId } from './line.ts'

/** Everything that a run found out: what `--json` prints. `load` is the system's load average as the run began. */
export type Report = {
  machine: Machine
  load: readonly number[]
  seconds: number
  sections: readonly (Findings & { id: SectionId })[]
}

const head = ['what', 'side', 'figure', 'times', 'budget', '', '']

const titles: Record<SectionId, string> = {
  engine: 'The engine in memory',
  peers: 'Rule engines from npm, on a sample',
  sql: 'Everybody’s manifests from and to PostgreSQL',
  system: 'The whole system',
}

/** The report for people. */
export function formatReport({ machine, load, seconds, sections }: Report): string {
  const lines = sections.flatMap((section) => section.lines)
  const rows = table([head, ...lines.map(formatLine)]).split('\n')
  return [
    bold('The policy engine'),
    dim(formatMachine(machine)),
    dim(
      `Load average ${load.map((each) => each.toFixed(1)).join(', ')} as the run began; it took ${Math.round(seconds)} s.`,
    ),
    '',
    rows.shift() ?? '',
    ...sections.flatMap(({ id, lines: { length }, notes }) => [
      bold(titles[id]),
      ...rows.splice(0, length),
      ...notes.map((note) => dim(`  ${note}`)),
      '',
    ]),
  ].join('\n')
}

function formatLine({ what, side, value, unit, detail, ratio, promise }: Line): string[] {
  return [
    what,
    side,
    `${formatFigure(value)} ${unit}`,
    ratio === undefined ? '' : `${formatFigure(ratio)} ×`,
    promise === undefined
      ? ''
      : `${formatBudget(promise.budget)}${promise.of === 'ratio' ? ' ×' : ` ${unit}`}`,
    promise === undefined ? '' : promise.ok ? 'ok' : 'over',
    detail,
  ]
}

/** Three digits that mean something, or all of a large number. */
function formatFigure(figure: number): string {
  if (figure >= 100) return Math.round(figure).toLocaleString('en')
  return figure.toPrecision(3)
}

/** True where every budget was kept. */
export function keepsBudgets({ sections }: Report): boolean {
  return sections.every(({ lines }) => lines.every(({ promise }) => promise?.ok !== false))
}

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

const head = ['what', 'side', 'figure', 'beside', 'figure', 'ratio', 'budget', '']

const titles: Record<SectionId, string> = {
  scim: 'Pushes by SCIM',
  ldap: 'A directory that is read',
  lists: 'Lists, searches and exports',
}

/** The report for people. */
export function formatReport({ machine, load, seconds, sections }: Report): string {
  return [
    bold('Sources, and lists of what they brought'),
    dim(formatMachine(machine)),
    dim(
      `Load average ${load.map((each) => each.toFixed(1)).join(', ')} as the run began; it took ${Math.round(seconds)} s.`,
    ),
    ...sections.flatMap(({ id, lines, notes }) => [
      '',
      bold(titles[id]),
      ...(lines.length > 0 ? [table([head, ...lines.map(formatLine)])] : []),
      ...notes.map((note) => dim(note)),
    ]),
  ].join('\n')
}

function formatLine({ what, sides, unit, figures, ratio, ratios, budget, ok }: Line): string[] {
  const [one, other] = figures.map((figure) => `${formatFigure(figure)} ${unit}`)
  const range = `${formatFigure(Math.min(...ratios))}–${formatFigure(Math.max(...ratios))}`
  return [
    what,
    sides[0],
    one ?? '',
    sides[1],
    other ?? '',
    `${formatFigure(ratio)} (${range})`,
    budget === undefined ? '' : formatBudget(budget),
    ok === undefined ? '' : ok ? 'ok' : bold('over'),
  ]
}

/** Three digits that mean something, or all of a large number. */
function formatFigure(figure: number): string {
  return figure >= 100 ? Math.round(figure).toLocaleString('en') : figure.toPrecision(3)
}

/** True where every budget was kept. */
export function keepsBudgets({ sections }: Report): boolean {
  return sections.every(({ lines }) => lines.every(({ ok }) => ok !== false))
}

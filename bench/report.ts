import { cpus, loadavg, totalmem } from 'node:os'
import { bold, dim, print, say } from '../src/cli/output/output.ts'
import { table } from '../src/cli/output/table-text.ts'
import { formatFigure, median, type Budget, type Findings, type Line } from './figures.ts'
import { stopChildren } from './processes/child.ts'

/** What the figures were measured on. `load` is the system's load average as the run began. */
type Machine = {
  cpu: string
  cores: number
  memoryGigabytes: number
  node: string
  date: string
  load: readonly number[]
}

function readMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    date: new Date().toISOString(),
    load: loadavg(),
  }
}

/** A part of a measurement: `--only` names it. */
export type Section<Options> = {
  id: string
  title: string
  measure: (options: Options) => Promise<Findings>
}

/** What `--json` prints. */
type Report = {
  machine: Machine
  seconds: number
  sections: (Findings & { id: string; title: string })[]
}

export type BenchOptions = { only: readonly string[]; json: boolean; strict: boolean }

/** Measures and prints. On SIGINT everything that was started ends first, and the exit code is 130. */
export async function runBench<Options extends BenchOptions>(
  title: string,
  sections: readonly Section<Options>[],
  options: Options,
): Promise<void> {
  let isInterrupted = false
  // Code that waits for a child then fails, and everything that was started ends in order.
  process.once('SIGINT', () => {
    isInterrupted = true
    void stopChildren()
  })
  const machine = readMachine()
  const startedAt = performance.now()
  try {
    const found: Report['sections'] = []
    for (const { id, title: of, measure } of sections) {
      if (!options.only.includes(id)) continue
      say(`Measuring: ${id} …`)
      found.push({ id, title: of, ...(await measure(options)) })
    }
    const seconds = (performance.now() - startedAt) / 1000
    print(
      options.json,
      { machine, seconds, sections: found } satisfies Report,
      format(title, { machine, seconds, sections: found }),
    )
    const isOver = found.some(({ lines }) => lines.some((line) => isKept(line) === false))
    if (options.strict && isOver) process.exitCode = 1
  } catch (error) {
    if (!isInterrupted) throw error
    process.exitCode = 130
  }
}

function format(title: string, { machine, seconds, sections }: Report): string {
  const { cpu, cores, memoryGigabytes, node, date, load } = machine
  const loads = load.map((each) => each.toFixed(1)).join(', ')
  return [
    bold(title),
    dim(`${cpu}, ${cores} cores, ${memoryGigabytes} GB, Node ${node}, ${date}`),
    dim(`Load average ${loads} as the run began; it took ${Math.round(seconds)} s.`),
    ...sections.flatMap((section) => [
      '',
      bold(section.title),
      ...(section.lines.length > 0 ? [table([head, ...section.lines.map(formatLine)])] : []),
      ...section.notes.map((note) => dim(note)),
    ]),
  ].join('\n')
}

const head = ['what', 'side', 'figure', 'ratio', 'budget', '', '']

function formatLine(line: Line): string[] {
  const { what, side, value, unit, detail = '', ratios = [], budget } = line
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map(formatFigure)
  const range = ratios.length > 1 ? ` (${least}–${most})` : ''
  const kept = isKept(line)
  return [
    what,
    side,
    `${formatFigure(value)} ${unit}`,
    ratios.length === 0 ? '' : `${formatFigure(median(ratios))}${range}`,
    budget === undefined ? '' : formatBudget(budget, ratios.length === 0 ? ` ${unit}` : ''),
    kept === undefined ? '' : kept ? 'ok' : bold('over'),
    detail,
  ]
}

function formatBudget(budget: Budget, unit: string): string {
  return 'atLeast' in budget ? `≥ ${budget.atLeast}${unit}` : `≤ ${budget.atMost}${unit}`
}

/** Undefined without a budget. */
function isKept({ budget, ratios = [], value }: Line): boolean | undefined {
  if (budget === undefined) return undefined
  const figure = ratios.length === 0 ? value : median(ratios)
  return 'atLeast' in budget ? figure >= budget.atLeast : figure <= budget.atMost
}

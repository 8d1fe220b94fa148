import { Command } from 'commander'
import { bold, dim, print, say } from '../src/cli/output/output.ts'
import { table } from '../src/cli/output/table-text.ts'
import { launchBrowser } from '../test/console/browser.ts'
import { openStage } from '../test/console/stage.ts'
import { measureHeap, type Heap } from './console/heap.ts'
import { measureLoads, type Loads } from './console/loads.ts'
import { measureTyping, type Typing } from './console/typing.ts'
import { readMachine, type Machine } from './machine.ts'
import { numberFrom } from './options.ts'
import { formatMachine } from './report.ts'
import { median } from './rows/median.ts'

type Options = { people: number; rounds: number; minutes: number; json: boolean }
type Report = {
  machine: Machine
  browser: string
  people: number
  loads: Loads[]
  typing: Typing[]
  heap: Heap
}

/** From the letter that starts a search to its rows. */
const lettersBudget = 150

async function measure({ people, rounds, minutes }: Options): Promise<Report> {
  const stage = await openStage({ people, reports: 1000, groups: 500 })
  const browser = await launchBrowser()
  try {
    say('Opening the list of people …')
    const loads = await measureLoads(browser, stage, rounds)
    say('Typing …')
    const typing = await measureTyping(browser, stage, rounds)
    say(`Walking through all pages for ${minutes} minutes …`)
    const heap = await measureHeap(browser, stage, minutes)
    const version = `Chromium ${browser.version()}, headless`
    return { machine: readMachine(), browser: version, people, loads, typing, heap }
  } finally {
    await browser.close()
    await stage.close()
  }
}

function format({ machine, browser, people, loads, typing, heap }: Report): string {
  const rows = [
    ['what', 'median ms', 'range', 'beside', 'ms'],
    line(
      'first contentful paint',
      loads.map(({ paint }) => paint),
      ['the page and its files over HTTP, from the disk', loads.map(({ bare }) => bare)],
    ),
    line(
      'first row of the people',
      loads.map(({ row }) => row),
      ['the same list by the API alone', loads.map(({ list }) => list)],
    ),
    line(
      `letter to the rows of its search (≤ ${lettersBudget})`,
      typing.map(({ rows: each }) => each),
      ['the same search by the API alone', typing.map(({ search }) => search)],
    ),
    line(
      'input delay of a letter',
      typing.flatMap(({ delays }) => delays),
    ),
    line(
      'letter to its paint',
      typing.flatMap(({ paints }) => paints),
    ),
  ]
  return [
    bold(`The console among ${people.toLocaleString('en')} people`),
    dim(`${formatMachine(machine)}, ${browser}`),
    '',
    table(rows),
    '',
    `JavaScript heap after garbage collection: ${megabytes(heap.before)} after the first walk through ${heap.pages} pages, ${megabytes(heap.after)} after ${heap.walks} more in ${heap.minutes} minutes; ${heap.nodesBefore.toLocaleString('en')} and ${heap.nodesAfter.toLocaleString('en')} nodes.`,
  ].join('\n')
}

function line(
  what: string,
  values: readonly number[],
  [beside, others]: readonly [string, readonly number[]] = ['', []],
): string[] {
  const range = `${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)}`
  const other = others.length === 0 ? '' : median([...others]).toFixed(0)
  return [what, median([...values]).toFixed(1), range, beside, other]
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`
}

const options = new Command('bench:console')
  .description('measure the console in headless Chromium, on a demo of its own')
  .option('--people <number>', 'how many people', numberFrom(120, 1_000_000), 100_000)
  .option('--rounds <number>', 'cold loads, and searches', numberFrom(1, 100), 7)
  .option('--minutes <number>', 'how long to walk through all pages', numberFrom(1, 240), 60)
  .option('--json', 'one JSON object on standard output', false)
  .parse()
  .opts<Options>()
const report = await measure(options)
print(options.json, report, () => format(report))

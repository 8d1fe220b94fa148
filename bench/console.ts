import { openBrowser } from '../test/console/browser.ts'
import { closeShared } from '../test/process-end.ts'
import { openStage } from '../test/console/stage.ts'
import { say } from '../src/cli/output/output.ts'
import { measureHeap } from './console/heap.ts'
import { measureLoads } from './console/loads.ts'
import { measureTyping } from './console/typing.ts'
import { compared, median, type Findings, type Line } from './figures.ts'
import { benchCommand, numberFrom } from './options.ts'
import { runBench, type BenchOptions, type Section } from './report.ts'

type Options = BenchOptions & { people: number; rounds: number; minutes: number }

/** From the letter that starts a search to its rows. */
const lettersBudget = 150

async function measure({ people, rounds, minutes }: Options): Promise<Findings> {
  const stage = await openStage({ people, reports: 1000, groups: 500 })
  const browser = await openBrowser()
  try {
    say('Opening the list of people …')
    const loads = await measureLoads(browser, stage, rounds)
    say('Typing …')
    const typing = await measureTyping(browser, stage, rounds)
    say(`Walking through all pages for ${minutes} minutes …`)
    const heap = await measureHeap(browser, stage, minutes)
    const api = ['browser', 'the same by the API alone'] as const
    const [shown, rest] = compared({
      what: 'letter to the rows of its search',
      unit: 'ms',
      sides: api,
      rounds: typing.map(({ rows, search }) => [rows, search]),
    })
    return {
      lines: [
        ...compared({
          what: 'first contentful paint',
          unit: 'ms',
          sides: ['browser', 'the page and its files over HTTP'],
          rounds: loads.map(({ paint, bare }) => [paint, bare]),
        }),
        ...compared({
          what: 'first row of the people',
          unit: 'ms',
          sides: api,
          rounds: loads.map(({ row, list }) => [row, list]),
        }),
        // The budget is of the figure, and not of the ratio.
        ...(shown === undefined
          ? []
          : [{ ...shown, ratios: [], budget: { atMost: lettersBudget } }]),
        ...(rest === undefined ? [] : [rest]),
        line(
          'input delay of a letter',
          typing.flatMap(({ delays }) => delays),
        ),
        line(
          'letter to its paint',
          typing.flatMap(({ paints }) => paints),
        ),
      ],
      notes: [
        `Chromium ${browser.version()}, headless, among ${people.toLocaleString('en')} people.`,
        `JavaScript heap after garbage collection: ${megabytes(heap.before)} after the first walk through ${heap.pages} pages, ${megabytes(heap.after)} after ${heap.walks} more in ${heap.minutes} minutes; ${heap.nodesBefore.toLocaleString('en')} and ${heap.nodesAfter.toLocaleString('en')} nodes.`,
      ],
    }
  } finally {
    await stage.close()
    await closeShared()
  }
}

function line(what: string, values: readonly number[]): Line {
  const detail = `${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)} ms`
  return { what, side: 'browser', value: median(values), unit: 'ms', detail }
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`
}

const sections: readonly Section<Options>[] = [{ id: 'console', title: 'In a browser', measure }]
const about = 'measure the console in headless Chromium, on a demo of its own'
const options = benchCommand('bench:console', about, sections)
  .option('--people <number>', 'how many people', numberFrom(120, 1_000_000), 100_000)
  .option('--rounds <number>', 'cold loads, and searches', numberFrom(1, 100), 7)
  .option('--minutes <number>', 'how long to walk through all pages', numberFrom(1, 240), 60)
  .parse()
  .opts<Options>()
await runBench('The console', sections, options)

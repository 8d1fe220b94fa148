import { say } from '../src/cli/output/output.ts'
import { readMachine } from './machine.ts'
import { readOptions, type Options } from './options.ts'
import { printReport } from './print-report.ts'
import { choosePlacement, type Placement } from './processes/placement.ts'
import { startChild } from './processes/child.ts'
import { formatReport, keepsBudgets, type Report } from './report.ts'
import { measureCold } from './rows/cold.ts'
import { measureColdGrowth, measureHotGrowth } from './rows/growth.ts'
import { measureHotOne } from './rows/hot-one.ts'
import { measureHotRandom } from './rows/hot-random.ts'
import { measureOpenLdap } from './rows/openldap.ts'
import type { Row, RowId, Skipped } from './rows/row.ts'
import { measureSeveralProcesses } from './rows/several-processes.ts'
import type { Stage } from './stage/stage.ts'
import { openWorld, type World } from './world/open-world.ts'

type Measure = (stage: Stage, world: World) => Promise<Row | Skipped>

const measures: readonly (readonly [RowId, Measure])[] = [
  ['hot-one', measureHotOne],
  ['hot-random', measureHotRandom],
  ['openldap', measureOpenLdap],
  ['several', measureSeveralProcesses],
  ['cold', measureCold],
]
const fewPeople = 1000

async function run(options: Options): Promise<Report> {
  const placement = choosePlacement()
  say(placement.sentence)
  const world = await openWorld(placement, options)
  try {
    const chosen = measures.filter(([id]) => options.only.includes(id))
    const found: (Row | Skipped)[] = []
    for (const [, measure] of chosen) {
      found.push(await onOwnStage(placement, options, (stage) => measure(stage, world)))
    }
    if (options.growth) found.push(...(await measureGrowth(placement, options, world)))
    return {
      machine: readMachine(),
      placement: placement.sentence,
      people: options.people,
      connections: options.connections,
      poolSize: options.pool,
      rows: found.filter((it) => 'rounds' in it),
      skipped: found.filter((it) => 'why' in it),
    }
  } finally {
    await world.close()
  }
}

async function measureGrowth(placement: Placement, options: Options, many: World): Promise<Row[]> {
  const few = await openWorld(placement, { people: fewPeople, fresh: options.fresh })
  try {
    const rows: Row[] = []
    for (const measure of [measureColdGrowth, measureHotGrowth]) {
      rows.push(await onOwnStage(placement, options, (stage) => measure(stage, few, many)))
    }
    return rows
  } finally {
    await few.close()
  }
}

/** Each row has processes of its own, the load generator too, and they end with it. */
async function onOwnStage<T>(
  placement: Placement,
  { rounds, seconds, connections, pool }: Options,
  work: (stage: Stage) => Promise<T>,
): Promise<T> {
  const ends: (() => Promise<void>)[] = []
  const generator = startChild(placement, 'rest', new URL('./load/generator.ts', import.meta.url))
  ends.push(() => generator.stop())
  try {
    const turns = { rounds, seconds, say }
    const atEnd = (stop: () => Promise<void>) => void ends.push(stop)
    return await work({ placement, generator, turns, connections, poolSize: pool, atEnd })
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

const options = readOptions()
await printReport(options, { measure: () => run(options), format: formatReport, keepsBudgets })

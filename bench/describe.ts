import type { Line } from './figures.ts'
import { say } from '../src/cli/output/output.ts'
import {
  measureCheck,
  measureCold,
  measureCompressed,
  measureColdGrowth,
  measureHotGrowth,
  measureHotOne,
  measureHotRandom,
  measureSeveralProcesses,
} from './describe/rows.ts'
import { onOwnStage, type Stage, type StageOptions } from './describe/stage.ts'
import { benchCommand, numberFrom } from './options.ts'
import { choosePlacement } from './processes/placement.ts'
import { runBench, type BenchOptions, type Section } from './report.ts'
import { openWorld, type World } from './world/open-world.ts'

type Options = BenchOptions & StageOptions & { people: number; growth: boolean; fresh: boolean }

const fewPeople = 1000
const placement = choosePlacement()

function row(
  id: string,
  title: string,
  measure: (stage: Stage, world: World) => Promise<Line[]>,
): Section<Options> {
  return {
    id,
    title,
    measure: (options) =>
      amongPeople(options.people, options, async (world) => ({
        lines: await onOwnStage(placement, options, (stage) => measure(stage, world)),
        notes: [],
      })),
  }
}

const sections: readonly Section<Options>[] = [
  row('hot-one', 'One person, from memory', measureHotOne),
  row('compressed', 'One person, compressed', measureCompressed),
  row('hot-random', 'Anybody, from memory', measureHotRandom),
  row('check', 'Whether anybody is in a manifest, from memory', measureCheck),
  row('several', 'Anybody, checked by a query', measureSeveralProcesses),
  row('cold', 'Anybody, with nothing in memory', measureCold),
  {
    id: 'growth',
    title: `Beside ${fewPeople} people`,
    measure: (options) =>
      amongPeople(options.people, options, (many) =>
        amongPeople(fewPeople, options, async (few) => {
          const lines: Line[] = []
          for (const measure of [measureColdGrowth, measureHotGrowth])
            lines.push(
              ...(await onOwnStage(placement, options, (stage) => measure(stage, few, many))),
            )
          return { lines, notes: [] }
        }),
      ),
  },
]

async function amongPeople<T>(
  people: number,
  { fresh }: Options,
  work: (world: World) => Promise<T>,
): Promise<T> {
  const world = await openWorld(placement, { people, fresh })
  try {
    return await work(world)
  } finally {
    await world.close()
  }
}

const about = 'measure GET /directory/users/{user} beside what it is built on, in turns, in one run'
const options = benchCommand('bench:describe', about, sections)
  .option('--people <number>', 'how many people', numberFrom(50, 1_000_000), 100_000)
  .option('--growth', 'also beside an organisation of 1,000 people', false)
  .option('--rounds <number>', 'turns that each side has', numberFrom(1, 50), 5)
  .option('--seconds <number>', 'length of a turn', numberFrom(1, 60), 3)
  .option('--connections <number>', 'requests in flight', numberFrom(1, 500), 32)
  .option('--pool <number>', "connections of Muster's pool and of pg", numberFrom(2, 100), 10)
  .option('--fresh', 'make the organisation again', false)
  .parse()
  .opts<Options>()
const only = options.only.filter((id) => id !== 'growth' || options.growth)
say(placement.sentence)
await runBench(`Describe among ${options.people.toLocaleString('en')} people`, sections, {
  ...options,
  only,
})

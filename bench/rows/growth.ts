import { describeSide, holdsAll, startMuster, warm, type Muster } from '../stage/muster.ts'
import { pgSide } from '../stage/pg-alone.ts'
import { describeStatement } from '../stage/statements.ts'
import type { Stage } from '../stage/stage.ts'
import type { World } from '../world/open-world.ts'
import { compareInTurns, type Side } from './in-turns.ts'
import type { Row } from './row.ts'

const budget = { atMost: 1.3 } as const

/** What the statement costs among many people beside what it costs among few: the ratio of the rates, few over many. */
export async function measureColdGrowth(stage: Stage, few: World, many: World): Promise<Row> {
  const side = async (world: World): Promise<Side> =>
    pgSide(stage, world, {
      name: `statement among ${among(world)}`,
      statement: await describeStatement(world),
    })
  const [a, b] = [await side(few), await side(many)]
  return compareInTurns({ id: 'growth', title: 'growth, cold', a, b, budget }, stage.turns)
}

/** The same for describes from memory. */
export async function measureHotGrowth(stage: Stage, few: World, many: World): Promise<Row> {
  const [a, b] = [await hotSide(stage, few), await hotSide(stage, many)]
  return compareInTurns({ id: 'growth', title: 'growth, hot', a, b, budget }, stage.turns)
}

async function hotSide(stage: Stage, world: World): Promise<Side> {
  const muster: Muster = await startMuster(stage, world, { cacheMegabytes: holdsAll })
  await warm(stage, muster)
  return describeSide(stage, muster, { name: `describe among ${among(world)}`, fromMemory: true })
}

function among({ people }: World): string {
  return people.toLocaleString('en')
}

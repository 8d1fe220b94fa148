import { describeSide, requireAlone, startMuster } from '../stage/muster.ts'
import { pgSide } from '../stage/pg-alone.ts'
import { describeStatement } from '../stage/statements.ts'
import type { Stage } from '../stage/stage.ts'
import type { World } from '../world/open-world.ts'
import { compareInTurns } from './in-turns.ts'
import type { Row } from './row.ts'

/** Anybody at random without a cache, beside the statement that each of these describes sends. */
export async function measureCold(stage: Stage, world: World): Promise<Row> {
  const muster = await startMuster(stage, world, { cacheMegabytes: 0 })
  const statement = await describeStatement(world)
  const row = await compareInTurns(
    {
      id: 'cold',
      title: 'cold, no cache',
      a: await describeSide(stage, muster, { fromMemory: false }),
      b: await pgSide(stage, world, { name: 'pg alone, same statement', statement }),
      budget: { atLeast: 0.8 },
    },
    stage.turns,
  )
  await requireAlone(muster, true)
  return row
}

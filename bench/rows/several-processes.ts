import { describeSide, holdsAll, requireAlone, startMuster, warm } from '../stage/muster.ts'
import { pgSide } from '../stage/pg-alone.ts'
import { keyRead } from '../stage/statements.ts'
import type { Stage } from '../stage/stage.ts'
import type { World } from '../world/open-world.ts'
import { compareInTurns } from './in-turns.ts'
import type { Row } from './row.ts'

/**
 * Random people while a second Muster uses the database, so that the first checks whether its bodies are still
 * valid.
 */
export async function measureSeveralProcesses(stage: Stage, world: World): Promise<Row> {
  const muster = await startMuster(stage, world, { cacheMegabytes: holdsAll })
  await startMuster(stage, world, { cacheMegabytes: 0, core: 'rest' })
  await warm(stage, muster)
  await requireAlone(muster, false)
  const row = await compareInTurns(
    {
      id: 'several',
      title: 'several processes',
      a: await describeSide(stage, muster, { fromMemory: false }),
      b: await pgSide(stage, world, { name: 'pg alone, read by key', statement: keyRead }),
      budget: { atLeast: 0.6 },
    },
    stage.turns,
  )
  await requireAlone(muster, false)
  return row
}

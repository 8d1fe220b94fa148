import { bareSide } from '../stage/bare.ts'
import { describeSide, holdsAll, requireAlone, startMuster } from '../stage/muster.ts'
import type { Stage } from '../stage/stage.ts'
import type { World } from '../world/open-world.ts'
import { compareInTurns } from './in-turns.ts'
import type { Row } from './row.ts'

/** Anybody at random, from a cache that holds everybody. */
export async function measureHotRandom(stage: Stage, world: World): Promise<Row> {
  const muster = await startMuster(stage, world, { cacheMegabytes: holdsAll })
  const bare = await bareSide(stage, muster)
  const row = await compareInTurns(
    {
      id: 'hot-random',
      title: `hot, ${world.paths.length.toLocaleString('en')} ids at random`,
      a: await describeSide(stage, muster, { fromMemory: true }),
      b: bare,
      budget: { atLeast: 0.75 },
    },
    stage.turns,
  )
  await requireAlone(muster, true)
  return row
}

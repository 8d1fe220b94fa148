import { readMemory } from '../processes/memory.ts'
import { bareSide } from '../stage/bare.ts'
import { describeSide, requireAlone, startMuster } from '../stage/muster.ts'
import type { Stage } from '../stage/stage.ts'
import type { World } from '../world/open-world.ts'
import { compareInTurns } from './in-turns.ts'
import type { Row } from './row.ts'

const defaultCacheMegabytes = 64
const fillSeconds = 5

/** One person repeatedly, from memory; then, with the default cache full, Muster's memory. */
export async function measureHotOne(stage: Stage, world: World): Promise<Row> {
  const muster = await startMuster(stage, world, { cacheMegabytes: defaultCacheMegabytes })
  const one = world.paths.slice(0, 1)
  const row = await compareInTurns(
    {
      id: 'hot-one',
      title: 'hot, one id',
      a: await describeSide(stage, muster, { paths: one, fromMemory: true }),
      b: await bareSide(stage, muster, one),
      budget: { atLeast: 0.8 },
    },
    stage.turns,
  )
  requireSameBytes(row)
  await requireAlone(muster, true)
  const all = await describeSide(stage, muster, { name: 'fill', fromMemory: false })
  await all.run(fillSeconds)
  return { ...row, memory: await readMemory(muster.child.pid, world.postgresPid) }
}

function requireSameBytes({ rounds }: Row): void {
  for (const [a, b] of rounds) {
    if (a.answerBytes !== b.answerBytes)
      throw new Error(`the sides differ in what they send: ${a.answerBytes} and ${b.answerBytes}`)
  }
}

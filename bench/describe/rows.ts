import { count, type Line } from '../figures.ts'
import { readAnswer } from '../load/read-answer.ts'
import { readJson } from '../processes/child.ts'
import { readMemory } from '../processes/usage.ts'
import type { World } from '../world/open-world.ts'
import {
  bareSide,
  compareInTurns,
  describeSide,
  holdsAll,
  pgSide,
  requireAlone,
  startMuster,
  warm,
  type Muster,
  type Side,
  type Stage,
} from './stage.ts'
import { describeStatement, keyRead } from './statements.ts'

const defaultCacheMegabytes = 64
const fillSeconds = 5

/** One person repeatedly, from memory; then, with the default cache full, Muster's memory. */
export async function measureHotOne(stage: Stage, world: World): Promise<Line[]> {
  const muster = await startMuster(stage, world, { cacheMegabytes: defaultCacheMegabytes })
  const one = world.paths.slice(0, 1)
  const lines = await compareInTurns(stage, {
    what: 'hot, one id',
    sides: [
      await describeSide(stage, muster, { paths: one, fromMemory: true }),
      await bareSide(stage, muster, one),
    ],
    budget: { atLeast: 0.8 },
  })
  await requireAlone(muster, true)
  const all = await describeSide(stage, muster, { name: 'fill', fromMemory: false })
  await all.run(fillSeconds)
  const value = await readMemory(muster.child.pid)
  if (value === undefined) return lines
  const budget = { atMost: 400 }
  return [
    ...lines,
    { what: 'memory, default cache full', side: 'Muster', value, unit: 'MB', budget },
  ]
}

/** The same person, compressed: each form is made once. */
export async function measureCompressed(stage: Stage, world: World): Promise<Line[]> {
  const muster = await startMuster(stage, world, { cacheMegabytes: defaultCacheMegabytes })
  const paths = world.paths.slice(0, 1)
  const coding = 'zstd'
  return compareInTurns(stage, {
    what: `hot, one id, ${coding}`,
    sides: [
      await describeSide(stage, muster, { paths, coding, fromMemory: true }),
      await bareSide(stage, muster, paths, coding),
    ],
    budget: { atLeast: 0.8 },
  })
}

/** Anybody at random, from a cache that holds everybody. */
export async function measureHotRandom(stage: Stage, world: World): Promise<Line[]> {
  const muster = await startMuster(stage, world, { cacheMegabytes: holdsAll })
  const bare = await bareSide(stage, muster)
  const lines = await compareInTurns(stage, {
    what: `hot, ${count(world.paths.length)} ids at random`,
    sides: [await describeSide(stage, muster, { fromMemory: true }), bare],
    budget: { atLeast: 0.75 },
  })
  await requireAlone(muster, true)
  return lines
}

/** Random people while a second Muster uses the database, so that the first checks whether its bodies are still valid. */
export async function measureSeveralProcesses(stage: Stage, world: World): Promise<Line[]> {
  const muster = await startMuster(stage, world, { cacheMegabytes: holdsAll })
  await startMuster(stage, world, { cacheMegabytes: 0, core: 'rest' })
  await warm(stage, muster)
  await requireAlone(muster, false)
  const lines = await compareInTurns(stage, {
    what: 'several processes',
    sides: [
      await describeSide(stage, muster, { fromMemory: false }),
      await pgSide(stage, world, { name: 'pg alone, read by key', statement: keyRead }),
    ],
    budget: { atLeast: 0.6 },
  })
  await requireAlone(muster, false)
  return lines
}

/** Whether anybody, at random, is in the manifest of one resource, from memory. */
export async function measureCheck(stage: Stage, world: World): Promise<Line[]> {
  const muster = await startMuster(stage, world, { cacheMegabytes: holdsAll })
  const paths = await checksOf(muster)
  const lines = await compareInTurns(stage, {
    what: `check, ${count(paths.length)} pairs at random`,
    sides: [
      await describeSide(stage, muster, { name: 'check', paths, fromMemory: true }),
      await bareSide(stage, muster, paths),
    ],
    budget: { atLeast: 0.85 },
  })
  await requireAlone(muster, true)
  return lines
}

/** A check of everybody, at most 2,000, about the first managed ruleset that there is. */
async function checksOf({ origin, world: { paths, token } }: Muster): Promise<string[]> {
  const managed = `${origin}/api/v1/policy/rulesets?filter[state]=managed&page[size]=1`
  const { body } = await readAnswer(encodeURI(managed), { token })
  const { data } = readJson<{ data: { resource_id: string }[] }>(body.toString())
  return paths
    .slice(0, 2000)
    .map(
      (path) =>
        `/api/v1/policy/check?user=${path.split('/').at(-1)}&resource=${data[0]?.resource_id}`,
    )
}

/** Anybody at random without a cache, beside the statement that each of these describes sends. */
export async function measureCold(stage: Stage, world: World): Promise<Line[]> {
  const muster = await startMuster(stage, world, { cacheMegabytes: 0 })
  const statement = await describeStatement(world)
  const lines = await compareInTurns(stage, {
    what: 'cold, no cache',
    sides: [
      await describeSide(stage, muster, { fromMemory: false }),
      await pgSide(stage, world, { name: 'pg alone, same statement', statement }),
    ],
    budget: { atLeast: 0.8 },
  })
  await requireAlone(muster, true)
  return lines
}

const growth = { atMost: 1.3 } as const

/** What the statement costs among many people beside what it costs among few: the ratio of the rates, few over many. */
export async function measureColdGrowth(stage: Stage, few: World, many: World): Promise<Line[]> {
  const side = async (world: World): Promise<Side> =>
    pgSide(stage, world, {
      name: `statement among ${count(world.people)}`,
      statement: await describeStatement(world),
    })
  const sides = [await side(few), await side(many)] as const
  return compareInTurns(stage, { what: 'growth, cold', sides, budget: growth })
}

/** The same for describes from memory. */
export async function measureHotGrowth(stage: Stage, few: World, many: World): Promise<Line[]> {
  const sides = [await hotSide(stage, few), await hotSide(stage, many)] as const
  return compareInTurns(stage, { what: 'growth, hot', sides, budget: growth })
}

async function hotSide(stage: Stage, world: World): Promise<Side> {
  const muster = await startMuster(stage, world, { cacheMegabytes: holdsAll })
  await warm(stage, muster)
  const name = `describe among ${count(world.people)}`
  return describeSide(stage, muster, { name, fromMemory: true })
}

import { roomForBodiesMegabytes } from '../../src/http/limits/room-for-bodies.ts'
import type { Child } from '../processes/child.ts'
import type { MusterOptions } from '../processes/muster-server.ts'
import type { Side } from '../rows/in-turns.ts'
import type { World } from '../world/open-world.ts'
import { socketSide, runOnce } from './socket-side.ts'
import { onStage, type Stage } from './stage.ts'

const file = new URL('../processes/muster-server.ts', import.meta.url)

/** The largest cache that a server takes, which is far more than the bodies of 100,000 people need. */
export const holdsAll = roomForBodiesMegabytes()

/** A Muster of its own process over an organisation. */
export type Muster = { child: Child; origin: string; port: number; world: World }

export async function startMuster(
  stage: Stage,
  world: World,
  { cacheMegabytes, core = 'server' }: { cacheMegabytes: number; core?: 'server' | 'rest' },
): Promise<Muster> {
  const child = onStage(stage, core, file)
  const { databaseUrl } = world
  const options: MusterOptions = { databaseUrl, cacheMegabytes, poolSize: stage.poolSize }
  const origin = await child.ask<string>('start', options)
  return { child, origin, port: Number(new URL(origin).port), world }
}

type DescribeOptions = { name?: string; paths?: readonly string[]; fromMemory: boolean }

/**
 * Describes that Muster answers; `paths`, else everybody, are requested at random. Some answers are compared with
 * one read before.
 */
export async function describeSide(
  stage: Stage,
  muster: Muster,
  { name = 'describe', paths = muster.world.paths, fromMemory }: DescribeOptions,
): Promise<Side> {
  const { token } = muster.world
  const expected = await readSample(muster, paths)
  const load = { protocol: 'http', port: muster.port, token, paths } as const
  return socketSide(stage, { name, pid: muster.child.pid, load, expected, fromMemory })
}

const sampleSize = 64

/** Content by index, as base64, of some paths that are spread over all. */
export async function readSample(
  { origin, world }: Muster,
  paths: readonly string[],
): Promise<[number, string][]> {
  const step = Math.ceil(paths.length / sampleSize)
  const sample: [number, string][] = []
  for (let index = 0; index < paths.length; index += step) {
    const url = origin + (paths[index] ?? '')
    const headers = { authorization: `Bearer ${world.token}` }
    const response = await fetch(url, { headers })
    if (response.status !== 200)
      throw new Error(`${url} answered ${response.status}; --fresh makes the organisation anew`)
    sample.push([index, Buffer.from(await response.arrayBuffer()).toString('base64')])
  }
  return sample
}

/** Requests every person once, so that the cache holds them all. */
export async function warm(stage: Stage, { world, port }: Muster): Promise<void> {
  const { paths, token } = world
  stage.turns.say(`Warming the cache with ${paths.length.toLocaleString('en')} people …`)
  const load = { protocol: 'http', port, token, paths } as const
  await runOnce(stage, load, paths.length)
}

/** A ratio of a Muster that answers from memory alone, or that checks first, is only valid while it does so. */
export async function requireAlone(muster: Muster, isAlone: boolean): Promise<void> {
  const is = await muster.child.ask<boolean>('isAlone')
  if (is !== isAlone)
    throw new Error(`Muster should ${isAlone ? '' : 'not '}be alone on its database, and is not so`)
}

import type { LoadResult } from '../load/result.ts'
import type { PgOptions, PgRound } from '../processes/pg-alone.ts'
import type { Side } from '../rows/in-turns.ts'
import type { World } from '../world/open-world.ts'
import { onStage, type Stage } from './stage.ts'

const file = new URL('../processes/pg-alone.ts', import.meta.url)
const maximumRequests = 5_000_000

export type Statement = Pick<PgRound, 'text' | 'values' | 'idAt'>

/** A statement through `pg` in its own process, with as many connections and as much in flight as Muster has. */
export async function pgSide(
  stage: Stage,
  world: World,
  { name, statement }: { name: string; statement: Statement },
): Promise<Side> {
  const child = onStage(stage, 'server', file)
  const { databaseUrl, uuids } = world
  const options: PgOptions = { databaseUrl, poolSize: stage.poolSize, ids: uuids }
  await child.ask('connect', options)
  const round = { ...statement, concurrency: stage.connections, maximumRequests }
  return {
    name,
    pid: child.pid,
    run: async (seconds) => child.ask<LoadResult>('run', { ...round, seconds } satisfies PgRound),
  }
}

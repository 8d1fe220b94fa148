import type { Round, Target } from '../load/generator.ts'
import type { LoadResult } from '../load/result.ts'
import type { Side } from '../rows/in-turns.ts'
import type { Stage } from './stage.ts'

const maximumRequests = 5_000_000
const longestWarmUpSeconds = 1800

type SideOptions = Omit<Target, 'name'> & {
  name: string
  pid: number
  /** PostgreSQL has no part in it, so that the load generator has its core to itself. */
  fromMemory: boolean
}

/** A side that the load generator queries over a socket, in any protocol. */
export async function socketSide(
  { generator, connections, placement }: Stage,
  { name, pid, load, expected, fromMemory }: SideOptions,
): Promise<Side> {
  const target: Target = { name: `${name} ${load.port}`, load, expected }
  await generator.ask('prepare', target)
  const staysAwake = fromMemory && placement.isPinned
  const round = {
    staysAwake,
    name: target.name,
    connections,
    maximumRequests,
    order: 'random',
  } as const
  return {
    name,
    pid,
    run: async (seconds) => generator.ask<LoadResult>('run', { ...round, seconds } satisfies Round),
  }
}

/** Sends that many requests, each in turn. */
export async function runOnce(
  { generator, connections }: Stage,
  load: Target['load'],
  requests: number,
): Promise<void> {
  await generator.ask('prepare', { name: 'once', load, expected: [] } satisfies Target)
  await generator.ask('run', {
    name: 'once',
    connections,
    maximumRequests: requests,
    seconds: longestWarmUpSeconds,
    order: 'in turn',
    staysAwake: false,
  } satisfies Round)
}

import { say } from '../../src/cli/output/output.ts'
import { roomForBodiesMegabytes } from '../../src/http/limits/room-for-bodies.ts'
import { compared, count, median, type Budget, type Line } from '../figures.ts'
import { readAnswer } from '../load/read-answer.ts'
import type { Round, Target } from '../load/generator.ts'
import type { HttpLoad } from '../load/http.ts'
import type { LoadResult } from '../load/run-load.ts'
import { barePath, type Original } from '../processes/bare-http.ts'
import { startChild, type Child } from '../processes/child.ts'
import { startMusterServer } from '../processes/start-muster.ts'
import type { PgOptions, PgRound } from '../processes/pg-alone.ts'
import type { Placement } from '../processes/placement.ts'
import { measureBusy } from '../processes/usage.ts'
import type { World } from '../world/open-world.ts'

export type StageOptions = { rounds: number; seconds: number; connections: number; pool: number }

/** What a row needs to measure. */
export type Stage = StageOptions & {
  placement: Placement
  generator: Child
  /** Runs when the row is over, the last one first. */
  atEnd: (stop: () => Promise<void>) => void
}

/** Each row has processes of its own, the load generator too, and they end with it. */
export async function onOwnStage<T>(
  placement: Placement,
  options: StageOptions,
  work: (stage: Stage) => Promise<T>,
): Promise<T> {
  const ends: (() => Promise<void>)[] = []
  const generator = startChild(placement, 'rest', new URL('../load/generator.ts', import.meta.url))
  ends.push(() => generator.stop())
  try {
    return await work({ ...options, placement, generator, atEnd: (stop) => void ends.push(stop) })
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

/** Starts a process on the server's core for as long as the row lasts. */
function onStage(stage: Stage, file: string): Child {
  const child = startChild(stage.placement, 'server', new URL(file, import.meta.url))
  stage.atEnd(() => child.stop())
  return child
}

/** One side: what it is called, the process that serves it, and how a turn of it is measured. */
export type Side = { name: string; pid: number; run(seconds: number): Promise<LoadResult> }

/** `busy` is 0–1, undefined where /proc does not report it. */
type Turn = LoadResult & { busy: number | undefined }

/** Measures both sides in turns (A B A B …) after a warm-up of each, so that drift affects both equally. */
export async function compareInTurns(
  { rounds, seconds }: Stage,
  { what, sides: [a, b], budget }: { what: string; sides: readonly [Side, Side]; budget: Budget },
): Promise<Line[]> {
  say(`${what}: ${a.name} beside ${b.name} …`)
  for (const side of [a, b]) await side.run(seconds)
  const turns: [Turn, Turn][] = []
  for (let round = 1; round <= rounds; round++) {
    turns.push([await takeTurn(a, seconds), await takeTurn(b, seconds)])
    const [first, second] = turns.at(-1)?.map(({ rate }) => count(rate)) ?? []
    say(`  ${round}/${rounds}: ${first}/s beside ${second}/s`)
  }
  return compared({
    what,
    unit: '/s',
    budget,
    sides: [a.name, b.name],
    rounds: turns.map(([one, other]) => [one.rate, other.rate]),
    details: [detailOf(turns.map(([one]) => one)), detailOf(turns.map(([, other]) => other))],
  })
}

async function takeTurn(side: Side, seconds: number): Promise<Turn> {
  const busy = await measureBusy(side.pid)
  const result = await side.run(seconds)
  return { ...result, busy: await busy() }
}

function detailOf(turns: readonly Turn[]): string {
  const of = (key: keyof Turn) => median(turns.map((turn) => turn[key] ?? Number.NaN))
  const work = median(turns.map(({ busy = Number.NaN, rate }) => (busy * 1e6) / rate))
  return [
    `p50 ${of('p50').toFixed(2)} ms`,
    `p99 ${of('p99').toFixed(2)} ms`,
    `${count(of('answerBytes'))} bytes`,
    `server ${Math.round(of('busy') * 100)} %, ${work.toFixed(1)} µs of CPU each`,
    `client ${Math.round(of('ownBusy') * 100)} %`,
  ].join(', ')
}

/** The largest cache that a server takes, which is far more than the bodies of 100,000 people need. */
export const holdsAll = roomForBodiesMegabytes()

/** A Muster of its own process over an organisation. */
export type Muster = { child: Child; origin: string; port: number; world: World }

export async function startMuster(
  { placement, pool, atEnd }: Stage,
  world: World,
  { cacheMegabytes, core = 'server' }: { cacheMegabytes: number; core?: 'server' | 'rest' },
): Promise<Muster> {
  const { databaseUrl } = world
  const started = await startMusterServer(
    { databaseUrl, cacheMegabytes, poolSize: pool },
    { placement, core },
  )
  atEnd(() => started.child.stop())
  return { ...started, port: Number(new URL(started.origin).port), world }
}

type DescribeOptions = {
  name?: string
  paths?: readonly string[]
  coding?: string
  fromMemory: boolean
}

/**
 * Describes that Muster answers; `paths`, else everybody, are requested at random. Some answers are compared with
 * one read before.
 */
export async function describeSide(
  stage: Stage,
  muster: Muster,
  { name = 'describe', paths = muster.world.paths, coding, fromMemory }: DescribeOptions,
): Promise<Side> {
  const load = { port: muster.port, token: muster.world.token, paths, coding }
  const expected = await readSample(muster, paths, coding)
  return socketSide(stage, { name, pid: muster.child.pid, load, expected, fromMemory })
}

/** Bare node:http that sends the bytes and headers that this Muster sends for these paths; reading them warms Muster. */
export async function bareSide(
  stage: Stage,
  muster: Muster,
  paths: readonly string[] = muster.world.paths,
  coding?: string,
): Promise<Side> {
  const { token } = muster.world
  const child = onStage(stage, '../processes/bare-http.ts')
  say(`Reading what ${count(paths.length)} describes say …`)
  const original: Original = { origin: muster.origin, token, paths, coding }
  const port = await child.ask<number>('repeat', original)
  const expected = await readSample(muster, paths, coding)
  const load = { port, token, paths: paths.map(barePath), coding }
  return socketSide(stage, {
    name: 'bare node:http',
    pid: child.pid,
    load,
    expected,
    fromMemory: true,
  })
}

export type Statement = Pick<PgRound, 'text' | 'values' | 'idAt'>

/** A statement through `pg` in its own process, with as many connections and as much in flight as Muster has. */
export async function pgSide(
  stage: Stage,
  { databaseUrl, uuids }: World,
  { name, statement }: { name: string; statement: Statement },
): Promise<Side> {
  const child = onStage(stage, '../processes/pg-alone.ts')
  const options: PgOptions = { databaseUrl, poolSize: stage.pool, ids: uuids }
  await child.ask('connect', options)
  const round = { ...statement, concurrency: stage.connections, maximumRequests }
  return {
    name,
    pid: child.pid,
    run: async (seconds) => child.ask<LoadResult>('run', { ...round, seconds } satisfies PgRound),
  }
}

const maximumRequests = 5_000_000
const longestWarmUpSeconds = 1800
const sampleSize = 64

/** Content by index, as base64, of some paths that are spread over all. */
async function readSample(
  { origin, world }: Muster,
  paths: readonly string[],
  coding?: string,
): Promise<[number, string][]> {
  const step = Math.ceil(paths.length / sampleSize)
  const sample: [number, string][] = []
  for (let index = 0; index < paths.length; index += step) {
    const { body } = await readAnswer(origin + (paths[index] ?? ''), { token: world.token, coding })
    sample.push([index, body.toString('base64')])
  }
  return sample
}

/** `fromMemory`: PostgreSQL has no part in it, so that the load generator has its core to itself. */
type SocketOptions = Omit<Target, 'name'> & { name: string; pid: number; fromMemory: boolean }

/** A side that the load generator queries over a socket. */
async function socketSide(
  { generator, connections, placement }: Stage,
  { name, pid, load, expected, fromMemory }: SocketOptions,
): Promise<Side> {
  const target: Target = { name: `${name} ${load.port}`, load, expected }
  await generator.ask('prepare', target)
  const staysAwake = fromMemory && placement.isPinned
  const order = 'random'
  const round = { staysAwake, name: target.name, connections, maximumRequests, order } as const
  return {
    name,
    pid,
    run: async (seconds) => generator.ask<LoadResult>('run', { ...round, seconds } satisfies Round),
  }
}

/** Requests every person once, so that the cache holds them all. */
export async function warm(
  { generator, connections }: Stage,
  { world: { paths, token }, port }: Muster,
): Promise<void> {
  say(`Warming the cache with ${count(paths.length)} people …`)
  const load: HttpLoad = { port, token, paths }
  await generator.ask('prepare', { name: 'once', load, expected: [] } satisfies Target)
  await generator.ask('run', {
    name: 'once',
    connections,
    maximumRequests: paths.length,
    seconds: longestWarmUpSeconds,
    order: 'in turn',
    staysAwake: false,
  } satisfies Round)
}

/** A ratio of a Muster that answers from memory alone, or that checks first, is only valid while it does so. */
export async function requireAlone(muster: Muster, isAlone: boolean): Promise<void> {
  const is = await muster.child.ask<boolean>('isAlone')
  if (is !== isAlone)
    throw new Error(`Muster should ${isAlone ? '' : 'not '}be alone on its database, and is not so`)
}

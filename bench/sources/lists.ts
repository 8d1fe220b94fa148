import { say } from '../../src/cli/output/output.ts'
import { connectApi } from '../api.ts'
import { compared, count, median, type Findings, type Line } from '../figures.ts'
import { unpinned } from '../processes/placement.ts'
import { startMusterServer } from '../processes/start-muster.ts'
import type { SourcesOptions } from '../options.ts'
import { openWorld } from '../world/open-world.ts'
import { listCaller, type Caller } from './list-caller.ts'
import { listRequests, type ListRequest } from './list-requests.ts'

const growth = { atMost: 1.5 }
const byReader = { atMost: 1.1 }

/** An organisation that is served, with who asks it. */
type Served = { people: number; owner: Caller; reader: Caller; close(): Promise<void> }

/** Lists among several numbers of people, all served at the same time and asked in turns, by an owner and by a caller who may only read. */
export async function measureLists(options: SourcesOptions): Promise<Findings> {
  const served: Served[] = []
  try {
    for (const people of options.people) served.push(await serve(people, options))
    const [few, ...more] = served
    const most = served.at(-1)
    if (few === undefined || most === undefined) return { lines: [], notes: [] }
    const lines: Line[] = []
    for (const request of listRequests)
      lines.push(...(await compareRequest(request, { few, more, most }, options)))
    return { lines, notes: [noteOf(options)] }
  } finally {
    for (const each of served.reverse()) await each.close()
  }
}

async function serve(people: number, { fresh }: SourcesOptions): Promise<Served> {
  const world = await openWorld(unpinned, { people, fresh, kind: 'primary' })
  const { databaseUrl, token } = world
  // An export that its client ends early is an error in the log.
  const { child, origin } = await startMusterServer({ databaseUrl, logLevel: 'fatal' })
  const owner = listCaller(origin, token)
  const reader = listCaller(origin, await readersToken(origin, token))
  const close = async () => {
    await child.stop()
    await world.close()
  }
  return { people, owner, reader, close }
}

/** A token that may read everything but raw profiles, and change nothing. */
async function readersToken(origin: string, token: string): Promise<string> {
  const api = connectApi(origin, token)
  const asked = { name: 'bench', scopes: ['*.view'], expires_in_days: 1 }
  const { token: secret } = await api.call<{ token: string }>('POST', '/workspace/tokens', asked)
  api.close()
  return secret
}

type Sides = { few: Served; more: readonly Served[]; most: Served }

async function compareRequest(
  request: ListRequest,
  { few, more, most }: Sides,
  options: SourcesOptions,
): Promise<Line[]> {
  const { what, unit, hasMoreRows = false } = request
  const callers = [few.owner, ...more.map(({ owner }) => owner), most.reader]
  const turns = await takeTurns(request, callers, options)
  const shown = turns.map((turn) => turn.map((each) => each.toFixed(1)).join(' ')).join(' | ')
  say(`  ${what}: ${shown} ${unit}`)
  const pairs = (one: number, other: number) =>
    turns.map((turn) => [turn[one] ?? 0, turn[other] ?? 0] as const)
  return [
    ...more.flatMap(({ people }, at) =>
      compared({
        what,
        sides: [`${count(people)} people`, count(few.people)],
        unit,
        rounds: pairs(at + 1, 0),
        ...(!hasMoreRows && { budget: growth }),
      }),
    ),
    ...compared({
      what,
      sides: ['who may only read', 'an owner'],
      unit,
      rounds: pairs(callers.length - 1, callers.length - 2),
      budget: byReader,
    }),
  ]
}

/**
 * The median request of each caller in each round. They ask one after the other, so that what else runs slows all of them down.
 * Every round asks for the same, so that what is compared are pages in memory, and not what a disk takes for the first reading.
 */
async function takeTurns(
  { begin, isLong = false }: ListRequest,
  callers: readonly Caller[],
  { rounds, requests }: SourcesOptions,
): Promise<number[][]> {
  const turns: number[][] = []
  // The first turn prepares statements and reads pages of tables into memory.
  for (let round = 0; round <= rounds; round += 1) {
    const sides = callers.map(begin)
    const took = sides.map(() => [] as number[])
    for (let times = 0; times < (isLong ? 1 : requests); times += 1)
      for (const side of inOrder(sides.length, round + times)) {
        const send = sides[side]
        if (send !== undefined) took[side]?.push(await send())
      }
    if (round > 0) turns.push(took.map(median))
  }
  return turns
}

/** The numbers below `length`, every second time backwards, so that none always comes first. */
function inOrder(length: number, turn: number): number[] {
  const numbers = Array.from({ length }, (_, at) => at)
  return turn % 2 === 0 ? numbers : numbers.reverse()
}

function noteOf({ people, requests }: SourcesOptions): string {
  const sizes = people.map(count).join(', ')
  return `Among ${sizes} people. The median of ${requests} requests on one connection; lists are read page by page. An export reads at most 20,000 rows.`
}

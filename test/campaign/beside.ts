import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { after, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { policyServer } from '../../src/policy/rules/policy-for-tests.ts'
import { startServers, type ServerProcess } from '../server-process.ts'
import type { Attack, Order, Statuses } from './attacker.ts'
import type { LoopDelay } from './loop-delay.ts'
import { saidBy } from './pair.ts'
import { reportRounds, type Round, type Times } from './report-rounds.ts'
import { minutesVariable, rounds } from './rounds.ts'

/** Only a campaign asserts times. The suite, on a machine that does other work too, asserts counts only. */
export const isCampaign = process.env[minutesVariable] !== undefined
const millisecondsOfRound = isCampaign ? 15_000 : 1000
const attacksOfRound = isCampaign ? 1 : 20

/** The default, because the cost of requests is part of the measurement. */
const rateLimit = '100'
/** Keeps the owner below the rate limit. */
const pauseMilliseconds = 40

type Served = Pick<Awaited<ReturnType<typeof policyServer>>, 'url' | 'owner'>

/**
 * A server in a process of its own, beside whose owner attacks can be made. The one that filled the database is closed before:
 * a process that is alone answers from memory.
 */
export async function besideOwner(
  { url, owner }: Served,
  people: readonly string[],
  attacks: Record<string, Attack>,
) {
  const watching = new URL('./loop-delay.ts', import.meta.url).href
  const attacked = await startServers(url, rateLimit, {
    NODE_OPTIONS: `--import ${watching}`,
  }).start()
  const attackers = fork(fileURLToPath(new URL('./attacker.ts', import.meta.url)))
  after(() => attackers.disconnect())
  const tell = (order: Order) => attackers.send(order)
  tell({ attacks })

  const work = workOf({ origin: attacked.origin, token: owner.token, people })

  /** All the requests of an attack at the same time, each again and again. @returns how often each status came, by request */
  async function attack(end: number, name: string): Promise<Statuses> {
    const answer = once(attackers, 'message')
    tell({ end, origin: attacked.origin, name })
    const [statuses] = await answer
    return statuses
  }

  async function measured(
    name: string,
    during: (times: Times) => Promise<unknown>,
  ): Promise<Round> {
    await loopDelayOf(attacked)
    const times: Times = { describe: [], list: [], patch: [] }
    await during(times)
    return { name, times, loop: await loopDelayOf(attacked) }
  }

  /** Rounds without and with each attack; asserts that some of it is refused and, in a campaign, that the owner hardly notices. */
  return async (context: TestContext): Promise<Statuses[]> => {
    const done: Round[] = []
    const all: Statuses[] = []
    // One round after the other, so that other work of the machine slows down all of them.
    for (const _round of rounds(1)) {
      done.push(await measured('idle', (times) => work(Date.now() + millisecondsOfRound, times)))
      for (const name of Object.keys(attacks)) {
        const counts: Record<number, number>[] = []
        // A machine that does much else may take a while to send too many.
        for (let attempt = 0; attempt < attacksOfRound && !isSomeRefused(counts); attempt += 1) {
          const round = await measured(name, async (times) => {
            const end = Date.now() + millisecondsOfRound
            const [statuses] = await Promise.all([attack(end, name), work(end, times)])
            context.diagnostic(`${name}: ${JSON.stringify(statuses)}`)
            counts.push(...Object.values(statuses))
            all.push(statuses)
          })
          assert.ok(round.times.describe.length > 0 && round.times.patch.length > 0)
          done.push(round)
        }
        assert.ok(isSomeRefused(counts), `${name}: no request was refused`)
        assert.ok(counts.every((each) => Object.keys(each).every((status) => Number(status) < 500)))
      }
    }
    const misses = reportRounds(context, done)
    if (isCampaign) assert.deepEqual(misses, [])
    return all
  }
}

function isSomeRefused(counts: readonly Record<number, number>[]): boolean {
  return counts.some((each) => (each[429] ?? 0) > 0)
}

type Owner = { origin: string; token: string; people: readonly string[] }

/** Changes, describes and lists one person after the other, as the owner, until the time is up. */
function workOf({ origin, token, people }: Owner) {
  async function timed(into: number[], method: string, path: string, body?: unknown) {
    const begin = performance.now()
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    // The body is not parsed here: that would take the measuring process's time.
    await response.arrayBuffer()
    assert.equal(response.status, 200, `${method} ${path}`)
    into.push(performance.now() - begin)
  }
  return async (end: number, times: Times): Promise<void> => {
    for (let at = 0; Date.now() < end; at = (at + 1) % people.length) {
      const path = `/directory/users/${people[at]}`
      await timed(times.patch, 'PATCH', path, { metadata: { desk: String(Math.random()) } })
      await timed(times.describe, 'GET', path)
      await timed(times.list, 'GET', '/directory/users?page[size]=20')
      await sleep(pauseMilliseconds)
    }
  }
}

/** How late timers of the server fired since this was asked before. */
async function loopDelayOf(server: ServerProcess): Promise<LoopDelay> {
  return JSON.parse(await saidBy(server, 'loop-delay'))
}

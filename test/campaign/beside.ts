import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { after, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { policyServer } from '../../src/policy/rules/policy-for-tests.ts'
import { startServers } from '../server-process.ts'
import type { Attack, AttackRequest, Statuses } from './attacker.ts'
import { minutesVariable, rounds } from './rounds.ts'

/** Only a campaign asserts times. The suite, on a machine that does other work too, asserts counts only. */
export const isCampaign = process.env[minutesVariable] !== undefined
const millisecondsOfRound = isCampaign ? 15_000 : 1500
const attacksOfRound = isCampaign ? 1 : 20

/** The default, because the cost of requests is part of the measurement. */
const rateLimit = '100'
/** Keeps the owner below the rate limit. */
const pauseMilliseconds = 30

type Times = { describe: number[]; patch: number[] }
type Served = Pick<Awaited<ReturnType<typeof policyServer>>, 'url' | 'owner'>

/**
 * A server in a process of its own, beside whose owner an attack can be made. The one that filled the database is closed before:
 * a process that is alone answers from memory.
 */
export async function besideOwner({ url, owner }: Served, people: readonly string[]) {
  const attacked = await startServers(url, rateLimit).start()
  const attackers = fork(fileURLToPath(new URL('./attacker.ts', import.meta.url)))
  after(() => attackers.disconnect())

  async function timed(into: number[], method: string, path: string, body?: unknown) {
    const begin = performance.now()
    const response = await fetch(`${attacked.origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    // The body is not parsed here: that would take the measuring process's time.
    await response.arrayBuffer()
    assert.equal(response.status, 200, `${method} ${path}`)
    into.push(performance.now() - begin)
  }

  /** Changes and describes one person after the other, as the owner, until the time is up. */
  async function work(end: number, times: Times): Promise<void> {
    for (let at = 0; Date.now() < end; at = (at + 1) % people.length) {
      const path = `/directory/users/${people[at]}`
      await timed(times.patch, 'PATCH', path, { metadata: { desk: String(Math.random()) } })
      await timed(times.describe, 'GET', path)
      await sleep(pauseMilliseconds)
    }
  }

  /** All the attacker's requests at the same time, each again and again. @returns how often each status came, by request */
  async function attack(end: number, requests: Attack['requests']): Promise<Statuses> {
    const order: Attack = { end, origin: attacked.origin, requests }
    const answer = once(attackers, 'message')
    attackers.send(order)
    const [statuses] = await answer
    return statuses
  }

  /** Rounds without and with the attack; asserts that some of it is refused and, in a campaign, that the owner hardly notices. */
  return async (
    context: TestContext,
    requests: Record<string, AttackRequest>,
  ): Promise<Statuses[]> => {
    const [idle, busy]: [Times, Times] = [
      { describe: [], patch: [] },
      { describe: [], patch: [] },
    ]
    const all: Statuses[] = []
    // One round after the other, so that other work of the machine slows down both.
    for (const _round of rounds(1)) {
      await work(Date.now() + millisecondsOfRound, idle)
      const counts: Record<number, number>[] = []
      // A machine that does much else may take a while to send too many.
      for (let attempt = 0; attempt < attacksOfRound && !isSomeRefused(counts); attempt += 1) {
        const end = Date.now() + millisecondsOfRound
        const [statuses] = await Promise.all([attack(end, requests), work(end, busy)])
        context.diagnostic(JSON.stringify(statuses))
        counts.push(...Object.values(statuses))
        all.push(statuses)
      }
      assert.ok(isSomeRefused(counts), 'no request was refused')
      assert.ok(counts.every((each) => Object.keys(each).every((status) => Number(status) < 500)))
      assert.ok(busy.describe.length > 0 && busy.patch.length > 0)
    }
    report(context, idle, busy)
    return all
  }
}

function isSomeRefused(counts: readonly Record<number, number>[]): boolean {
  return counts.some((each) => (each[429] ?? 0) > 0)
}

function p99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? 0
}

function report(context: TestContext, idle: Times, busy: Times): void {
  const ratios = (['describe', 'patch'] as const).map((key) => {
    const [before, during] = [p99(idle[key]), p99(busy[key])]
    const ratio = during / before
    context.diagnostic(
      `${key}: p99 ${before.toFixed(1)} ms idle (of ${idle[key].length}), ${during.toFixed(1)} ms under attack (of ${busy[key].length}), ${ratio.toFixed(1)} ×`,
    )
    return ratio
  })
  if (isCampaign)
    assert.ok(
      ratios.every((ratio) => ratio <= 3),
      'more than 3 × idle',
    )
}

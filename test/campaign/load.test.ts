import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { onProfile, policyServer } from '../../src/policy/rules/policy-for-tests.ts'
import { makeCaller } from '../harness.ts'
import { startServers } from '../server-process.ts'
import type { Attack, Statuses } from './attacker.ts'
import { minutesVariable, rounds } from './rounds.ts'

/** Only a campaign asserts times. The suite, on a machine that does other work too, asserts counts only. */
const isCampaign = process.env[minutesVariable] !== undefined
const people = isCampaign ? 3000 : 600
const drafts = isCampaign ? 195 : 20
const millisecondsOfRound = isCampaign ? 15_000 : 1500
const attacksOfRound = isCampaign ? 1 : 20

/** The default, because the cost of requests is part of the measurement. */
const rateLimit = '100'
/** Keeps the owner below the rate limit. */
const pauseMilliseconds = 30

/** Fills the database, and is closed before the attack: a process that is alone answers from memory. */
const server = await policyServer(
  Array.from({ length: people }, (_, index) => ({
    email: `p${index}@x.example`,
    profile: { department: `D${index % 50}` },
  })),
)
const attacked = await startServers(server.url, rateLimit).start()
const [ruleset, other] = [await server.rulesetId('12'), await server.rulesetId('13')]
const attacker = await makeCaller(server, [
  'directory.user.view',
  'directory.identity.profile.view',
  'policy.rule.view',
])
for (const each of [ruleset, other])
  await server.expect(201, 'POST', `/policy/rulesets/${each}/admins`, {
    user_id: attacker.id,
    role: 'create',
  })

const explained = await server.personId('p0@x.example')

const draft = () => ({
  role: 'member',
  everyone_else: true,
  conditions: Array.from({ length: 50 }, (_, index) =>
    onProfile('department', `no ${index} ${Math.random()}`, 'not_equals'),
  ),
})

async function send(method: string, path: string, body?: unknown): Promise<number> {
  const response = await fetch(`${attacked.origin}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${server.owner.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  // The body is not parsed here: that would take the measuring process's time.
  await response.arrayBuffer()
  return response.status
}

async function expect(status: number, method: string, path: string, body?: unknown): Promise<void> {
  assert.equal(await send(method, path, body), status, `${method} ${path}`)
}

type Times = { describe: number[]; patch: number[] }

async function timed(into: number[], method: string, path: string, body?: unknown): Promise<void> {
  const begin = performance.now()
  await expect(200, method, path, body)
  into.push(performance.now() - begin)
}

const paths = await Promise.all(
  Array.from(
    { length: 100 },
    async (_, at) => `/directory/users/${await server.personId(`p${at}@x.example`)}`,
  ),
)

/** Changes and describes one person after the other, as the owner, until the time is up. */
async function work(end: number, times: Times): Promise<void> {
  for (let at = 0; Date.now() < end; at = (at + 1) % paths.length) {
    const path = paths[at] ?? ''
    await timed(times.patch, 'PATCH', path, { metadata: { desk: String(Math.random()) } })
    await timed(times.describe, 'GET', path)
    await sleep(pauseMilliseconds)
  }
}

const attackers = fork(fileURLToPath(new URL('./attacker.ts', import.meta.url)))
after(() => attackers.disconnect())

/** All the attacker's requests at the same time, each again and again. @returns how often each status came, by request */
async function attack(end: number): Promise<Statuses> {
  const { origin } = attacked
  const target = { ruleset, drafts: other, person: explained, draft: draft() }
  const order: Attack = { end, origin, token: attacker.token, ...target }
  const answer = once(attackers, 'message')
  attackers.send(order)
  const [statuses] = await answer
  return statuses
}

function isSomeRefused(counts: readonly Record<number, number>[]): boolean {
  return counts.some((each) => (each[429] ?? 0) > 0)
}

function p99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? 0
}

test('one caller with many expensive requests does not slow down the others', async (context) => {
  for (let count = 0; count < drafts; count += 1)
    await server.expect(201, 'POST', `/policy/rulesets/${ruleset}/rules`, draft())
  await server.app.close()
  const idle: Times = { describe: [], patch: [] }
  const busy: Times = { describe: [], patch: [] }
  // One round after the other, so that other work of the machine slows down both.
  for (const _round of rounds(1)) {
    await work(Date.now() + millisecondsOfRound, idle)
    const counts: Record<number, number>[] = []
    // A machine that does much else may take a while to send too many.
    for (let attempt = 0; attempt < attacksOfRound && !isSomeRefused(counts); attempt += 1) {
      const end = Date.now() + millisecondsOfRound
      const [statuses] = await Promise.all([attack(end), work(end, busy)])
      context.diagnostic(JSON.stringify(statuses))
      counts.push(...Object.values(statuses))
    }
    assert.ok(isSomeRefused(counts), 'no request was refused')
    assert.ok(counts.every((each) => Object.keys(each).every((status) => Number(status) < 500)))
    assert.ok(busy.describe.length > 0 && busy.patch.length > 0)
  }
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
})

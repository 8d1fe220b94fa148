import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onProfile, policyServer } from '../../src/policy/rules/policy-for-tests.ts'
import { makeCaller } from '../harness.ts'
import { minutesVariable, rounds } from './rounds.ts'

/** A campaign measures; in the suite, on a machine that does other work too, only what is counted is asserted. */
const isCampaign = process.env[minutesVariable] !== undefined
const people = isCampaign ? 3000 : 600
const drafts = isCampaign ? 195 : 20
const millisecondsOfRound = isCampaign ? 15_000 : 1500

const server = await policyServer(
  Array.from({ length: people }, (_, index) => ({
    email: `p${index}@x.example`,
    profile: { department: `D${index % 50}` },
  })),
)
const { expect } = server
const ruleset = await server.rulesetId('12')
const attacker = await makeCaller(server, [
  'directory.user.view',
  'directory.identity.profile.view',
  'policy.rule.view',
])
await expect(201, 'POST', `/policy/rulesets/${ruleset}/admins`, {
  user_id: attacker.id,
  role: 'create',
})

const draft = () => ({
  role: 'member',
  everyone_else: true,
  conditions: Array.from({ length: 50 }, (_, index) =>
    onProfile('department', `no ${index} ${Math.random()}`, 'not_equals'),
  ),
})

type Times = { describe: number[]; patch: number[] }

async function timed(into: number[], method: string, path: string, body?: unknown): Promise<void> {
  const begin = performance.now()
  await expect(200, method, path, body)
  into.push(performance.now() - begin)
}

/** Describes and changes one person after the other, as the owner, until the time is up. */
async function work(end: number): Promise<Times> {
  const times: Times = { describe: [], patch: [] }
  for (let at = 0; Date.now() < end; at = (at + 1) % people) {
    const path = `/directory/users/${await server.personId(`p${at}@x.example`)}`
    await timed(times.patch, 'PATCH', path, { metadata: { desk: String(Math.random()) } })
    await timed(times.describe, 'GET', path)
  }
  return times
}

/** Sends one request after the other, whatever the answers, until the time is up. @returns how often each status came */
async function attack(end: number, send: () => Promise<{ status: number }>) {
  const statuses = new Map<number, number>()
  while (Date.now() < end) {
    const { status } = await send()
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  return statuses
}

const asAttacker = (method: string, path: string, body?: unknown) => () =>
  server.call(method, path, { token: attacker.token, body })

function attacks(end: number) {
  const rules = `/policy/rulesets/${ruleset}/rules`
  const plan = { operations: [{ op: 'create_rule', ruleset_id: ruleset, ...draft() }] }
  const plans = asAttacker('POST', '/policy/plans', plan)
  return Promise.all(
    [
      asAttacker('GET', `/policy/rulesets/${ruleset}`),
      asAttacker('GET', `/policy/rulesets/${ruleset}/staged-users`),
      () => server.call('POST', rules, { token: attacker.token, body: draft() }),
      plans,
      plans,
      plans,
    ].map((send) => attack(end, send)),
  )
}

function p99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? 0
}

test('one caller who does all that costs much cannot stop the rest', async (context) => {
  for (let count = 0; count < drafts; count += 1)
    await expect(201, 'POST', `/policy/rulesets/${ruleset}/rules`, draft())
  for (const round of rounds(1)) {
    const idle = await work(Date.now() + millisecondsOfRound)
    const end = Date.now() + millisecondsOfRound
    const [busy, statuses] = await Promise.all([work(end), attacks(end)])
    const ratio = (key: keyof Times) => p99(busy[key]) / p99(idle[key])
    for (const key of ['describe', 'patch'] as const)
      context.diagnostic(
        `round ${round}: ${key} p99 ${p99(idle[key]).toFixed(1)} ms idle, ${p99(busy[key]).toFixed(1)} ms under attack (${ratio(key).toFixed(1)} ×), ${busy[key].length} of them`,
      )
    context.diagnostic(statuses.map((each) => JSON.stringify([...each])).join(' '))
    const refused = statuses.reduce((sum, each) => sum + (each.get(429) ?? 0), 0)
    assert.ok(refused > 0, 'no request was refused')
    assert.ok(statuses.every((each) => [...each.keys()].every((status) => status < 500)))
    assert.ok(busy.describe.length > 0 && busy.patch.length > 0)
    if (!isCampaign) continue
    assert.ok(ratio('describe') <= 3, `describe: ${ratio('describe')} × idle`)
    assert.ok(ratio('patch') <= 3, `patch: ${ratio('patch')} × idle`)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { settleDue } from '../../src/policy/manifests/settle.ts'
import { assertDerived } from '../assert-derived.ts'
import { makeOwner, testDatabase } from '../harness.ts'
import { startServers } from '../server-process.ts'
import { ManyChanges } from './many-changes.ts'
import type { Memory } from './memory.ts'
import { callerOf, Pair, quantile, saidBy } from './pair.ts'
import { isSoak, soakOptions } from './rounds.ts'

const { people, minutes } = soakOptions()
const end = () => begin + minutes * 60_000
const perImport = Math.max(20, people / 100)

const own = await testDatabase({ poolSize: 2 })
const { token } = await makeOwner(own)
const watching = new URL('./memory.ts', import.meta.url).href
const servers = startServers(own.url, 'off', {
  MUSTER_SECRET_KEY: Buffer.alloc(32, 3).toString('base64'),
  NODE_OPTIONS: `--import ${watching}`,
})

let begin = 0
let hasFailed = false
const pair = await Pair.start(servers)
/** The first process is never killed, so that its memory and times can be followed. */
const call = callerOf(token, () => pair.get(0))
const other = callerOf(token, () => pair.get(1))

type Sample = { at: number; milliseconds: number }
const describes: Sample[] = []
const counts = new Map<string, number>()
const refused = new Map<string, number>()
const count = (in_: Map<string, number>, what: string) => in_.set(what, (in_.get(what) ?? 0) + 1)

/** Does something again and again until the end. What a killed process did not answer is no failure, what a server refuses is. */
async function again(what: string, pause: number, act: (turn: number) => Promise<unknown>) {
  counts.set(what, 0)
  for (let turn = 0; Date.now() < end() && !hasFailed; turn += 1) {
    try {
      await act(turn)
      count(counts, what)
    } catch (error) {
      hasFailed ||= !(error instanceof TypeError && error.message === 'fetch failed')
      if (hasFailed) throw error
      count(refused, what)
    }
    await sleep(pause)
  }
}

type Sent = Parameters<typeof call>

async function ok(on: typeof call, ...sent: Sent) {
  const answer = await on(...sent)
  assert.ok(answer.status < 300, `${sent[0]} ${sent[1]}: ${answer.status} ${answer.text}`)
  return answer.body
}

/** A source that an identity provider pushes to, and what it sends. */
async function pushing() {
  const body = { handle: 'idp', vendor: 'idp', type: 'scim', is_primary: false }
  const made = await ok(call, 'POST', '/workspace/integrations', body)
  const secrets = `/workspace/integrations/${made.id}/scim-secrets`
  const { secret } = await ok(call, 'POST', secrets, { name: 'soak' })
  const { pathname } = new URL(made.scim_url)
  return async (turn: number) => {
    const response = await fetch(`${pair.get(1).origin}${pathname}/Users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: `pushed-${turn}`,
        emails: [{ value: `pushed-${turn}@acme.example`, primary: true }],
        active: turn % 3 !== 0,
      }),
    })
    const text = await response.text()
    // A push that was made before its process was killed is there already.
    assert.ok([201, 409].includes(response.status), `${response.status} ${text}`)
  }
}

/** The p99 of a quarter of the time, 0 for the first. */
function p99Of(quarter: number): number {
  const part = (minutes * 60_000) / 4
  const from = begin + quarter * part
  const inside = describes.filter(({ at }) => at >= from && at < from + part)
  return quantile(
    inside.map(({ milliseconds }) => milliseconds),
    0.99,
  )
}

test('an hour of everything at once leaves what is derived right, memory as it was, and answers as quick', async (t) => {
  const made = await ManyChanges.begin({ call, people, perImport })
  const push = await pushing()
  const somebody = (turn: number) => `/directory/users/${made.ids[turn % made.ids.length]}`
  const memory: Memory[] = []
  begin = Date.now()
  const describe = async (turn: number) => {
    const at = Date.now()
    const started = performance.now()
    await ok(call, 'GET', somebody(turn))
    describes.push({ at, milliseconds: performance.now() - started })
  }
  await Promise.all([
    again('describes', 10, describe),
    again('describes of the other', 20, (turn) => ok(other, 'GET', somebody(turn))),
    again('lists', 100, (turn) =>
      ok(
        turn % 2 === 0 ? call : other,
        'GET',
        '/directory/users?page[size]=50&include=policy-users',
      ),
    ),
    again('events', 500, () => ok(other, 'GET', '/events?page[size]=500')),
    again('writes', 50, (turn) =>
      ok(other, 'PATCH', somebody(turn * 7), { metadata: { desk: String(turn) } }),
    ),
    again('pushes', 100, push),
    again('imports', 2000, () => made.import()),
    again('changes of policy by plans', 5000, () => made.turn()),
    again('kills', 0, async () => {
      await sleep(Math.max(10_000, (minutes * 60_000) / 20))
      await pair.kill(1)
    }),
    again('looks at the memory', (minutes * 60_000) / 20, async () =>
      memory.push(JSON.parse(await saidBy(pair.get(0), 'memory'))),
    ),
  ])
  await settleDue(own.database)
  await assertDerived(own.database)
  report(t, memory)
})

const mean = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0) / all.length
const told = (all: ReadonlyMap<string, number>) =>
  [...all].map(([what, times]) => `${times} ${what}`).join(', ')

function report(t: { diagnostic: (text: string) => void }, memory: readonly Memory[]): void {
  const quarters = [0, 1, 2, 3].map(p99Of)
  const ratio = (quarters[3] ?? 0) / (quarters[0] ?? 0)
  // The first tenth fills caches.
  const heaps = memory.map(({ heap }) => heap).slice(Math.ceil(memory.length / 10))
  const half = Math.floor(heaps.length / 2)
  const growth = mean(heaps.slice(half)) / mean(heaps.slice(0, half))
  t.diagnostic(`${people} people, ${minutes} minutes, ${pair.kills} kills: ${told(counts)}`)
  t.diagnostic(`without an answer, because the process was killed: ${told(refused) || 'none'}`)
  t.diagnostic(
    `p99 of a describe by quarter: ${quarters.map((each) => each.toFixed(1)).join(', ')} ms`,
  )
  t.diagnostic(
    `after collections, MB: heap ${heaps.map((each) => each.toFixed(0)).join(' ')}; RSS ${memory.map(({ rss }) => rss.toFixed(0)).join(' ')}`,
  )
  assert.equal(refused.get('describes'), undefined, 'the process that stays answers everything')
  for (const [what, times] of counts) assert.ok(times > 0, `${what}: none was answered`)
  assert.ok(pair.kills > 0)
  if (!isSoak) return
  assert.ok(ratio <= 1.2, `the last quarter takes ${ratio.toFixed(2)} times as long as the first`)
  assert.ok(growth <= 1.1, `the second half has ${growth.toFixed(2)} times the heap of the first`)
}

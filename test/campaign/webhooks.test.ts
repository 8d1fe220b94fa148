import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { makeOwner, testDatabase } from '../harness.ts'
import { startReceiver, type TestReceiver } from '../receiver.ts'
import { startServers } from '../server-process.ts'
import { until } from '../until.ts'
import type { DescribeOrder } from './describer.ts'
import type { LoopDelay } from './loop-delay.ts'
import { ManyChanges } from './many-changes.ts'
import { callerOf, Pair, quantile, saidBy } from './pair.ts'
import { startHostile } from './hostile-receivers.ts'
import { changesOfCampaign, minutesVariable } from './rounds.ts'

const isCampaign = process.env[minutesVariable] !== undefined
const changes = isCampaign ? changesOfCampaign() : 360
const people = Math.min(2000, changes / 10)

const own = await testDatabase({ poolSize: 2 })
const { token } = await makeOwner(own)
const servers = startServers(own.url, 'off', {
  MUSTER_WEBHOOK_HOSTS: '127.0.0.1',
  MUSTER_SECRET_KEY: Buffer.alloc(32, 3).toString('base64'),
  NODE_OPTIONS: `--import ${new URL('./loop-delay.ts', import.meta.url).href}`,
})

/** One process is killed and replaced, in turn. The other one is asked, describes and sends. */
const pair = await Pair.start(servers)
let turn = 0
const staying = () => pair.get(turn % 2 === 0 ? 1 : 0)
const call = callerOf(token, staying)

async function killOne(): Promise<void> {
  await pair.kill(turn % 2 === 0 ? 0 : 1)
  turn += 1
}

const describer = fork(fileURLToPath(new URL('./describer.ts', import.meta.url)))
after(() => describer.disconnect())
const tell = (order: DescribeOrder) => describer.send(order)

/** What the honest receiver accepted, in the order of arrival, without the bodies. */
type Arrived = { id: string; subject: string; sequence: number }

function drain(receiver: TestReceiver, into: Arrived[]): void {
  receiver.received.length = 0
  for (const { id, subject, sequence } of receiver.accepted.splice(0))
    into.push({ id, subject, sequence })
}

async function requireAll(honest: TestReceiver, since: number): Promise<string> {
  const log = await own.query<{ id: string }>(
    `select encode_id('audlg', id) as id from audit_log where is_event(event) and sequence > $1`,
    [since],
  )
  const arrived: Arrived[] = []
  const seen = new Set<string>()
  for (let before = -1; seen.size < log.length && seen.size > before;) {
    before = seen.size
    await until(() => {
      drain(honest, arrived)
      for (const { id } of arrived.slice(seen.size)) seen.add(id)
      return seen.size >= log.length || seen.size > before + 1000
    }, `${log.length} events, of which ${before} came,`)
  }
  assert.deepEqual([...seen].toSorted(), log.map(({ id }) => id).toSorted(), 'none is lost')
  const last = new Map<string, number>()
  const twice = arrived.length - seen.size
  for (const { id, subject, sequence } of arrived) {
    if (!seen.delete(id)) continue
    const expected = (last.get(subject) ?? sequence - 1) + 1
    assert.equal(sequence, expected, `${subject}: without a gap, in order`)
    last.set(subject, sequence)
  }
  assert.equal(honest.unsigned, 0)
  return `${log.length} events, ${twice} of them twice`
}

test('beside hostile receivers and processes that are killed, each event arrives at least once, in the order of its person', async (t) => {
  const made = await ManyChanges.begin({ call, people })
  const honest = await startReceiver()
  const { receivers, met, followed } = await startHostile()
  const [since = { at: 0 }] = await own.query<{ at: number }>(
    'select max(sequence)::float8 as at from audit_log',
  )
  // The webhooks begin at their instant.
  await sleep(1000)
  const webhooks: string[] = []
  for (const [name, receiver] of Object.entries({ honest, ...receivers })) {
    const answer = await call('POST', '/workspace/webhooks', { name, url: receiver.url })
    assert.equal(answer.status, 201, answer.text)
    receiver.secret = answer.body.secret
    webhooks.push(answer.body.id)
  }
  const all = async (verb: 'pause' | 'resume') => {
    for (const id of webhooks) {
      await call('POST', `/workspace/webhooks/${id}/${verb}`)
      const { body } = await call('GET', `/workspace/webhooks/${id}`)
      assert.equal(body.state, verb === 'pause' ? 'paused' : 'active')
    }
  }
  // The same changes and kills in turn without webhooks and with them, which then also get what was changed meanwhile.
  const taken = { without: [] as number[], with: [] as number[] }
  const own99 = { without: [] as number[], with: [] as number[] }
  const cpu = { without: [] as number[], with: [] as number[] }
  let done = 0
  for (let round = 0; done < changes; round += 1) {
    // Not in turn: each process is killed, and the rule begins, as often without webhooks as with them.
    const kind = [0, 3].includes(round % 4) ? 'without' : 'with'
    await all(kind === 'without' ? 'pause' : 'resume')
    const describe = () => tell({ origin: staying().origin, token, ids: made.ids })
    describe()
    // The one that is asked stays until the other one is there again.
    const killing = killOne().then(describe)
    try {
      const [changed] = await Promise.all([made.change(2), killing])
      done += changed
    } finally {
      const answer = once(describer, 'message')
      tell('over')
      taken[kind].push(...(await answer)[0])
    }
    const loop: LoopDelay = JSON.parse(await saidBy(staying(), 'loop-delay'))
    own99[kind].push(loop.own.p99)
    cpu[kind].push(loop.cpu / 1000)
    if (isCampaign) process.stderr.write(`${done} changes, ${kind} webhooks\n`)
  }
  await all('resume')
  const arrived = await requireAll(honest, since.at)
  assert.equal(followed(), 0, 'nobody follows a redirect')
  for (const [name, count] of Object.entries(met())) assert.ok(count > 0, `${name} got nothing`)
  assert.ok(pair.kills > 0)
  for (const [kind, list] of Object.entries(taken))
    assert.ok(list.length > 0, `nobody was described ${kind} webhooks`)
  const p99 = { without: quantile(taken.without, 0.99), with: quantile(taken.with, 0.99) }
  const ratio = p99.with / p99.without
  const times = Object.entries(taken).map(
    ([kind, list]) =>
      `${kind} webhooks p50 ${quantile(list, 0.5).toFixed(1)}, p99 ${quantile(list, 0.99).toFixed(1)} ms (${list.length})`,
  )
  // A machine that does much else lengthens a wait, but not what the thread itself runs.
  for (const kind of ['without', 'with'] as const)
    t.diagnostic(
      `${kind} webhooks, of the process that is described, since its start: p99 of the thread's own part ${own99[kind].map((each) => each.toFixed(1)).join(', ')} ms; processor time ${cpu[kind].map((each) => each.toFixed(1)).join(', ')} s`,
    )
  t.diagnostic(
    `${done} changes, ${arrived}; ${pair.kills} processes killed; describe ${times.join(', ')}: ${ratio.toFixed(2)} times`,
  )
  if (isCampaign) assert.ok(ratio <= 1.1, 'the p99 of a describe beside webhooks')
})

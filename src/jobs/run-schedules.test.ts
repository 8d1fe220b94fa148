import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { testDatabase } from '../../test/harness.ts'
import { startLoops } from './loops.ts'
import { scheduleLoop, type Schedule } from './run-schedules.ts'
import type { WorkLease } from './work-lease.ts'

const { database, query } = await testDatabase()
const log = pino({ level: 'silent' })
afterEach(() => query('delete from schedule'))

const never = new AbortController().signal
const dueNow = () => query(`update schedule set due_at = now() - interval '1 second'`)
const loopOf = (run: Schedule['run']) =>
  scheduleLoop({
    database,
    log,
    schedules: [{ name: 'prune', everySeconds: 3600, run }],
    pollMilliseconds: 5,
  })

test('work is first due after its time, then once each time', async () => {
  let runs = 0
  const loop = loopOf(async () => (runs += 1))
  await loop.run(never)
  await loop.run(never)
  assert.equal(runs, 0)
  for (const times of [1, 2]) {
    await dueNow()
    await loop.run(never)
    await loop.run(never)
    assert.equal(runs, times)
  }
})

test('two processes run what is due once', async () => {
  let runs = 0
  const run = async () => {
    await sleep(5)
    runs += 1
  }
  await loopOf(run).run(never)
  await dueNow()
  await Promise.all([1, 2, 3].map(() => loopOf(run).run(never)))
  assert.equal(runs, 1)
})

test('work that fails is due again after its time, and others are run', async () => {
  let runs = 0
  const schedules = [
    { name: 'a', everySeconds: 3600, run: () => Promise.reject(new Error('no')) },
    { name: 'b', everySeconds: 3600, run: async () => (runs += 1) },
  ]
  const loop = scheduleLoop({ database, log, schedules })
  await loop.run(never)
  await dueNow()
  await loop.run(never)
  assert.equal(runs, 1)
  assert.deepEqual(await query('select from schedule where due_at < now()'), [])
})

test('work that loses its lease stays due, and others are run', async () => {
  let runs = 0
  const loseLease = async ({ signal }: WorkLease) => {
    await query('delete from work_lease')
    while (!signal.aborted) await sleep(20)
  }
  const schedules = [
    { name: 'a', everySeconds: 3600, run: loseLease },
    { name: 'b', everySeconds: 3600, run: async () => (runs += 1) },
  ]
  const loop = scheduleLoop({ database, log, schedules, renewMilliseconds: 100 })
  await loop.run(never)
  await dueNow()
  await loop.run(never)
  assert.equal(runs, 1)
  assert.deepEqual(await query('select name from schedule where due_at < now()'), [{ name: 'a' }])
})

test('work that the end of the process cuts short is left to the next one', async () => {
  const marks: string[] = []
  await loopOf(async () => undefined).run(never)
  await dueNow()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const first = startLoops(
    [
      loopOf(async ({ signal }) => {
        marks.push('began')
        begin()
        while (!signal.aborted) await sleep(5)
      }),
    ],
    log,
  )
  const awake = setInterval(() => undefined, 1000)
  await begun
  await first.close()
  clearInterval(awake)
  await loopOf(async () => marks.push('done')).run(never)
  assert.deepEqual(marks, ['began', 'done'])
})

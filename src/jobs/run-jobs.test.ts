import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { testDatabase } from '../../test/harness.ts'
import { until } from '../../test/until.ts'
import { makeDirectoryUser } from '../../test/people.ts'
import { record } from '../audit/record.ts'
import type { Transaction } from '../database/database.ts'
import { lockPolicy } from '../database/policy-lock.ts'
import { enqueue } from './enqueue.ts'
import { startLoops } from './loops.ts'
import { JobAbandoned, jobLoop, type Task } from './run-jobs.ts'

const world = await testDatabase({ writesBeside: true })
const { database, query, url } = world
const log = pino({ level: 'silent' })

/** Work that leaves a mark, unless it throws. */
function task(work: Task['run'], marks: string[]): Task {
  return {
    run: work,
    isFinal: (error) => error instanceof TypeError,
    failed: async (_tx, subjectId, error) =>
      void marks.push(`${error instanceof JobAbandoned ? 'crashed' : 'failed'} ${subjectId}`),
  }
}

const put = (subjectId: string) =>
  database.transaction(({ tx }) => enqueue(tx, { task: 'work', subjectId }))
const jobs = () => query<{ attempts: number }>('select attempts from job')

test('each job is done once, by whichever process takes it', async () => {
  const marks: string[] = []
  const work = task(async (_context, subjectId) => {
    await sleep(5)
    marks.push(subjectId)
  }, marks)
  const subjects = Array.from({ length: 10 }, () => randomUUID())
  for (const subject of subjects) await put(subject)
  await put(subjects[0] ?? '')
  const runners = [1, 2].map(() =>
    startLoops([jobLoop({ database, log, tasks: { work }, pollMilliseconds: 5 })], log),
  )
  await until(async () => (await jobs()).length === 0)
  for (const runner of runners) await runner.close()
  assert.deepEqual(marks.toSorted(), subjects.toSorted())
})

test('a failure that stays is final; another is tried again, and given up in the end', async () => {
  const marks: string[] = []
  const [final, other] = [randomUUID(), randomUUID()]
  const work = task(async (_context, subjectId) => {
    marks.push(`tried ${subjectId}`)
    throw subjectId === final ? new TypeError('no') : new Error('not now')
  }, marks)
  await put(final)
  await put(other)
  const runner = startLoops([jobLoop({ database, log, tasks: { work }, pollMilliseconds: 5 })], log)
  await until(async () => {
    await query('update job set run_at = now() where run_at > now()')
    return (await jobs()).length === 0
  })
  await runner.close()
  const of = (subject: string) => marks.filter((mark) => mark.endsWith(subject)).length
  assert.deepEqual([of(final), of(other)], [2, 4])
})

const look = (tx: Transaction) => sql`select`.execute(tx)

test('work stands aside when the process ends, and is left to the next one', async () => {
  const marks: string[] = []
  const subject = randomUUID()
  await put(subject)
  const long = task(async ({ tx }) => {
    marks.push('began')
    for (;;) await look(tx)
  }, marks)
  const first = startLoops(
    [jobLoop({ database, log, tasks: { work: long }, pollMilliseconds: 5 })],
    log,
  )
  await until(() => marks.length > 0)
  await first.close()
  assert.deepEqual(await jobs(), [{ attempts: 0 }])
  const done = task(async () => void marks.push('done'), marks)
  const second = startLoops(
    [jobLoop({ database, log, tasks: { work: done }, pollMilliseconds: 5 })],
    log,
  )
  await until(async () => (await jobs()).length === 0)
  await second.close()
  assert.deepEqual(marks, ['began', 'done'])
})

test('neither waiting for a lock nor a process that ends meanwhile uses up the tries', async () => {
  const marks: string[] = []
  await put(randomUUID())
  const waiting = task(async ({ tx }) => {
    marks.push('began')
    await lockPolicy(tx, 'exclusive')
    marks.push('done')
  }, marks)
  const began = (times: number) => until(() => marks.length >= times)
  const impatient = { database, log, pollMilliseconds: 5, lockTimeoutMilliseconds: 100 }
  await database.transaction(async ({ tx }) => {
    await lockPolicy(tx, 'exclusive')
    for (const restart of [1, 2, 3, 4]) {
      const runner = startLoops([jobLoop({ ...impatient, tasks: { work: waiting } })], log)
      await began(restart)
      await runner.close()
      assert.deepEqual(await jobs(), [{ attempts: 0 }])
    }
  })
  const last = startLoops(
    [jobLoop({ database, log, tasks: { work: waiting }, pollMilliseconds: 5 })],
    log,
  )
  await until(async () => (await jobs()).length === 0)
  await last.close()
  assert.equal(marks.filter((mark) => mark === 'done').length, 1)
})

test('work that is done waits for what others hold as they finish', async () => {
  const marks: string[] = []
  const person = await makeDirectoryUser(world)
  const about = { kind: 'directoryUser', id: person.uuid } as const
  const tell = (tx: Transaction) =>
    record(tx, { type: 'system', id: null, via: 'sync', requestId: null }, [
      { event: 'directory.user.change', record: about },
    ])
  const work = task(async ({ tx }) => {
    await tell(tx)
    marks.push('done')
  }, marks)
  await put(randomUUID())
  const impatient = { database, log, pollMilliseconds: 5, lockTimeoutMilliseconds: 50 }
  const runner = await database.transaction(async ({ tx }) => {
    await tell(tx)
    await sql`select finish_change()`.execute(tx)
    const started = startLoops([jobLoop({ ...impatient, tasks: { work } })], log)
    await until(() => marks.length > 0)
    await sleep(300)
    return started
  })
  await until(async () => (await jobs()).length === 0)
  await runner.close()
  assert.deepEqual(marks, ['done'], 'it was done once')
})

/** Runs a process that takes one job and is killed while it does it. @returns what it printed */
function crash(): Promise<string> {
  const program = join(import.meta.dirname, 'run-jobs.crash.ts')
  return new Promise((resolve) => {
    execFile(process.execPath, [program, url], { timeout: 900_000 }, (_error, out) => resolve(out))
  })
}

test('a job that brings its process down is given up after three processes, and said to be', async () => {
  const marks: string[] = []
  const subject = randomUUID()
  await put(subject)
  for (const attempts of [1, 2, 3]) {
    assert.equal(await crash(), `began ${subject}\n`)
    assert.deepEqual(await jobs(), [{ attempts }], 'counted, and nothing else is kept')
    await query('update job set run_at = now()')
  }
  const work = task(async () => void marks.push('done'), marks)
  const runner = startLoops([jobLoop({ database, log, tasks: { work }, pollMilliseconds: 5 })], log)
  await until(async () => (await jobs()).length === 0)
  await runner.close()
  assert.deepEqual(marks, [`crashed ${subject}`])
})

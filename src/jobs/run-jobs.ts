import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Transaction, TransactionContext } from '../database/database.ts'

/** One kind of work, about one record (a uuid). */
export type Task = {
  /** Does the work in the transaction that takes the job. Throws StandAside when `signal` says that the process ends. */
  run(context: TransactionContext, subjectId: string, signal: AbortSignal): Promise<void>
  /** True for an error that the next try would meet again. */
  isFinal(error: unknown): boolean
  /** Writes down, in a transaction of its own, that it was given up. What `run` wrote is undone. */
  failed(tx: Transaction, subjectId: string, error: unknown): Promise<void>
}

/** Thrown by work that is left to the next process. */
export class StandAside extends Error {}

export type Jobs = { close(): Promise<void> }
export type JobsOptions = {
  database: Database
  tasks: Readonly<Record<string, Task>>
  log: FastifyBaseLogger
  pollMilliseconds?: number
}

const maximumAttempts = 3
const retrySeconds = 5

/**
 * Does the jobs of the database, one at a time, until it is closed. Several processes may: a job is locked in the
 * transaction of its own work, so that each is done once, and one whose process is killed is free at once. Closing
 * waits for the job at hand, which may stand aside.
 */
export function startJobs(options: JobsOptions): Jobs {
  const { log, pollMilliseconds = 1000 } = options
  const ending = new AbortController()
  const running = (async () => {
    while (!ending.signal.aborted) {
      const isDone = await takeJob(options, ending.signal).catch((error: unknown) => {
        if (!(error instanceof StandAside)) log.warn({ err: error }, 'a job could not be done')
        return false
      })
      if (!isDone) await pause(pollMilliseconds, ending.signal)
    }
  })()
  return {
    close: () => {
      ending.abort()
      return running
    },
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { ref: false, signal }).catch(() => undefined)
}

type Job = { id: string; task: string; subject_id: string; attempts: number }

/** Takes one job, if there is one that nobody holds. @returns whether it was done, or given up */
async function takeJob(
  { database, tasks, log }: JobsOptions,
  signal: AbortSignal,
): Promise<boolean> {
  // A write, even of no row, would make the process forget whom it knows: mostly there is nothing to do.
  if (!(await isAnyDue(database))) return false
  let taken: Job | undefined
  try {
    return await database.transaction(async (context) => {
      taken = await lockJob(context, Object.keys(tasks))
      if (taken === undefined) return false
      await tasks[taken.task]?.run(context, taken.subject_id, signal)
      await context.tx.deleteFrom('job').where('id', '=', taken.id).execute()
      return true
    })
  } catch (error) {
    const task = taken && tasks[taken.task]
    if (taken === undefined || task === undefined || error instanceof StandAside) throw error
    log.warn({ err: error, task: taken.task, subject: taken.subject_id }, 'a job failed')
    await giveUpOrRetry(database, taken, task, error)
    return true
  }
}

async function isAnyDue({ read, now }: Database): Promise<boolean> {
  const { rows } = await sql`select from job where run_at <= ${now()} limit 1`.execute(read)
  return rows.length > 0
}

async function lockJob(
  { tx, now }: TransactionContext,
  tasks: readonly string[],
): Promise<Job | undefined> {
  const { rows } = await sql<Job>`
    select id, task, subject_id, attempts from job where run_at <= ${now} and task = any (${tasks})
    order by id limit 1 for update skip locked`.execute(tx)
  return rows[0]
}

async function giveUpOrRetry(
  database: Database,
  job: Job,
  task: Task,
  error: unknown,
): Promise<void> {
  const isLast = job.attempts + 1 >= maximumAttempts
  await database.transaction(async ({ tx, now }) => {
    if (isLast || task.isFinal(error)) {
      // Another process may have done it meanwhile.
      const { numDeletedRows } = await tx
        .deleteFrom('job')
        .where('id', '=', job.id)
        .executeTakeFirstOrThrow()
      if (numDeletedRows > 0n) await task.failed(tx, job.subject_id, error)
      return
    }
    await sql`
      update job set attempts = attempts + 1,
        run_at = ${now}::timestamptz + (attempts + 1) * ${retrySeconds} * interval '1 second'
      where id = ${job.id}`.execute(tx)
  })
}

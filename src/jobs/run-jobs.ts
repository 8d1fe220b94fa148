import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Transaction, TransactionContext } from '../database/database.ts'
import { failureOf } from '../database/failure.ts'
import { traced } from '../tracing/trace.ts'
import type { Loop } from './loops.ts'

/** One kind of work, about one record (a uuid). */
export type Task = {
  /** Does the work in the transaction that takes the job, whose next statement throws when the process ends. */
  run(context: TransactionContext, subjectId: string): Promise<void>
  /** True for an error that the next try would meet again. */
  isFinal(error: unknown): boolean
  /** Writes down, in a transaction of its own, that it was given up. What `run` wrote is rolled back. */
  failed(tx: Transaction, subjectId: string, error: unknown): Promise<void>
}

/** The process ends: the work is left to the next one. */
class ShuttingDown extends Error {}

/** Why a job is given up that was begun as often as may be, and whose process ended each time. */
export class JobAbandoned extends Error {
  constructor(attempts: number) {
    super(`It was begun ${attempts} times, and each time the process ended before it was done.`)
  }
}

export type JobsOptions = {
  database: Database
  tasks: Readonly<Record<string, Task>>
  log: FastifyBaseLogger
  pollMilliseconds?: number
  /** How long a job waits for one lock, and so how long it may not hear that its process ends. */
  lockTimeoutMilliseconds?: number
}

const maximumAttempts = 3
const retrySeconds = 5

/**
 * Runs the jobs of the database, one at a time. Several processes may: a job is locked in the
 * transaction of its own work, so that each is done once, and a job whose process is killed is taken up again. Its
 * start is counted beforehand, so that a job that crashes its process is given up too. Lock timeouts and the end of
 * the process are not counted: a long import or restarts don't use up its tries.
 */
export function jobLoop(options: JobsOptions): Loop {
  return {
    failure: 'a job could not be done',
    pauseMilliseconds: options.pollMilliseconds ?? 1000,
    run: (signal) => takeJob(options, signal),
  }
}

type Job = { id: string; task: string; subject_id: string; attempts: number }

/** Takes one job that no other process holds, if there is one. @returns whether it was done, or has failed */
async function takeJob(options: JobsOptions, signal: AbortSignal): Promise<boolean> {
  const { database, tasks, log, lockTimeoutMilliseconds = 5000 } = options
  // A write, even of no row, would evict this process's cached callers, and mostly there is nothing to do.
  if (!(await isAnyDue(database))) return false
  const job = await database.transaction((context) => beginJob(context, tasks))
  if (job === undefined) return false
  const task = tasks[job.task]
  if (task === undefined) return false
  try {
    if (job.attempts > maximumAttempts) throw new JobAbandoned(maximumAttempts)
    await traced(`job ${job.task}`, {}, () =>
      database.transaction(({ tx, now }) => doJob({ tx: abortable(tx, signal), now }, job, task), {
        lockTimeoutMilliseconds,
      }),
    )
  } catch (error) {
    if (error instanceof ShuttingDown || isPassing(error)) {
      log.debug({ task: job.task, subject: job.subject_id }, 'a job waits for its turn')
      await database.transaction(({ tx }) => handBack(tx, job))
      return false
    }
    log.warn({ err: error, task: job.task, subject: job.subject_id }, 'a job failed')
    await giveUpOrRetry(database, job, { task, error })
  }
  return true
}

/** Temporary failures that the job did not cause: a lock that others hold, a full disk. */
function isPassing(error: unknown): boolean {
  const failure = failureOf(error)
  return failure !== undefined && failure !== 'outcome unknown' && failure !== 'unreachable'
}

async function isAnyDue({ read, now }: Database): Promise<boolean> {
  const { rows } = await sql`select from job where run_at <= ${now()} limit 1`.execute(read)
  return rows.length > 0
}

/**
 * Counts the start of a job and hides it from other processes for a moment: enough time to lock it in the
 * transaction of its work. It is also the delay before a retry if that transaction ends with its process.
 */
async function beginJob(
  { tx, now }: TransactionContext,
  tasks: JobsOptions['tasks'],
): Promise<Job | undefined> {
  const { rows } = await sql<Job>`
    update job set attempts = attempts + 1,
      run_at = ${now}::timestamptz + (attempts + 1) * ${retrySeconds} * interval '1 second'
    where id = (select id from job where run_at <= ${now} and task = any (${Object.keys(tasks)})
      order by id limit 1 for update skip locked)
    returning id, task, subject_id, attempts`.execute(tx)
  return rows[0]
}

/** The same transaction, in which no statement begins once the process ends. */
function abortable(tx: Transaction, signal: AbortSignal): Transaction {
  return tx.withPlugin({
    transformQuery: ({ node }) => {
      if (signal.aborted) throw new ShuttingDown('the process ends')
      return node
    },
    transformResult: async ({ result }) => result,
  })
}

async function doJob(context: TransactionContext, job: Job, task: Task): Promise<void> {
  const { tx } = context
  const { id, attempts, subject_id } = job
  const { rows } = await sql`
    select from job where id = ${id} and attempts = ${attempts} for update skip locked`.execute(tx)
  // If another process has begun the job meanwhile, it is left to that process.
  if (rows.length === 0) return
  await task.run(context, subject_id)
  // What is done is not given up for a lock that others hold as they finish.
  await sql`select set_config('lock_timeout', '0', true)`.execute(tx)
  await tx.deleteFrom('job').where('id', '=', id).execute()
}

/** Takes back that it was begun: the next process may at once. One that has begun it meanwhile is not waited for. */
async function handBack(tx: Transaction, { id, attempts }: Job): Promise<void> {
  await sql`
    update job set attempts = attempts - 1, run_at = current_instant()
    where id = (select id from job where id = ${id} and attempts = ${attempts} for update skip locked)`.execute(
    tx,
  )
}

/** A job that failed waits for its next try as {@link beginJob} has set it. */
async function giveUpOrRetry(
  database: Database,
  job: Job,
  { task, error }: { task: Task; error: unknown },
): Promise<void> {
  if (job.attempts < maximumAttempts && !task.isFinal(error)) return
  await database.transaction(async ({ tx }) => {
    // Another process may have done it meanwhile.
    const { numDeletedRows } = await tx
      .deleteFrom('job')
      .where('id', '=', job.id)
      .where('attempts', '=', job.attempts)
      .executeTakeFirstOrThrow()
    if (numDeletedRows > 0n) await task.failed(tx, job.subject_id, error)
  })
}

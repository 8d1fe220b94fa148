import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'
import { traced } from '../tracing/trace.ts'
import type { Loop } from './loops.ts'
import { underLease, type WorkLease } from './work-lease.ts'

/** Work that is repeated, by one process at a time. */
export type Schedule = {
  name: string
  /** From the end of one run to the next, and from the first start to the first run. */
  everySeconds: number
  run(lease: WorkLease): Promise<unknown>
}

export type SchedulesOptions = {
  database: Database
  schedules: readonly Schedule[]
  log: FastifyBaseLogger
  pollMilliseconds?: number
  renewMilliseconds?: number
}

/**
 * Runs what is due, one after the other. The table `schedule` says when each is due next, and the lease of its name that no
 * other process runs it meanwhile. One that fails is due again after its time, like one that succeeds. One that loses its lease
 * stays due, and the others are run.
 */
export function scheduleLoop(options: SchedulesOptions): Loop {
  return {
    failure: 'schedules could not be run',
    pauseMilliseconds: options.pollMilliseconds ?? 10_000,
    run: async (signal) => {
      for (const schedule of await selectDue(options)) {
        if (signal.aborted) return
        const run = (lease: WorkLease) => runOnce(options, schedule, lease)
        await underLease(options.database, leaseOf(schedule), run, { ...options, signal }).catch(
          (error: unknown) => warnOfFailure(options, schedule, error),
        )
      }
    },
  }
}

const leaseOf = ({ name }: Schedule) => `schedule ${name}`

async function selectDue({ database, schedules }: SchedulesOptions): Promise<Schedule[]> {
  const { rows } = await sql<{ name: string; due: boolean }>`
    select name, due_at <= clock_timestamp() as due from schedule`.execute(database.read)
  const due = new Map(rows.map((row) => [row.name, row.due]))
  const fresh = schedules.filter(({ name }) => !due.has(name))
  if (fresh.length > 0)
    await database.transaction(async ({ tx }) => {
      for (const { name, everySeconds } of fresh)
        await sql`insert into schedule (name, due_at) values (${name}, ${inSeconds(everySeconds)})
          on conflict do nothing`.execute(tx)
    })
  return schedules.filter(({ name }) => due.get(name) === true)
}

/** Another process may have run it before this one had the lease. */
async function runOnce(
  options: SchedulesOptions,
  schedule: Schedule,
  lease: WorkLease,
): Promise<void> {
  const { database } = options
  const { name, everySeconds } = schedule
  const { rows } = await sql`
    select from schedule where name = ${name} and due_at <= clock_timestamp()`.execute(
    database.read,
  )
  if (rows.length === 0) return
  await traced(`schedule ${name}`, {}, () => schedule.run(lease)).catch((error: unknown) =>
    warnOfFailure(options, schedule, error),
  )
  // Work that the end of the process cut short is due at once.
  if (lease.signal.aborted) return
  await database.transaction(async ({ tx }) => {
    await lease.requireHeld(tx)
    await sql`update schedule set due_at = ${inSeconds(everySeconds)} where name = ${name}`.execute(
      tx,
    )
  })
}

function warnOfFailure({ log }: SchedulesOptions, { name }: Schedule, error: unknown): void {
  log.warn({ err: error, schedule: name }, 'scheduled work failed')
}

function inSeconds(seconds: number) {
  return sql`clock_timestamp() + ${seconds} * interval '1 second'`
}

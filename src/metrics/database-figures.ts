import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { DB } from '../database/gen/tables.ts'
import { createPool } from '../database/pool.ts'
import { sessionName } from '../database/silent-sessions.ts'

/** One source (an integration that is active). Instants are seconds since 1970; null where there is none. */
export type SourceFigures = {
  source: string
  lastRun: number | null
  lastSuccess: number | null
  /** Since the last one that succeeded, 100 at most. */
  failedRuns: number
  scheduleSeconds: number | null
  overdueSeconds: number | null
}

/** A stream of the audit log. */
export type StreamFigures = { target: string; waiting: number; oldestWaiting: number }

/** What the database knows, the same for every process. Ages are in seconds, 0 where there is nothing. */
export type DatabaseFigures = {
  jobs: number
  oldestJob: number
  dueInstants: number
  oldestDueInstant: number
  incidents: number
  oldestIncident: number
  peopleHeld: number
  sessions: number
  noticesWaiting: number
  oldestNotice: number
  /** That are no longer tried, of the last day. */
  noticesFailed: number
  unfinishedRuns: number
  oldestUnfinishedRun: number
  sources: SourceFigures[]
  schedules: { schedule: string; overdueSeconds: number }[]
  streams: StreamFigures[]
}

const keptMilliseconds = 5000
const statementMilliseconds = 2000
/** Of all: a connection that can't be made, too. */
const timeoutMilliseconds = 3000
const mostSources = 500

/**
 * Reads {@link DatabaseFigures} over one connection of its own, so that it answers while all others are in use. What was read is
 * kept for some seconds: many scrapers cost the database no more than one.
 */
export class FigureReader {
  readonly #db: Kysely<DB>
  readonly #now: () => Date
  #latest: Promise<DatabaseFigures | undefined> | undefined
  #readAt = 0

  constructor({ connection, processId, sockets, now }: Database) {
    this.#now = now
    const pool = createPool(connection, 1, { name: sessionName(processId), sockets })
    this.#db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  }

  /** Undefined where the database does not answer in time. It waits for no lock. */
  read(): Promise<DatabaseFigures | undefined> {
    if (this.#latest === undefined || performance.now() - this.#readAt > keptMilliseconds) {
      this.#readAt = performance.now()
      this.#latest = Promise.race([
        readFigures(this.#db, this.#now()).catch(() => undefined),
        sleep(timeoutMilliseconds, undefined, { ref: false }),
      ])
    }
    return this.#latest
  }

  close(): Promise<void> {
    return this.#db.destroy()
  }
}

function readFigures(db: Kysely<DB>, now: Date): Promise<DatabaseFigures> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`select set_config('statement_timeout', ${`${statementMilliseconds}ms`}, true),
        set_config('lock_timeout', '100ms', true)`.execute(tx)
      const { rows } = await selectFigures(now).execute(tx)
      const [row] = rows
      if (row === undefined) throw new Error('the database returned no figures')
      const { rows: sources } = await selectSources(now).execute(tx)
      const { rows: schedules } = await selectSchedules(now).execute(tx)
      const { rows: streams } = await selectStreams(now).execute(tx)
      return { ...row, sources, schedules, streams }
    })
}

const age = (now: Date, column: string) =>
  sql`coalesce(extract(epoch from ${now}::timestamptz - min(${sql.ref(column)})), 0)::float8`

const selectFigures = (now: Date) => sql<
  Omit<DatabaseFigures, 'sources' | 'schedules' | 'streams'>
>`
  select j.*, d.*, n.*, h.*, s.*, r.*, w.*, f.*
  from (select count(*) as jobs, ${age(now, 'created_at')} as "oldestJob" from job) j,
    (select count(*) as "dueInstants", ${age(now, 'at')} as "oldestDueInstant"
     from (select at from due_instant where at <= ${now}::timestamptz order by at limit 10000) due) d,
    (select count(*) as incidents, ${age(now, 'opened_at')} as "oldestIncident" from incident where state = 'open') n,
    (select count(distinct coalesce(i.directory_user_id, h.new_person_id)) as "peopleHeld"
     from held_account h join identity i on i.id = h.identity_id
     where h.incident_id in (select id from incident where state = 'open')) h,
    (select count(*) as sessions from session where expires_at > ${now}::timestamptz and revoked_at is null) s,
    (select count(*) as "unfinishedRuns", ${age(now, 'started_at')} as "oldestUnfinishedRun"
     from import_run where finished_at is null) r,
    (select count(*) as "noticesWaiting", ${age(now, 'created_at')} as "oldestNotice" from notice where state = 'waiting') w,
    (select count(*) as "noticesFailed" from notice
     where state = 'failed' and last_at > clock_timestamp() - interval '1 day') f`

const selectSources = (now: Date) => sql<SourceFigures>`
  select g.handle as source, extract(epoch from last.at)::float8 as "lastRun",
    extract(epoch from success.at)::float8 as "lastSuccess", failed.count as "failedRuns",
    case when s.due_at is not null then g.sync_every_seconds end as "scheduleSeconds",
    case when g.sync_every_seconds is not null
      then greatest(0, extract(epoch from ${now}::timestamptz - s.due_at))::float8 end as "overdueSeconds"
  from integration g left join integration_sync s on s.integration_id = g.id
  left join lateral (
    select finished_at as at from import_run r
    where r.integration_id = g.id and r.finished_at is not null and not r.is_plan
    order by finished_at desc limit 1) last on true
  left join lateral (
    select finished_at as at from import_run r
    where r.integration_id = g.id and r.state = 'succeeded' and not r.is_plan
    order by finished_at desc limit 1) success on true
  cross join lateral (
    select count(*) from (
      select from import_run r where r.integration_id = g.id and r.state in ('failed', 'interrupted') and not r.is_plan
        and r.finished_at > coalesce(success.at, '-infinity') limit 100) since) failed
  where g.state = 'active' and g.deleted_at is null
  order by g.id limit ${sql.lit(mostSources)}`

const selectSchedules = (now: Date) => sql<DatabaseFigures['schedules'][number]>`
  select name as schedule, greatest(0, extract(epoch from ${now}::timestamptz - due_at))::float8 as "overdueSeconds"
  from schedule order by name limit 100`

const selectStreams = (now: Date) => sql<StreamFigures>`
  select s.target, w.waiting, w.oldest as "oldestWaiting"
  from audit_stream s cross join lateral (
    select count(*) as waiting, ${age(now, 'at')} as oldest
    from (select at from audit_log where sequence > s.position order by sequence limit 10000) l) w
  order by s.target limit 10`

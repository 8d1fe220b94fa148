import { build } from '../database/build.ts'
import { ofDatabase, ofSources, ofStream, type Metric } from './metric.ts'

/** The one histogram: how long requests took, by operation. */
export const durationMetric = {
  name: 'muster_http_request_duration_seconds',
  help: 'How long requests took until they were answered',
  labels: ['operation'],
} as const

const classes = ['', '1xx', '2xx', '3xx', '4xx', '5xx']

/** What this process counts itself. */
export const processMetrics: readonly Metric[] = [
  {
    name: 'muster_build_info',
    help: 'Always 1; the labels say what runs',
    labels: ['version', 'commit'],
    read: () => [{ value: 1, labels: { version: build().version, commit: build().commit ?? '' } }],
  },
  {
    name: 'muster_http_requests_total',
    help: 'Requests that were answered, by operation id and class of status; without an operation `other`',
    labels: ['operation', 'status'],
    read: ({ requests }) =>
      [...requests.operations].flatMap(([operation, counts]) =>
        counts.classes.flatMap((value, kind) =>
          value === 0 ? [] : [{ value, labels: { operation, status: classes[kind] ?? '' } }],
        ),
      ),
  },
  {
    name: 'muster_http_requests_limited_total',
    help: 'Requests that got 429',
    read: ({ requests }) => requests.limited,
  },
  {
    name: 'muster_ready_bodies_hits_total',
    help: 'Requests that could be answered from memory and were',
    read: ({ requests }) => requests.memory.hits,
  },
  {
    name: 'muster_ready_bodies_misses_total',
    help: 'Requests that could be answered from memory and were not',
    read: ({ requests }) => requests.memory.misses,
  },
  {
    name: 'muster_ready_bodies_bytes',
    help: 'Memory of ready bodies; at most `MUSTER_CACHE_MB`',
    read: ({ services }) => services.bodies.bytes,
  },
  {
    name: 'muster_alone',
    help: '1 while this process is alone on its database and answers from memory without a query, else 0',
    read: ({ services }) => Number(services.lease.isAlone()),
  },
  {
    name: 'muster_pool_connections',
    help: 'Connections to the database that this process has for requests, by `state`: `idle` or `busy`',
    labels: ['state'],
    read: ({ services: { database } }) => {
      const { idleCount, totalCount } = database.pool
      return [
        { value: idleCount, labels: { state: 'idle' } },
        { value: totalCount - idleCount, labels: { state: 'busy' } },
      ]
    },
  },
  {
    name: 'muster_pool_size',
    help: 'How many connections it may have: `MUSTER_POOL_SIZE`, or those that PostgreSQL gives',
    read: ({ services }) => services.database.pool.options.max,
  },
  {
    name: 'muster_pool_waiting',
    help: 'Statements and transactions that wait for a connection',
    read: ({ services }) => services.database.pool.waitingCount,
  },
  {
    name: 'muster_pool_waits_total',
    help: 'How often a connection had to be waited for',
    read: ({ services }) => services.database.pool.waits.count,
  },
  {
    name: 'muster_pool_wait_seconds_total',
    help: 'The time of these waits',
    read: ({ services }) => services.database.pool.waits.milliseconds / 1000,
  },
  {
    name: 'muster_writers_running',
    help: 'Transactions that write and run; seven in ten of the connections at most',
    read: ({ services }) => services.database.writers.running,
  },
  {
    name: 'muster_writers_waiting',
    help: 'Transactions that wait for their turn to write',
    read: ({ services }) => services.database.writers.waiting,
  },
  {
    name: 'muster_heavy_requests_running',
    help: 'Heavy requests that run; four at most',
    read: ({ services }) => services.heavy.running,
  },
  {
    name: 'muster_heavy_requests_waiting',
    help: 'Heavy requests that were accepted and wait',
    read: ({ services }) => services.heavy.waiting,
  },
  {
    name: 'muster_background_work',
    help: 'Runs of sources, imports and plans that go on in this process',
    read: ({ services }) => services.background.running,
  },
  {
    name: 'muster_blocked_sessions',
    help: 'Sessions of the database that wait for a lock, as of the last second',
    read: ({ services }) =>
      new Set(services.lease.blockingSessions().flatMap(({ blocks }) => blocks)).size,
  },
  {
    name: 'muster_policy_lock_held_seconds',
    help: 'How long the policy lock has been held, as of the last second; changes of people and policy wait for it',
    read: ({ services }) =>
      Math.max(
        0,
        ...services.lease
          .blockingSessions()
          .map(({ holdsPolicyLock, heldSeconds }) => (holdsPolicyLock ? heldSeconds : 0)),
      ),
  },
]

/** What every process of a database says alike: take the maximum, not the sum. */
export const databaseMetrics: readonly Metric[] = [
  {
    name: 'muster_database_up',
    help: '1 if the database answered within 3 s, else 0; the other metrics of this table are then missing',
    read: async ({ figures }) => Number((await figures()) !== undefined),
  },
  ofDatabase(
    'muster_jobs_waiting',
    'Jobs that are not done, such as large plans; one that runs counts',
    ({ jobs }) => jobs,
  ),
  ofDatabase(
    'muster_job_oldest_seconds',
    'Age of the oldest of them',
    ({ oldestJob }) => oldestJob,
  ),
  ofDatabase(
    'muster_due_instants_overdue',
    'Ends, beginnings and other dates that have passed and are not settled; 10,000 at most',
    ({ dueInstants }) => dueInstants,
  ),
  ofDatabase(
    'muster_due_instant_oldest_seconds',
    'How long ago the oldest of them was due',
    ({ oldestDueInstant }) => oldestDueInstant,
  ),
  ofDatabase('muster_incidents_open', 'Open incidents', ({ incidents }) => incidents),
  ofDatabase(
    'muster_notices_waiting',
    'Notices that wait to be sent, or to be sent again',
    ({ noticesWaiting }) => noticesWaiting,
  ),
  ofDatabase(
    'muster_oldest_notice_seconds',
    'How long the oldest of them has waited; 0 without one',
    ({ oldestNotice }) => oldestNotice,
  ),
  ofDatabase(
    'muster_notices_failed',
    'Notices that could not be sent and are no longer tried, of the last day',
    ({ noticesFailed }) => noticesFailed,
  ),
  ofDatabase(
    'muster_incident_oldest_seconds',
    'Age of the oldest of them',
    ({ oldestIncident }) => oldestIncident,
  ),
  ofDatabase(
    'muster_incident_people_held',
    'People who are held by open incidents',
    ({ peopleHeld }) => peopleHeld,
  ),
  ofDatabase(
    'muster_sessions_open',
    'Sessions of people who have signed in',
    ({ sessions }) => sessions,
  ),
  ofDatabase(
    'muster_runs_unfinished',
    'Runs of sources and imports that wait or run',
    ({ unfinishedRuns }) => unfinishedRuns,
  ),
  ofDatabase(
    'muster_run_oldest_seconds',
    'Age of the oldest of them',
    ({ oldestUnfinishedRun }) => oldestUnfinishedRun,
  ),
  ofSources(
    'muster_source_last_run_timestamp_seconds',
    'When its last run or import ended; plans do not count',
    ({ lastRun }) => lastRun,
  ),
  ofSources(
    'muster_source_last_success_timestamp_seconds',
    'When the last one that succeeded ended',
    ({ lastSuccess }) => lastSuccess,
  ),
  ofSources(
    'muster_source_failed_runs',
    'Runs that have failed since; 100 at most',
    ({ failedRuns }) => failedRuns,
  ),
  ofSources(
    'muster_source_schedule_seconds',
    'How often it is read, where it has a schedule',
    ({ scheduleSeconds }) => scheduleSeconds,
  ),
  ofSources(
    'muster_source_overdue_seconds',
    'How long ago its next run should have begun; 0 if it is not due',
    ({ overdueSeconds }) => overdueSeconds,
  ),
  ofStream(
    'muster_audit_stream_waiting_rows',
    'Rows of the audit log that `MUSTER_AUDIT_STREAM` has not taken; 10,000 at most',
    ({ waiting }) => waiting,
  ),
  ofStream(
    'muster_audit_stream_lag_seconds',
    'Age of the oldest of them',
    ({ oldestWaiting }) => oldestWaiting,
  ),
  {
    name: 'muster_schedule_overdue_seconds',
    help: 'How long ago other scheduled work should have begun',
    labels: ['schedule'],
    read: async ({ figures }) =>
      (await figures())?.schedules.map(({ schedule, overdueSeconds: value }) => ({
        value,
        labels: { schedule },
      })),
  },
]

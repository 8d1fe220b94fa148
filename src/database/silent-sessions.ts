/** One statement on one connection. */
export type Query = <Row extends object>(
  text: string,
  values?: unknown[],
) => Promise<{ rows: Row[] }>

/** A session that holds the policy lock, or a lock that another one waits for. */
export type BlockingSession = {
  pid: number
  /** The process of Muster that it belongs to (Database.processId), if it belongs to one. */
  process: string | null
  /** How long its transaction has been open. */
  heldSeconds: number
  /** For how long its process has sent nothing. */
  silentSeconds: number
  holdsPolicyLock: boolean
  /** The sessions that wait for it. */
  blocks: number[]
}

/** A running process renews its lease twice a second. After this it counts as frozen: a paused machine, SIGSTOP. */
export const frozenSeconds = 5

/** The `application_name` of the sessions of a process, by which others know whose locks they wait for. */
export function sessionName(processId: string): string {
  return `muster ${processId}`
}

/** The `application_name` of the session that keeps the lease of a process. Its last statement shows that the process runs. */
export function leaseSessionName(processId: string): string {
  return `muster lease ${processId}`
}

const processPattern = '^muster (?:lease )?([0-9a-f-]{36})$'
/**
 * When the session of a lease last received something from its process; now while a statement runs, because the
 * process waits for PostgreSQL.
 */
const heardAt = `case when state = 'active' and wait_event_type is distinct from 'Client' then clock_timestamp() else query_start end`
const ownDatabase = '(select oid from pg_database where datname = current_database())'

export async function findBlockingSessions(
  query: Query,
  policyLockKey: number,
): Promise<BlockingSession[]> {
  return asLogin(query, async () => {
    const { rows } = await query<BlockingSession>(
      `with process as (
         select substring(application_name from $2) as id, bool_or(application_name like 'muster lease %') as has_lease,
           max(case when application_name like 'muster lease %' then ${heardAt} else query_start end) as heard_at
         from pg_stat_activity
         where datname = current_database() and application_name ~ $2 group by 1
       ), in_the_way as (
         select pid, true as policy, null::integer as waiting from pg_locks
         where locktype = 'advisory' and objsubid = 1 and granted and database = ${ownDatabase}
           and (classid::bigint << 32 | objid::bigint) = $1
         union all
         select unnest(pg_blocking_pids(w.pid)), false, w.pid from pg_stat_activity w
         where w.datname = current_database() and w.wait_event_type = 'Lock'
       ), session as (
         select pid, bool_or(policy) as policy, array_remove(array_agg(waiting), null) as blocks
         from in_the_way group by pid
       )
       select s.pid, substring(s.application_name from $2) as process, session.policy as "holdsPolicyLock", session.blocks,
         coalesce(extract(epoch from clock_timestamp() - s.xact_start), 0)::float8 as "heldSeconds",
         extract(epoch from clock_timestamp() - coalesce(case
             when p.has_lease then p.heard_at
             -- Without a lease: how long this session has waited for the process, and when the others last received
             -- something from it.
             when s.wait_event_type = 'Client' then greatest(s.state_change, p.heard_at)
           end, clock_timestamp()))::float8 as "silentSeconds"
       from session join pg_stat_activity s using (pid)
       left join process p on p.id = substring(s.application_name from $2)`,
      [policyLockKey, processPattern],
    )
    return rows
  })
}

/** A session that holds an advisory lock. `silentSeconds` is null if this role may not see what the session does. */
export type Holder = Pick<BlockingSession, 'pid' | 'process'> & { silentSeconds: number | null }

/** The session that holds an advisory lock exclusively. */
export async function findHolder(query: Query, lockKey: number): Promise<Holder | undefined> {
  return asLogin(query, async () => {
    const { rows } = await query<Holder>(
      `select s.pid, substring(s.application_name from $2) as process,
         extract(epoch from clock_timestamp() - ${heardAt})::float8 as "silentSeconds"
       from pg_locks l join pg_stat_activity s using (pid)
       where l.locktype = 'advisory' and l.objsubid = 1 and l.granted and l.mode = 'ExclusiveLock'
         and l.database = ${ownDatabase} and (l.classid::bigint << 32 | l.objid::bigint) = $1`,
      [lockKey, processPattern],
    )
    return rows[0]
  })
}

/** The advice for an operator about a session that this role may not end, or that should not be waited for. */
export function howToEnd(pid: number): string {
  return `To end it: select pg_terminate_backend(${pid}), as a superuser or as the role of that session.`
}

/** Ends another session, and with it its transaction and its locks. @returns false where this role may not */
export async function endSession(query: Query, pid: number): Promise<boolean> {
  try {
    await asLogin(query, () => query('select pg_terminate_backend($1)', [pid]))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '42501') return false
    throw error
  }
}

/** Breaks off the statement of a session of ours that waits for a lock. */
export async function cancelIfWaiting(query: Query, pid: number): Promise<void> {
  await asLogin(query, () =>
    query(
      `select pg_cancel_backend(pid) from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`,
      [pid],
    ),
  )
}

/** As the role that logged in: it may see and end the sessions of processes that log in as the same role. */
async function asLogin<T>(query: Query, work: () => Promise<T>): Promise<T> {
  await query('begin; set local role none')
  try {
    const result = await work()
    await query('commit')
    return result
  } catch (error) {
    await query('rollback')
    throw error
  }
}

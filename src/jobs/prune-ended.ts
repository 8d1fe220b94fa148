import { sql, type RawBuilder } from 'kysely'
import { receiptMinutes } from '../database/commit-outcome.ts'
import type { Database } from '../database/database.ts'

const hour = 3_600_000

/** Tables whose rows have an end: the column that gives a row's age, and how long it is kept after that instant. */
const ending = [
  // A key counts for 24 hours (http/writes/idempotency.ts); a request that found it may still be at work.
  { table: 'idempotency_key', from: 'created_at', keptMilliseconds: 25 * hour },
  // A person who opens an old link learns that it has expired, not that it does not exist.
  { table: 'sign_in_link', from: 'expires_at', keptMilliseconds: 24 * hour },
  // As for a link.
  { table: 'login_code', from: 'expires_at', keptMilliseconds: hour },
  // The result of a plan can be read for a month; its contents are emptied after its day
  // (policy/plans/empty-plans.ts).
  { table: 'plan', from: 'expires_at', keptMilliseconds: 30 * 24 * hour },
  // A sign-in is valid for ten minutes (workspace/oidc/sign-in-state.ts).
  { table: 'sign_in_attempt', from: 'created_at', keptMilliseconds: hour },
  // People see for a month where they were signed in.
  { table: 'session', from: 'expires_at', keptMilliseconds: 30 * 24 * hour },
] as const
type Ending = (typeof ending)[number]

const rowsPerBatch = 1000

/**
 * Deletes Idempotency-Keys, sign-in links and attempts, login codes, plans, sessions, runs, tokens of workloads and receipts that ended long enough ago, in small transactions,
 * until none is left or the signal aborts. Several processes may run it at once, so it needs no lease: each skips rows
 * that another holds. @returns how many rows
 */
export async function pruneEnded(database: Database, signal?: AbortSignal): Promise<number> {
  const isEnding = () => signal?.aborted === true
  let total = 0
  for (const each of ending) {
    let isMore = true
    while (isMore && !isEnding()) {
      const pruned = await pruneBatch(database, each)
      total += pruned
      isMore = pruned === rowsPerBatch
    }
  }
  for (const table of rowsOfPlans)
    for (let isMore = true; isMore && !isEnding();) isMore = await prunePlanRows(database, table)
  for (let isMore = true; isMore && !isEnding();) {
    const pruned = await pruneRuns(database)
    total += pruned
    isMore = pruned === rowsPerBatch
  }
  total += await pruneReceipts(database)
  for (let isMore = true; isMore && !isEnding();) {
    const pruned = await pruneExchanged(database)
    total += pruned
    isMore = pruned === rowsPerBatch
  }
  return total
}

/**
 * Tokens that workloads got in exchange for their own, a day after their end: jobs get very many. One that something else names
 * stays. What they used stays known, by the permissions of their services.
 */
async function pruneExchanged(database: Database): Promise<number> {
  const before = new Date(database.now().getTime() - 24 * hour)
  const old = (limit: number, lock: RawBuilder<unknown>) => sql`
    select id from token t where is_exchanged and expires_at < ${before}
      and not exists (select from token c where c.parent_token_id = t.id)
      and not exists (select from session where maker_token_id = t.id)
      and not exists (select from sign_in_link where maker_token_id = t.id)
      and not exists (select from idempotency_key where secret_token_id = t.id)
    order by expires_at limit ${limit} ${lock}`
  const { rows } = await old(1, sql``).execute(database.read)
  if (rows.length === 0) return 0
  return database.transaction(async ({ tx }) => {
    const { numAffectedRows = 0n } = await sql`
      with old as materialized (${old(rowsPerBatch, sql`for update skip locked`)}),
        uses as (delete from token_permission where token_id in (select id from old) returning token_id, permission, last_used_at),
        used as (
          select t.service_id, u.permission, max(u.last_used_at) as at from uses u join token t on t.id = u.token_id group by 1, 2),
        kept as (
          insert into service_use as s (service_id, permission, last_used_at) select service_id, permission, at from used order by 1, 2
          on conflict (service_id, permission) do update set last_used_at = greatest(s.last_used_at, excluded.last_used_at))
      delete from token where id in (select id from old)`.execute(tx)
    return Number(numAffectedRows)
  })
}

/** Whether a run (`r`) of an integration (`g`) is older than that source keeps its runs. */
function isOldRun(database: Database): RawBuilder<boolean> {
  return sql<boolean>`(r.integration_id = g.id
    and r.finished_at < ${database.now()}::timestamptz - g.run_retention_days * interval '1 day')`
}

/** Runs of sources, with the rows that they left out: each source says how long they are kept. */
async function pruneRuns(database: Database): Promise<number> {
  const old = isOldRun(database)
  const { rows } = await sql`
    select from integration g where exists (select from import_run r where ${old}) limit 1`.execute(
    database.read,
  )
  if (rows.length === 0) return 0
  return database.transaction(async ({ tx }) => {
    const { numAffectedRows = 0n } = await sql`
      delete from import_run where ctid = any (array(
        select o.ctid from integration g cross join lateral (
          select r.ctid from import_run r where ${old} order by r.finished_at limit ${rowsPerBatch}
          for update skip locked) o limit ${rowsPerBatch}))`.execute(tx)
    return Number(numAffectedRows)
  })
}

/** The plan of a run may be about very many people, so they are deleted before the run. */
const rowsOfPlans = ['import_run_effect', 'import_run_person'] as const
const planRowsPerBatch = 10_000

/** @returns whether there may be more */
async function prunePlanRows(
  database: Database,
  table: (typeof rowsOfPlans)[number],
): Promise<boolean> {
  const name = sql.table(table)
  const ofOld = (limit: number, lock: RawBuilder<unknown>) => sql`
    select p.ctid from integration g join import_run r on ${isOldRun(database)} and r.is_plan
    cross join lateral (select ctid from ${name} where run_id = r.id limit ${limit} ${lock}) p limit ${limit}`
  const { rows } = await ofOld(1, sql``).execute(database.read)
  if (rows.length === 0) return false
  const { numAffectedRows = 0n } = await database.transaction(({ tx }) =>
    sql`
      delete from ${name} where ctid = any (array(${ofOld(planRowsPerBatch, sql`for update skip locked`)}))`.execute(
      tx,
    ),
  )
  return numAffectedRows === BigInt(planRowsPerBatch)
}

/**
 * Receipts of commits (database/commit-outcome.ts): one for each write, so all old ones are deleted in one
 * statement. That leaves a receipt too, so it waits until there are some.
 */
async function pruneReceipts({ read, transaction }: Database): Promise<number> {
  const old = sql`left_at < clock_timestamp() - ${receiptMinutes} * interval '1 minute'`
  const { rows } = await sql`
    select from commit_receipt where ${old} offset ${rowsPerBatch} limit 1`.execute(read)
  if (rows.length === 0) return 0
  return transaction(async ({ tx }) => {
    const { numAffectedRows = 0n } = await sql`delete from commit_receipt where ${old}`.execute(tx)
    return Number(numAffectedRows)
  })
}

async function pruneBatch(
  database: Database,
  { table, from, keptMilliseconds }: Ending,
): Promise<number> {
  const [name, age] = [sql.table(table), sql.ref(from)]
  const before = new Date(database.now().getTime() - keptMilliseconds)
  // A write, even of no row, would evict this process's cached callers, and most runs find nothing.
  const { rows } = await sql`select from ${name} where ${age} < ${before} limit 1`.execute(
    database.read,
  )
  if (rows.length === 0) return 0
  return database.transaction(async ({ tx }) => {
    const { numAffectedRows = 0n } = await sql`
      delete from ${name} where ctid = any (array(
        select ctid from ${name} where ${age} < ${before} order by ${age} limit ${rowsPerBatch}
        for update skip locked))`.execute(tx)
    return Number(numAffectedRows)
  })
}

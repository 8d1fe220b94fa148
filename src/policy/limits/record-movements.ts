import { sql, type RawBuilder } from 'kysely'
import type { Database, Transaction } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'
import { compareMovements, type MovementRows } from './compare-movements.ts'
import { windowStart, type Counting } from './counting.ts'

/**
 * Locks the tallies of these rulesets (uuids) in id order until the transaction ends, then those of the causes that the
 * movements concern. Before anybody's stay in one of the rulesets is written, and before movements are judged.
 */
export async function lockTallies(
  tx: Transaction,
  rulesetIds: readonly string[],
  rows: MovementRows,
  counting: Counting,
): Promise<void> {
  const locked = sql`
    select from ruleset_tally where ruleset_id = any (${uuids(rulesetIds)}) order by ruleset_id for no key update`
  if (counting === 'uncounted') return void (await locked.execute(tx))
  const { kind, id } = counting.cause
  await Promise.all([
    locked.execute(tx),
    sql`insert into cause_tally (cause_kind, cause_id) values (${kind}, ${id}) on conflict do nothing`.execute(
      tx,
    ),
    sql`
      select from cause_tally where (cause_kind, cause_id) in (
        select ${kind}, ${id}::uuid
        union select m.cause_kind, m.cause_id from ${rows} i
          join movement m on m.ruleset_id = i.ruleset_id and m.directory_user_id = i.person_id)
      order by cause_kind, cause_id for no key update`.execute(tx),
  ])
}

/**
 * Keeps movements for the 24 hours that they count: what a person had before the first counted one stays, and one that
 * takes the person back to it ends their row. What is not counted makes no row. The caller has locked the tallies.
 */
export async function recordMovements(
  tx: Transaction,
  rows: MovementRows,
  counting: Counting,
  now: Date,
): Promise<void> {
  await sql`
    with ${compareMovements(rows, counting, now)}, ended as (
      delete from movement m using compared c
      where (m.ruleset_id, m.directory_user_id) = (c.ruleset_id, c.person_id) and c.is_stored and not c.is_kept
    )
    insert into movement (ruleset_id, directory_user_id, role_before, expires_at_before, loses, gains, changes_role,
      at, cause_kind, cause_id)
    select ruleset_id, person_id, role_before, ends_before, loses, gains, changes_role, at, cause_kind, cause_id
    from compared where is_kept
    on conflict (ruleset_id, directory_user_id) do update set role_before = excluded.role_before,
      expires_at_before = excluded.expires_at_before, loses = excluded.loses, gains = excluded.gains,
      changes_role = excluded.changes_role, at = excluded.at, cause_kind = excluded.cause_kind,
      cause_id = excluded.cause_id`.execute(tx)
}

const rulesetsPerBatch = 200
const rowsPerBatch = 5000

/**
 * Deletes movements, ends of accounts, and approvals of closed incidents that count no more, in small transactions.
 * @returns how many rows
 */
export async function forgetOldMovements(database: Database): Promise<number> {
  let total = 0
  for (;;) {
    const start = windowStart(database.now())
    const { rows } = await sql`
      select from movement where at <= ${start} union all select from account_end where at <= ${start}
      union all select from ${oldApprovals(start)} a limit 1`.execute(database.read)
    if (rows.length === 0) return total
    const forgotten = await database.transaction(({ tx }) => forgetBatch(tx, start))
    if (forgotten === 0) return total
    total += forgotten
  }
}

/** Rows that another transaction is counting are left for the next run. */
async function forgetBatch(tx: Transaction, start: Date): Promise<number> {
  const { numAffectedRows: movements = 0n } = await sql`
    with old as (
      select ruleset_id from movement where at <= ${start} order by at limit ${rowsPerBatch}
    ), locked as materialized (
      select ruleset_id from ruleset_tally where ruleset_id in (select ruleset_id from old)
      order by ruleset_id limit ${rulesetsPerBatch} for no key update skip locked
    )
    delete from movement m where (m.ruleset_id, m.directory_user_id) in (
      select o.ruleset_id, o.directory_user_id from locked join movement o using (ruleset_id)
      where o.at <= ${start} limit ${rowsPerBatch})`.execute(tx)
  const { numAffectedRows: accounts = 0n } = await sql`
    with locked as materialized (
      select integration_id from account_tally where integration_id in (
        select integration_id from account_end where at <= ${start})
      order by integration_id for no key update skip locked
    )
    delete from account_end where identity_id in (
      select e.identity_id from locked join account_end e using (integration_id)
      where e.at <= ${start} limit ${rowsPerBatch})`.execute(tx)
  const { numAffectedRows: approvals = 0n } = await sql`
    delete from incident_movement m using (select * from ${oldApprovals(start)} a limit ${rowsPerBatch}) old
    where (m.incident_id, m.ruleset_id, m.directory_user_id) = (old.incident_id, old.ruleset_id, old.directory_user_id)
      and not m.is_held`.execute(tx)
  return Number(movements) + Number(accounts) + Number(approvals)
}

/** As SQL. An open incident keeps its approvals, however old. */
function oldApprovals(start: Date): RawBuilder<unknown> {
  return sql`(
    select m.incident_id, m.ruleset_id, m.directory_user_id from incident_movement m
    join incident n on n.id = m.incident_id and n.state = 'closed' where m.approved_at <= ${start})`
}

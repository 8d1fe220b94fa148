import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'
import { inBatches } from '../model/in-batches.ts'
import { windowStart, type Counting, type Movement } from './counting.ts'

/** More than these are written to a temporary table, so that no statement has a parameter of any size. */
const rowsPerStatement = 20_000

/** Movements as rows of SQL, for statements of the same transaction. */
export type MovementRows = RawBuilder<unknown>

/** Passes movements to the transaction. The caller leaves out those of rulesets without limits. */
export async function stageMovements(
  tx: Transaction,
  movements: Iterable<Movement>,
): Promise<MovementRows> {
  const batches = inBatches(movements, rowsPerStatement)
  const first = batches.next()
  const rows = first.done === true ? [] : first.value
  const second = batches.next()
  if (second.done === true) return rowsOf(rows)
  await sql`drop table if exists pg_temp.moving`.execute(tx)
  await sql`create temporary table moving (ruleset_id uuid, person_id uuid, rule_before uuid,
    ends_before timestamptz, rule_after uuid, ends_after timestamptz) on commit drop`.execute(tx)
  for (const batch of [rows, second.value]) await insert(tx, batch)
  for (const batch of batches) await insert(tx, batch)
  await sql`analyze pg_temp.moving`.execute(tx)
  return sql`pg_temp.moving`
}

async function insert(tx: Transaction, batch: readonly Movement[]): Promise<void> {
  await sql`insert into pg_temp.moving select * from ${rowsOf(batch)} as rows`.execute(tx)
}

function rowsOf(movements: readonly Movement[]): MovementRows {
  const rows = movements.map(({ rulesetId, personId, before, after }) => ({
    ruleset_id: rulesetId,
    person_id: personId,
    rule_before: before?.ruleId ?? null,
    ends_before: textOf(before?.expiresAt),
    rule_after: after?.ruleId ?? null,
    ends_after: textOf(after?.expiresAt),
  }))
  return sql`(select * from json_to_recordset(${JSON.stringify(rows)}::json) as r (ruleset_id uuid, person_id uuid,
    rule_before uuid, ends_before timestamptz, rule_after uuid, ends_after timestamptz))`
}

function textOf(instant: number | null | undefined): string | null {
  return instant === null || instant === undefined ? null : new Date(instant).toISOString()
}

/**
 * Common table expressions that end with `compared`: each movement beside the stored one of the same person and ruleset.
 * `is_kept`: it is counted from now on, by `loses`, `gains`, `changes_role`, since `at`, for `cause_kind` and `cause_id`.
 * `lost`, `gained`, `changed_role`, `former_kind`, `former_id`: what is counted until now. `change`: 1 for a person who
 * enters, -1 for one who leaves; `is_out`: they are not in it afterwards.
 */
export function compareMovements(rows: MovementRows, counting: Counting, now: Date) {
  const start = windowStart(now)
  const cause = counting === 'uncounted' ? null : counting.cause
  return sql`
    input as materialized (
      select i.ruleset_id, i.person_id, before.handle as role_before, i.ends_before, after.handle as role_after, i.ends_after
      from ${rows} i
      left join (rule rb join policy_role before on before.id = rb.policy_role_id) on rb.id = i.rule_before
      left join (rule ra join policy_role after on after.id = ra.policy_role_id) on ra.id = i.rule_after
    ), placed as materialized (
      select i.ruleset_id, i.person_id, i.role_after, i.ends_after, m.ruleset_id is not null as is_stored,
        coalesce(m.at > ${start}, false) as is_recent, m.loses as lost, m.gains as gained, m.changes_role as changed_role,
        m.at as former_at, m.cause_kind as former_kind, m.cause_id as former_id,
        case when m.at > ${start} then m.role_before else i.role_before end as role_before,
        case when m.at > ${start} then m.expires_at_before else i.ends_before end as ends_before,
        (i.role_after is not null)::integer - (i.role_before is not null)::integer as change,
        coalesce(t.first_entered_at > ${start}, true) and not s.is_sensitive as is_young,
        ${isCounted(counting)}
          -- An end that has come is caused by the clock.
          and not (i.role_after is null and coalesce(i.ends_before <= ${now}, false)) as may_count
      from input i
      join ruleset s on s.id = i.ruleset_id
      join ruleset_tally t on t.ruleset_id = i.ruleset_id
      join directory_user u on u.id = i.person_id
      left join movement m on m.ruleset_id = i.ruleset_id and m.directory_user_id = i.person_id
      where (i.role_before, i.ends_before) is distinct from (i.role_after, i.ends_after)
    ), flagged as materialized (
      select p.*, may_count and not (is_young and ${isOwn(counting)}) as is_counted,
        role_before is not null and (role_after is null or coalesce(ends_after < coalesce(ends_before, 'infinity'), false)) as loses,
        role_before is null and role_after is not null and not is_young as gains,
        coalesce(role_before <> role_after, false) as changes_role
      from placed p
    ), compared as materialized (
      select ruleset_id, person_id, change, role_after is null as is_out, is_stored, role_before, ends_before, loses, gains, changes_role,
        (loses or gains or changes_role) and (is_counted
          or is_recent and loses <= lost and gains <= gained and changes_role <= changed_role) as is_kept,
        case when is_counted then ${now} else former_at end as at,
        case when is_counted then ${cause?.kind ?? null} else former_kind end as cause_kind,
        case when is_counted then ${cause?.id ?? null}::uuid else former_id end as cause_id,
        is_recent and lost as lost, is_recent and gained as gained, is_recent and changed_role as changed_role
      from flagged
    )`
}

function isCounted(counting: Counting): RawBuilder<boolean> {
  if (counting === 'uncounted') return sql`false`
  const { except = new Set<string>(), countsSensitive = false } = counting
  if (except.size === 0) return sql`true`
  const named = uuids([...except])
  const isNamed = sql`(u.id = any (${named}) or coalesce(u.parent_user_id = any (${named}), false))`
  return countsSensitive ? sql`(not ${isNamed} or s.is_sensitive)` : sql`not ${isNamed}`
}

function isOwn(counting: Counting): RawBuilder<boolean> {
  if (counting === 'uncounted') return sql`false`
  const { ownRulesets = [] } = counting
  return ownRulesets.length === 0 ? sql`false` : sql`ruleset_id = any (${uuids(ownRulesets)})`
}

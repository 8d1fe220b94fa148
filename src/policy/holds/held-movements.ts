import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'
import { stageMovements } from '../limits/compare-movements.ts'
import type { Movement } from '../limits/counting.ts'
import { forgetMovementsOfReleased, isHeldByNobody } from './released-movements.ts'

/**
 * Stores the access that an incident holds back: it counts as moved while the incident is open, except ends of
 * accounts. `isWhole`: these are all; otherwise those of other people stay as long as they, their parents or
 * managers above them are held.
 */
export async function keepHeldMovements(
  tx: Transaction,
  incidentId: string,
  { movements, isWhole }: { movements: readonly Movement[]; isWhole: boolean },
): Promise<void> {
  const rows = await stageMovements(tx, movements)
  await sql`
    delete from incident_movement m where m.incident_id = ${incidentId} and m.is_held
      and (${isWhole} or m.directory_user_id in (select person_id from ${rows} r)
        or ${isHeldByNobody(incidentId)})`.execute(tx)
  await sql`
    insert into incident_movement (incident_id, ruleset_id, directory_user_id, is_held, loses, gains, changes_role)
    select ${incidentId}::uuid, ruleset_id, person_id, true, loses, gains, changes_role
    from (
      select i.ruleset_id, i.person_id, ${flags}
      from ${rows} i left join rule rb on rb.id = i.rule_before left join rule ra on ra.id = i.rule_after
      where not exists (
        select from directory_user u join identity n on n.directory_user_id in (u.id, u.parent_user_id)
        join held_account h on h.identity_id = n.id
        where u.id = i.person_id and h.incident_id = ${incidentId} and h.is_account_end)) moved
    where loses or gains or changes_role
    on conflict (incident_id, ruleset_id, directory_user_id, is_held) do update
    set loses = excluded.loses, gains = excluded.gains, changes_role = excluded.changes_role`.execute(
    tx,
  )
}

/**
 * Whether a movement (`i`, its rules `rb` and `ra`) removes or grants access, or changes a role, as SQL columns.
 */
const flags = sql`
  i.rule_before is not null and (i.rule_after is null
    or coalesce(i.ends_after < coalesce(i.ends_before, 'infinity'), false)) as loses,
  i.rule_before is null and i.rule_after is not null as gains,
  coalesce(rb.policy_role_id <> ra.policy_role_id, false) as changes_role`

/**
 * Keeps what the source of an open incident has moved since this instant. Without one, the incident is new: what the source has
 * moved in the 24 hours before it opened counts too.
 */
export async function keepSourceMovements(
  tx: Transaction,
  incidentId: string,
  since?: Date,
): Promise<void> {
  const isRecent =
    since === undefined ? sql`m.at > n.opened_at - interval '24 hours'` : sql`m.at >= ${since}`
  await sql`
    insert into incident_movement
      (incident_id, ruleset_id, directory_user_id, is_held, loses, gains, changes_role, role_before, expires_at_before)
    select n.id, m.ruleset_id, m.directory_user_id, false, m.loses, m.gains, m.changes_role, m.role_before,
      m.expires_at_before
    from incident n join movement m on (m.cause_kind, m.cause_id) = ('integration', n.integration_id)
    where n.id = ${incidentId} and n.state = 'open' and ${isRecent}
    on conflict (incident_id, ruleset_id, directory_user_id, is_held) do update
    set loses = excluded.loses, gains = excluded.gains, changes_role = excluded.changes_role`.execute(
    tx,
  )
  if (since === undefined) await keepEarlierApprovals(tx, incidentId)
}

/** Adds to a new incident what was approved of earlier incidents of its source in the 24 hours before it opened. */
async function keepEarlierApprovals(tx: Transaction, incidentId: string): Promise<void> {
  await sql`
    insert into incident_movement (incident_id, ruleset_id, directory_user_id, is_held, loses, gains, changes_role,
      role_before, expires_at_before, approved_at)
    select distinct on (a.ruleset_id, a.directory_user_id) n.id, a.ruleset_id, a.directory_user_id, false, a.loses,
      a.gains, a.changes_role, a.role_before, a.expires_at_before, a.approved_at
    from incident n
    join incident earlier on earlier.integration_id = n.integration_id and earlier.id <> n.id
    join incident_movement a on a.incident_id = earlier.id and a.approved_at > n.opened_at - interval '24 hours'
    where n.id = ${incidentId} and n.state = 'open'
    order by a.ruleset_id, a.directory_user_id, a.approved_at
    on conflict (incident_id, ruleset_id, directory_user_id, is_held) do update
    set role_before = excluded.role_before, expires_at_before = excluded.expires_at_before,
      approved_at = excluded.approved_at`.execute(tx)
}

/**
 * Deletes what a closed incident (a uuid) kept, except approvals of the last 24 hours: they count again if its source
 * opens another incident.
 */
export async function forgetKeptMovements(tx: Transaction, incidentId: string): Promise<void> {
  await sql`
    delete from incident_movement where incident_id = ${incidentId}
      and (approved_at is null or approved_at <= current_instant() - interval '24 hours')`.execute(
    tx,
  )
}

/**
 * Deletes what an incident holds of the access of these people (uuids) and of those below them, and keeps what was approved of
 * it: that counts as moved by its source while this incident is open, or one that opens within 24 hours.
 */
export async function keepDecidedMovements(
  tx: Transaction,
  incidentId: string,
  { people, movements }: { people: readonly string[]; movements: readonly Movement[] },
): Promise<void> {
  const decided = [...people, ...movements.map(({ personId }) => personId)]
  await sql`
    delete from incident_movement where incident_id = ${incidentId} and is_held
      and directory_user_id = any (${uuids([...new Set(decided)])})`.execute(tx)
  await forgetMovementsOfReleased(tx, incidentId, people)
  if (movements.length === 0) return
  const rows = await stageMovements(tx, movements)
  await sql`
    insert into incident_movement
      (incident_id, ruleset_id, directory_user_id, is_held, loses, gains, changes_role, role_before, expires_at_before,
      approved_at)
    select ${incidentId}::uuid, ruleset_id, person_id, false, loses, gains, changes_role, role_before, ends_before,
      current_instant()
    from (
      select i.ruleset_id, i.person_id, o.handle as role_before, i.ends_before, ${flags}
      from ${rows} i left join rule rb on rb.id = i.rule_before left join policy_role o on o.id = rb.policy_role_id
      left join rule ra on ra.id = i.rule_after) moved
    where loses or gains or changes_role
    on conflict (incident_id, ruleset_id, directory_user_id, is_held) do update
    set loses = excluded.loses, gains = excluded.gains, changes_role = excluded.changes_role,
      approved_at = excluded.approved_at`.execute(tx)
}

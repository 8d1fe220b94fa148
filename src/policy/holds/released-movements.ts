import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'

/**
 * Deletes what an incident holds of the access of these people (uuids), whose accounts it holds no longer, and of people below
 * them, unless it holds another person who would move them.
 */
export async function forgetMovementsOfReleased(
  tx: Transaction,
  incidentId: string,
  people: readonly string[],
): Promise<void> {
  await sql`
    delete from incident_movement m
    where ${isReleased(incidentId, people)}`.execute(tx)
}

/** The people (uuids) whose movements {@link forgetMovementsOfReleased} would delete. A preview deletes nothing. */
export async function findReleased(
  tx: Transaction,
  incidentId: string,
  people: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct m.directory_user_id as id from incident_movement m
    where ${isReleased(incidentId, people)}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Whether a movement (`m`) is one that an incident held of these people or of those below them, and holds no longer, as SQL. */
function isReleased(incidentId: string, people: readonly string[]): RawBuilder<boolean> {
  return sql`m.incident_id = ${incidentId} and m.is_held and m.directory_user_id in (
    with recursive below as (
      select unnest(${uuids(people)}) as id
      union
      select u.id from below b join directory_user u on b.id in (u.manager_id, u.parent_user_id)
    )
    select id from below) and ${isHeldByNobody(incidentId)}`
}

/** Whether an incident holds neither the person of a movement (`m`) nor their parent or a manager above them, as SQL. */
export function isHeldByNobody(incidentId: string): RawBuilder<boolean> {
  const held = heldPeople(incidentId)
  return sql<boolean>`(m.directory_user_id not in (${held}) and not exists (
    with recursive above as (
      select manager_id, parent_user_id from directory_user u where u.id = m.directory_user_id
      union
      select u.manager_id, u.parent_user_id
      from above a join directory_user u on u.id in (a.manager_id, a.parent_user_id)
    )
    select from above where manager_id in (${held}) or parent_user_id in (${held})))`
}

/** People whose accounts an incident holds, or who are suggested for one that belongs to no one yet, as SQL. */
function heldPeople(incidentId: string): RawBuilder<unknown> {
  return sql`
    select p.id from identity i join held_account h on h.identity_id = i.id
    cross join lateral (select coalesce(i.directory_user_id, i.suggested_directory_user_id) as id) p
    where h.incident_id = ${incidentId} and p.id is not null`
}

import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'

/** Reduces the data of work that was left to a job to `kept`, wherever that is part of its data. */
export async function forgetWork(tx: Transaction, kept: object): Promise<void> {
  const left = JSON.stringify([kept])
  await sql`update plan set operations = ${left}::jsonb where operations @> ${left}::jsonb`.execute(
    tx,
  )
}

/**
 * Removes an erased person (a uuid) from the effects of plans. The new records that an incident would create only
 * for them go too: their name is a value of the pending profile.
 */
export async function forgetEffects(tx: Transaction, personId: string): Promise<void> {
  await sql`
    with mine as materialized (
      delete from plan_effect where directory_user_id = ${personId} returning plan_id, ruleset_id
    )
    delete from plan_ruleset r using mine m, plan p
    where (r.plan_id, r.ruleset_id) = (m.plan_id, m.ruleset_id) and r.is_new
      and p.id = r.plan_id and p.author_type = 'system'
      and not exists (
        select from plan_effect e
        where (e.plan_id, e.ruleset_id) = (r.plan_id, r.ruleset_id) and e.directory_user_id <> ${personId})`.execute(
    tx,
  )
}

import { sql } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import type { Transaction } from '../../database/database.ts'
import { applyFilesOp } from './plan-of-files.ts'

/** Reduces the data of work that was left to a job to `kept`, wherever that is part of its data. */
export async function forgetWork(tx: Transaction, kept: object): Promise<void> {
  const left = JSON.stringify([kept])
  await sql`update plan set operations = ${left}::jsonb where operations @> ${left}::jsonb`.execute(
    tx,
  )
}

/** Empties the plans whose policy files name a person who is erased, by their id or their address. */
export async function forgetFiles(
  tx: Transaction,
  { id, email }: { id: string; email: string | null },
): Promise<void> {
  const names = [encodeId('directoryUser', id), ...(email === null ? [] : [email])]
  await sql`
    update plan set operations = '[]', findings = '[]'
    where operations @> ${JSON.stringify([{ op: applyFilesOp }])}::jsonb
      and exists (select from unnest(${names}::text[]) as n (name)
        where position(lower(n.name) in lower(operations::text)) > 0)`.execute(tx)
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

import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { isRejectedEnd } from '../../policy/shapes/incident-ref.ts'
import type { Integration } from '../../workspace/integrations/queries.ts'
import { emptyOutcome, type PeopleFindings } from './outcome.ts'

/** The findings for an administrator: among all people, and the cycles that this import would have closed. */
export async function findPeopleFindings(tx: Transaction): Promise<PeopleFindings> {
  const { rows } = await sql<PeopleFindings>`
    select
      (select count(*) from directory_user where manager_problem in ('unresolved', 'ambiguous') and deleted_at is null)
        as "managersUnresolved",
      (select count(*) from directory_user u join user_change c on c.directory_user_id = u.id
        where u.manager_problem = 'cycle' and u.deleted_at is null
          and c.before ->> 'manager_problem' is distinct from 'cycle') as "managerCycles",
      (select count(*) from (
        select from directory_user where deleted_at is null and email_key is not null
        group by email_key having count(*) > 1) shared) as "sharedEmails",
      (select count(*) from directory_user where review_reason = 'recycled_address' and deleted_at is null)
        as "recycledAddresses",
      (select count(*) from held_account h join identity i on i.id = h.identity_id where ${isRejectedEnd})
        as "rejectedAccountEnds"`.execute(tx)
  return rows[0] ?? emptyOutcome().people
}

/**
 * What the import says of staged accounts whose manager is named only by name and was not found by it; null where there are none.
 * Called after the merge.
 */
export async function describeManagersByName(
  tx: Transaction,
  { id, is_primary: isPrimary, manager_name_profile_key: key }: Integration,
): Promise<string | null> {
  if (!isPrimary || key === null) return null
  const { rows } = await sql<{ ambiguous: number; unknown: number }>`
    select count(*) filter (where u.manager_problem = 'ambiguous') as ambiguous,
      count(*) filter (where u.manager_problem = 'unresolved') as unknown
    from staged_account a join identity i on i.integration_id = ${id} and i.vendor_id = a.vendor_id
    join directory_user u on u.primary_identity_id = i.id
    where a.profile ? ${key}`.execute(tx)
  const { ambiguous = 0, unknown = 0 } = rows[0] ?? {}
  if (ambiguous + unknown === 0) return null
  return `Managers by name: ${ambiguous} with a name that several people have and ${unknown} with one that nobody has are left open. Export the number or the address of the manager to find these.`
}

import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { isRejectedEnd } from '../../policy/shapes/incident-ref.ts'
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

import { sql } from 'kysely'
import { followPrimaryAccounts } from './follow-primary.ts'
import { resolveHierarchy } from './hierarchy.ts'
import type { SourceRun } from './integration-facts.ts'
import { retryOrphans } from './link-accounts.ts'
import { keepIdentities, keepUsers } from './snapshots.ts'

/** Of several accounts of a person, the main one is active, else suspended, and the first that Muster saw. */
const mainAccounts = ({ integration }: SourceRun) => sql`
  select distinct on (i.directory_user_id) i.directory_user_id as person_id, i.id as account_id
  from identity i
  where i.integration_id = ${integration.id} and i.directory_user_id is not null and i.replaced_by_id is null
  order by i.directory_user_id, array_position(array['active', 'suspended', 'deactivated'], i.vendor_state), i.id`

/**
 * People follow their accounts in an integration that has become the primary. Who has none there is governed by no account, and
 * stays as they are. Its accounts that belong to no one are matched, or become people, as in an import. To be called after
 * `prepareAccountMerge`; the caller records what changed.
 */
export async function followNewPrimary(run: SourceRun): Promise<void> {
  const { tx } = run
  const moved = sql`
    select u.id, m.account_id from directory_user u left join (${mainAccounts(run)}) m on m.person_id = u.id
    where u.primary_identity_id is distinct from m.account_id`
  await keepUsers(tx, sql`select id from (${moved}) d`)
  await keepIdentities(tx, sql`select account_id from (${mainAccounts(run)}) m`)
  await sql`
    update directory_user u set primary_identity_id = d.account_id,
      manager_reference = case when d.account_id is not null then u.manager_reference end,
      manager_problem = case when d.account_id is not null then u.manager_problem end,
      provisioned_at = case when d.account_id is null then u.created_at else u.provisioned_at end
    from (${moved}) d where u.id = d.id`.execute(tx)
  await followPrimaryAccounts(run)
  await retryOrphans(run)
  await followPrimaryAccounts(run)
  await resolveHierarchy(run, false)
}

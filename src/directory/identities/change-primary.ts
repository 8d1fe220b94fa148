import { sql } from 'kysely'
import { followPrimaryAccounts } from './follow-primary.ts'
import { resolveHierarchy } from './hierarchy.ts'
import type { SourceRun } from './integration-facts.ts'
import { leadingAccounts } from './leading-account.ts'
import { retryOrphans } from './link-accounts.ts'
import { keepIdentities, keepUsers } from './snapshots.ts'

/**
 * People follow their accounts in an integration that has become the primary. Who has none there is governed by no account, and
 * stays as they are. Its accounts that belong to no one are matched, or become people, as in an import. To be called after
 * `prepareAccountMerge`; the caller records what changed.
 */
export async function followNewPrimary(run: SourceRun): Promise<void> {
  const { tx, integration } = run
  const leading = sql`select person_id, id as account_id from (${leadingAccounts(sql`
    from identity i join directory_user u on u.id = i.directory_user_id where i.integration_id = ${integration.id}`)}) l`
  const moved = sql`
    select u.id, m.account_id from directory_user u left join (${leading}) m on m.person_id = u.id
    where u.primary_identity_id is distinct from m.account_id`
  await keepUsers(tx, sql`select id from (${moved}) d`)
  await keepIdentities(tx, sql`select account_id from (${leading}) m`)
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

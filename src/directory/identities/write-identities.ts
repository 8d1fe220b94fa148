import { sql } from 'kysely'
import { fewRowsOf, overEveryone, planKept } from '../../database/planning.ts'
import type { Transaction } from '../../database/database.ts'
import { absentIdentities, differs, presentAccounts } from './changed-accounts.ts'
import type { SourceRun } from './integration-facts.ts'
import { isStillInactive } from './leading-account.ts'
import { keepIdentities, stateOf } from './snapshots.ts'

/** Brings the identities that the integration already had up to what `staged_account` says, where it differs. */
export async function updateKnownIdentities({
  tx,
  integration,
  facts,
}: SourceRun): Promise<number> {
  const changed = sql`
    select i.id from staged_account a
    join identity i on i.integration_id = ${integration.id} and i.vendor_id = a.vendor_id
    where ${differs(integration)}`
  const keeping = keepIdentities(tx, changed)
  if (facts === undefined && (await keeping) === 0) return 0
  const updating = sql`
    update identity i set handle = a.handle, first_name = a.first_name, last_name = a.last_name,
      full_name = a.full_name, email = a.email, vendor_state = a.state, vendor_created_at = a.created_at,
      profile = a.profile, days = a.days, never_active = ${isStillInactive(integration)}, state = ${stateOf({ person: sql`i.directory_user_id`, atVendor: sql`a.state` })}
    from staged_account a
    where i.integration_id = ${integration.id} and i.vendor_id = a.vendor_id
      and i.id in (select identity_id from identity_change)`.execute(tx)
  const [, { numAffectedRows }] = await Promise.all([keeping, updating])
  return Number(numAffectedRows ?? 0)
}

/**
 * Deactivates the identities that a complete source no longer has.
 * @returns how many
 */
export async function deactivateAbsentIdentities({ tx }: SourceRun): Promise<number> {
  const kept = await keepIdentities(tx, absentIdentities)
  if (kept === 0) return 0
  await sql`
    update identity i set vendor_state = 'deactivated', state = 'deactivated', days = null
    where i.id in (${absentIdentities})`.execute(tx)
  return kept
}

/** Accounts that a source does not list, and people who have no other primary account: a complete run would deactivate them. */
export type AbsentAccounts = { accountsToDeactivate: number; peopleToDeactivate: number }

export const noAbsentAccounts: AbsentAccounts = { accountsToDeactivate: 0, peopleToDeactivate: 0 }

/** Counts what {@link deactivateAbsentIdentities} would deactivate. */
export async function countAbsentAccounts({ tx, integration }: SourceRun): Promise<AbsentAccounts> {
  const counting = sql<AbsentAccounts>`
    with account as materialized (
      select i.id, i.directory_user_id, n.identity_id is not null as is_absent
      from identity i left join import_absent n on n.run_id = current_import_run() and n.identity_id = i.id
      where i.integration_id = ${integration.id} and i.vendor_state <> 'deactivated'
    )
    ${countGone}`
  const { rows } = await overEveryone(tx, () => counting.execute(tx))
  return rows[0] ?? noAbsentAccounts
}

/** {@link countAbsentAccounts} of a run that has not compared its accounts, before anything is taken out of its stage. */
export async function countUnlistedAccounts(
  tx: Transaction,
  integrationId: string,
): Promise<AbsentAccounts> {
  const { rows } = await sql<AbsentAccounts>`
    with listed as materialized (
      select i.id from staged_account a join identity i on i.integration_id = ${integrationId} and i.vendor_id = a.vendor_id
    ), account as materialized (
      select i.id, i.directory_user_id,
        i.id not in (select id from listed) and i.vendor_id not in (${presentAccounts}) as is_absent
      from identity i where i.integration_id = ${integrationId} and i.vendor_state <> 'deactivated'
    )
    ${countGone}`.execute(tx)
  return rows[0] ?? noAbsentAccounts
}

/** Counts the absent of the accounts in use of an integration (`account`), and the people whom one of them leads and no other keeps, as SQL. */
const countGone = sql`
    select (select count(*) from account where is_absent) as "accountsToDeactivate", (
      select count(*) from directory_user u join account l on l.id = u.primary_identity_id and l.is_absent
      where u.deleted_at is null and u.base_state <> 'deactivated'
        and not exists (select from account o where o.directory_user_id = u.id and not o.is_absent)) as "peopleToDeactivate"`

/** How many of the accounts that the run lists it wrote; the others are just as they were. */
export async function countTouchedAccounts({ tx, integration }: SourceRun): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${fewRowsOf(tx, 'identity_change')} c
    join identity i on i.id = c.identity_id and i.integration_id = ${integration.id}
    join staged_account a on a.vendor_id = i.vendor_id and a.line > 0
    ${planKept(tx)}`.execute(tx)
  return rows[0]?.count ?? 0
}

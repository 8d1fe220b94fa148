import { sql } from 'kysely'
import { record } from '../../audit/record.ts'
import { auditIdentities, auditPeople } from './account-audit.ts'
import { absentIdentities } from './changed-accounts.ts'
import { followPrimaryAccounts } from './follow-primary.ts'
import type { SourceRun } from './integration-facts.ts'
import { keepIdentities } from './snapshots.ts'
import { createAccountMerge } from './stage-accounts.ts'

/** `waiting`: identities that the source says are deactivated and that stay as they are. */
export type HeldBack = { isQuarantined: boolean; waiting: number }

/**
 * Looks at the identities that a staged run would deactivate, before anything is written: one that deactivates too many
 * of its own within 24 hours is quarantined, and until it is released they wait. The caller holds the
 * policy lock.
 */
export async function holdBackDeactivations(
  run: SourceRun,
  isComplete: boolean,
): Promise<HeldBack> {
  const { tx, integration } = run
  const pending = pendingDeactivations(integration.id, isComplete)
  const known = await tx
    .selectFrom('integration_quarantine')
    .select('id')
    .where('integration_id', '=', integration.id)
    .where('released_at', 'is', null)
    .executeTakeFirst()
  const isQuarantined = known !== undefined || (await quarantineBeyondLimit(run, pending))
  if (!isQuarantined) return { isQuarantined, waiting: 0 }
  return { isQuarantined, waiting: await letWait(run, pending) }
}

/** Identities in use that the staged run says are deactivated, in so many words or, where it is complete, by their absence. */
function pendingDeactivations(integrationId: string, isComplete: boolean) {
  return sql<string>`
    select i.id from identity i join staged_account a on a.vendor_id = i.vendor_id
    where i.integration_id = ${integrationId} and i.vendor_state <> 'deactivated' and a.state = 'deactivated'
    union all
    select id from (${absentIdentities}) absent where ${isComplete}`
}

type Counted = { pending: number; recent: number; size: number; percent: number; least: number }

/** What was deactivated before the last release is not counted again. An integration younger than a day is measured by itself. */
async function quarantineBeyondLimit(
  { tx, actor, integration }: SourceRun,
  pending: ReturnType<typeof pendingDeactivations>,
): Promise<boolean> {
  const { rows } = await sql<Counted>`
    with span as materialized (
      select day.ago, greatest(day.ago, (select max(released_at) from integration_quarantine
        where integration_id = ${integration.id})) as counted_from
      from (select current_instant() - interval '24 hours' as ago) as day
    ), pending as materialized (${pending}),
    mine as materialized (
      select i.created_at <= ago as is_old, i.vendor_deactivated_at > counted_from as is_recent,
        i.vendor_state <> 'deactivated' or i.vendor_deactivated_at > ago as was_in_use
      from identity i cross join span where i.integration_id = ${integration.id}
    )
    select (select count(*) from pending) as pending, count(*) filter (where is_recent) as recent,
      coalesce(nullif(count(*) filter (where was_in_use and is_old), 0), count(*) filter (where was_in_use)) as size,
      p.account_limit_percent as percent, p.account_limit_people as least
    from mine right join policy_settings p on true
    group by p.account_limit_percent, p.account_limit_people`.execute(tx)
  const [counted] = rows
  if (counted === undefined || counted.pending === 0) return false
  const { recent, size, percent, least } = counted
  const deactivations = recent + counted.pending
  if (deactivations <= least || deactivations * 100 <= size * percent) return false
  await tx
    .insertInto('integration_quarantine')
    .values({ integration_id: integration.id, deactivations, identities: size })
    .execute()
  await record(tx, actor, [
    {
      event: 'workspace.integration.quarantine',
      record: { kind: 'integration', id: integration.id },
      changes: { quarantined: { old: false, new: true } },
      details: { deactivations, identities: size },
    },
  ])
  return true
}

/** What else the source says of these accounts counts; only that they are gone does not. */
async function letWait(
  { tx, integration }: SourceRun,
  pending: ReturnType<typeof pendingDeactivations>,
): Promise<number> {
  const moved = sql`
    select i.id from identity i
    where i.integration_id = ${integration.id}
      and (i.id in (${pending})) <> (i.deactivation_waits_since is not null)`
  await keepIdentities(tx, moved)
  await sql`
    update identity i set deactivation_waits_since =
      case when i.deactivation_waits_since is null then current_instant() end
    where i.id in (${moved})`.execute(tx)
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from (${pending}) as pending`.execute(tx)
  await sql`
    update staged_account a set state = i.vendor_state from identity i
    where i.integration_id = ${integration.id} and i.vendor_id = a.vendor_id
      and a.state = 'deactivated' and i.vendor_state <> 'deactivated'`.execute(tx)
  return rows[0]?.waiting ?? 0
}

/** Ends the open quarantine of an integration. @returns whether there was one */
export async function releaseQuarantine(
  tx: SourceRun['tx'],
  integrationId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update integration_quarantine set released_at = current_instant()
    where integration_id = ${integrationId} and released_at is null`.execute(tx)
  return Number(numAffectedRows ?? 0) > 0
}

/**
 * Deactivates the identities that waited for it, and the people whose primary they are, with their audit rows. Manifests
 * follow by the caller, who holds the policy lock, exclusive. @returns how many identities
 */
export async function deactivateWaiting(run: SourceRun): Promise<number> {
  const { tx, integration } = run
  await createAccountMerge(tx)
  const waiting = sql`
    select i.id from identity i
    where i.integration_id = ${integration.id} and i.deactivation_waits_since is not null`
  const kept = await keepIdentities(tx, waiting)
  await sql`
    update identity i set vendor_state = 'deactivated',
      state = case when i.directory_user_id is null then 'orphan' else 'deactivated' end
    where i.id in (${waiting})`.execute(tx)
  if (integration.isPrimary) await followPrimaryAccounts(run)
  await auditIdentities(run)
  await auditPeople(run)
  return kept
}

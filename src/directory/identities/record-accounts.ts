import { sql, type RawBuilder } from 'kysely'
import { fewRowsOf, planKept } from '../../database/planning.ts'
import { restateConditions } from '../../policy/conditions/restate-conditions.ts'
import {
  auditIdentities,
  auditPeople,
  type WrittenIdentities,
  type WrittenPeople,
} from './account-audit.ts'
import { followPrimaryAccounts } from './follow-primary.ts'
import { emptyStage, stageHeld } from './held-accounts.ts'
import { endAcceptedHolds } from './end-holds.ts'
import type { HeldSelection } from './held-selection.ts'
import { resolveHierarchy } from './hierarchy.ts'
import type { IntegrationFacts, SourceRun } from './integration-facts.ts'
import {
  forgetRetried,
  linkAccounts,
  noteChangedOrphans,
  retryConcernedOrphans,
} from './link-accounts.ts'
import { keepRejections, noteRejections } from './replaced-accounts.ts'
import {
  countTouchedAccounts,
  deactivateAbsentIdentities,
  updateKnownIdentities,
} from './write-identities.ts'

export type RecordedAccounts = {
  identities: WrittenIdentities & { unchanged: number }
  people: WrittenPeople
}

/**
 * Writes one audit row for each record that a merge changed, and follows people whose names conditions say. `listed`: how many
 * accounts the source lists, those included that are not staged because they are unchanged.
 */
export async function auditMerged(run: SourceRun, listed: number): Promise<RecordedAccounts> {
  const { integration, facts } = run
  if (integration.isPrimary) await restateWhoChanged(run)
  if (facts === undefined) await noteRejections(run)
  if (facts?.othersWait !== false) await forgetRetried(run)
  const writesNoOrphan =
    facts !== undefined && (integration.isPrimary || facts.accounts === 'known')
  if (!writesNoOrphan) await noteChangedOrphans(run, mayMoveAccess(integration.id))
  const unchanged = listed - (facts?.staged ?? (await countTouchedAccounts(run)))
  const identities = { ...(await auditIdentities(run)), unchanged }
  return { identities, people: await auditPeople(run) }
}

type MergeOptions = { endsAbsent: boolean; hierarchyWasRight: boolean; skips?: SkippedSteps }

/** Steps that a merge leaves out: it does not match accounts of other sources, or leaves everybody's manager and parent as they are. */
export type SkippedSteps = { otherSources: boolean; hierarchy: boolean }

/**
 * Merges `staged_account` into accounts and people, without audit rows: set-based, writing only differences. On the
 * views of the schema `ahead` it writes what a merge will result in. `endsAbsent`: accounts that the source does
 * not list are deactivated. `hierarchyWasRight`: no manager or parent changes unless this run changes it. The
 * caller holds the policy lock, exclusive where {@link mayMoveAccess}, and recalculates manifests for {@link
 * affectedPeople}.
 */
export async function mergeStaged(
  run: SourceRun,
  { endsAbsent, hierarchyWasRight, skips }: MergeOptions,
): Promise<void> {
  const { facts } = run
  const knowsNone = facts?.accounts === 'new' || facts?.staged === 0
  const known = knowsNone ? 0 : await updateKnownIdentities(run)
  const ended = endsAbsent ? await deactivateAbsentIdentities(run) : 0
  if (run.integration.isPrimary && known + ended > 0) await followPrimaryAccounts(run)
  const linked = await linkAccounts(run, endsAbsent)
  if (linked > 0) await keepRejections(run)
  if (!run.integration.isPrimary) return
  if (linked > 0) await followPrimaryAccounts(run)
  if (skips?.hierarchy !== true) await resolveHierarchy(run, hierarchyWasRight)
  if (skips?.otherSources === true || facts?.othersWait === false) return
  for (const integration of await integrationsWithOrphans(run))
    await retryConcernedOrphans({ ...run, integration, facts: undefined })
}

/**
 * Merges held accounts as if their source had sent them now, and ends their holds. The caller holds the policy
 * lock, exclusive, and recalculates manifests for {@link affectedPeople}.
 */
export async function acceptHeld(
  run: SourceRun,
  selection: HeldSelection,
): Promise<RecordedAccounts> {
  const listed = await stageHeld(run, selection)
  await endAcceptedHolds(run)
  await mergeStaged(run, { endsAbsent: false, hierarchyWasRight: false })
  const recorded = await auditMerged(run, listed)
  await emptyStage(run)
  return recorded
}

/**
 * Merges held accounts on the views of the schema `ahead`, in a transaction whose search path begins with it: the
 * result of {@link acceptHeld} for accounts and people, without a lock on either. `hierarchyWasRight`: as for {@link mergeStaged}.
 */
export async function previewHeld(
  run: SourceRun,
  selection: HeldSelection,
  hierarchyWasRight: boolean,
): Promise<void> {
  await stageHeld(run, selection)
  await mergeStaged(run, { endsAbsent: false, hierarchyWasRight })
  await sql`select analyze_import_ahead()`.execute(run.tx)
}

/** The descriptions of conditions that name people follow renames by the source. */
async function restateWhoChanged({ tx }: SourceRun): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct c.directory_user_id as id from condition c
    join ${fewRowsOf(tx, 'user_change')} n on n.directory_user_id = c.directory_user_id and not n.is_new ${planKept(tx)}`.execute(
    tx,
  )
  if (rows.length > 0) await restateConditions(tx, { directoryUserIds: rows.map(({ id }) => id) })
}

async function integrationsWithOrphans({
  tx,
  integration,
}: SourceRun): Promise<IntegrationFacts[]> {
  const { rows } = await sql<{ id: string; handle: string; trusts_email: boolean }>`
    select n.id, n.handle, n.trusts_email from integration n
    where n.id <> ${integration.id} and n.deleted_at is null
      and (select true from identity i where i.integration_id = n.id and i.directory_user_id is null limit 1)
    order by n.handle ${planKept(tx)}`.execute(tx)
  return rows.map((row) =>
    Object.assign({}, integration, {
      id: row.id,
      handle: row.handle,
      isPrimary: false,
      trustsEmail: row.trusts_email,
    }),
  )
}

/** The accounts (uuids) that a run wrote, as SQL. */
export const changedAccounts = sql`select identity_id from identity_change`

/** Those by whose accounts people come and go, or whose profiles some dimension or condition reads. */
const integrationsThatAreRead = sql`
  select id from integration where is_primary
  union select integration_id from dimension
  union select integration_id from condition where integration_id is not null`

/** Whether accounts of an integration (a uuid) can change a verdict, as SQL. It stays so while the policy lock is held. */
export function mayMoveAccess(integrationId: string): RawBuilder<boolean> {
  return sql`${integrationId}::uuid in (${integrationsThatAreRead})`
}

/**
 * The people whose verdicts this run can have changed: those it wrote, those whose identities it wrote where a
 * condition or dimension may read them, all people below a person whose manager changed, and the secondary users of
 * all these. `all` when a list would save nothing.
 */
export async function affectedPeople({ tx }: SourceRun): Promise<'all' | string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive read as (${integrationsThatAreRead}), changed as (
      select directory_user_id as id from user_change
      union
      select i.directory_user_id from ${fewRowsOf(tx, 'identity_change')} c join identity i on i.id = c.identity_id
      where i.directory_user_id is not null and i.integration_id in (select id from read)
    ),
    below as (
      select u.id from ${fewRowsOf(tx, 'user_change')} c join directory_user u on u.id = c.directory_user_id
      where c.before ->> 'manager_id' is distinct from u.manager_id::text
      union
      select u.id from below b join directory_user u on u.manager_id = b.id
    ),
    affected as (select id from changed union select id from below)
    select id from affected
    union select u.id from affected a join directory_user u on u.parent_user_id = a.id
    limit ${listedAtMost + 1} ${planKept(tx)}`.execute(tx)
  return rows.length > listedAtMost ? 'all' : rows.map((row) => row.id)
}

const listedAtMost = 20_000

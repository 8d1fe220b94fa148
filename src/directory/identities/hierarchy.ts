import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { fewRowsOf, overEveryone, planKept, send, withBulkPlans } from '../../database/planning.ts'
import type { SourceRun } from './integration-facts.ts'
import { resolveManagers, resolveManagersNear, someManagerMoves } from './resolve-managers.ts'
import { resolveParents, someParentMoves } from './resolve-parents.ts'

/** A text that stays the same as long as no person and no account of the integration changes: managers and parents follow from these. */
export type HierarchyVersion = string

/**
 * Works out everybody's manager and parent from what is known, without a lock.
 * @returns the version that they follow from, if they are right already
 */
export async function checkHierarchy(run: SourceRun): Promise<HierarchyVersion | null> {
  const version = await readHierarchyVersion(run)
  const moves = (await someManagerMoves(run)) || (await someParentMoves(run))
  return moves ? null : version
}

/** Versions only grow and rows are never deleted, so no two states have the same sums. */
export async function readHierarchyVersion({
  tx,
  integration,
}: SourceRun): Promise<HierarchyVersion> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(' ', (select version from integration where id = ${integration.id}),
      (select sum(version + 1) from directory_user),
      (select sum(version + 1) from identity where integration_id = ${integration.id})) as version`.execute(
    tx,
  )
  return rows[0]?.version ?? ''
}

/**
 * Whether nothing that managers and parents follow from has changed since they were confirmed to be right
 * ({@link confirmHierarchy}).
 */
export async function isHierarchyConfirmed(tx: Transaction): Promise<boolean> {
  const { rows } = await sql`
    select from confirmed_hierarchy where change = (select last_value from hierarchy_change) ${planKept(tx)}`.execute(
    tx,
  )
  return rows.length > 0
}

/**
 * Notes that everybody's manager and parent are right, after a run that has resolved them. A run of another source than the
 * primary leaves them as they were (`wasConfirmed`), unless it changes the accounts by which they are found. The caller holds the policy
 * lock, exclusive: no change that others have begun is counted already.
 */
export async function confirmHierarchy(run: SourceRun, wasConfirmed: boolean): Promise<void> {
  const { tx, integration } = run
  if (!integration.isPrimary && (!wasConfirmed || (await someRelationChanged(run)))) return
  const confirming = sql`
    insert into confirmed_hierarchy (change) select last_value from hierarchy_change
    on conflict (is_only) do update set change = excluded.change ${planKept(tx)}`
  send(tx, confirming)
}

/**
 * Resolves everybody's manager and parent. Where they were right before this run (`wasRight`), only those that its changes concern, if
 * there are any.
 */
export async function resolveHierarchy(run: SourceRun, wasRight: boolean): Promise<void> {
  if (wasRight && !(await someRelationChanged(run))) return
  const isNear = wasRight && (await resolveManagersNear(run))
  if (!isNear) await overEveryone(run.tx, () => resolveManagers(run))
  await withBulkPlans(run.tx, () => resolveParents(run))
}

/** Whether the run wrote something that managers and parents are found by. */
async function someRelationChanged({ tx, integration, facts }: SourceRun): Promise<boolean> {
  if (facts?.accounts === 'new') return true
  const { managerProfileKey, managerNameProfileKey, employeeIdProfileKey, parentProfileKey } =
    integration
  const keys = [
    managerProfileKey,
    managerNameProfileKey,
    employeeIdProfileKey,
    parentProfileKey,
  ].filter((key) => key !== null)
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from ${fewRowsOf(tx, 'identity_change')} c join identity i on i.id = c.identity_id
      -- A new account has no profile while it is held.
      where c.is_new or c.before -> 'profile' = '{}' or c.before ->> 'directory_user_id' is distinct from i.directory_user_id::text
        or ${managerNameProfileKey !== null} and c.before ->> 'full_name' is distinct from i.full_name
        or exists (select from unnest(${keys}::text[]) as key
          where profile_text(c.before -> 'profile', key) is distinct from profile_text(i.profile, key))
    ) or exists (
      select from ${fewRowsOf(tx, 'user_change')} c join directory_user u on u.id = c.directory_user_id
      where c.is_new or (c.before ->> 'base_state', c.before ->> 'email', c.before ->> 'primary_identity_id')
        is distinct from (u.base_state, u.email, u.primary_identity_id::text)
    ) as found ${planKept(tx)}`.execute(tx)
  return rows[0]?.found ?? true
}

import { sql } from 'kysely'
import type { AuditActor } from '../audit/record.ts'
import type { Transaction } from '../database/database.ts'
import { isHierarchyConfirmed } from '../directory/identities/hierarchy.ts'
import {
  selectHeld,
  type HeldSelection,
  type SelectedAccount,
} from '../directory/identities/held-selection.ts'
import type { SourceRun } from '../directory/identities/integration-facts.ts'
import { acceptHeld, affectedPeople, previewHeld } from '../directory/identities/record-accounts.ts'
import { prepareAccountMerge } from '../directory/identities/stage-accounts.ts'
import { makeAttributes } from '../policy/attributes/make-attributes.ts'
import { dropFormerValues } from '../policy/attributes/tested-values.ts'
import { loadCompiledPolicy } from '../policy/model/compiled-policy.ts'
import type { ChangeContext } from '../policy/changes/change-context.ts'
import { endRulesOfReturned } from '../policy/manifests/end-rules.ts'
import { recalculate } from '../policy/manifests/recalculate.ts'
import { Moves, movesOf } from '../policy/manifests/moves.ts'
import type { Movement } from '../policy/limits/counting.ts'
import { Stopped } from '../policy/limits/stopped.ts'
import type { Effect } from '../policy/plans/effect.ts'
import { effectOf } from '../policy/plans/run-plan.ts'
import { withBulkPlans } from '../database/planning.ts'
import { factsOf } from '../connectors/import/merge-accounts.ts'
import { changesOfRun } from '../connectors/import/changes-of-run.ts'

/** The actor who accepts, and the instant. */
type Accepting = { tx: Transaction; now: Date; actor: AuditActor }

/** The effect of accepting pending facts. Ids are uuids. */
export type Accepted = { accounts: readonly string[]; people: readonly string[]; effect: Effect }

/**
 * Accepts what is pending of these accounts, as if their source had sent it now, and manifests follow. Nothing of it counts
 * towards a limit. The caller holds the policy lock, exclusive. `observe` is told of what is written to manifests.
 * @returns what followed, with the movements in rulesets of resources; Stopped beyond `rowsAtMost`
 */
export async function acceptPending(
  {
    tx,
    now,
    actor,
    observe,
    rowsAtMost,
  }: Accepting & Pick<ChangeContext, 'observe' | 'rowsAtMost'>,
  integrationId: string,
  selection: HeldSelection,
): Promise<(Accepted & { movements: readonly Movement[] }) | Stopped> {
  const run = await sourceRun(tx, actor, integrationId)
  const held = await selectHeld(tx, selection)
  const moves = new Moves()
  const movements: Movement[] = []
  if (held.length > 0) {
    await prepareAccountMerge(tx)
    await withBulkPlans(tx, () => acceptHeld(run, selection))
    const { people } = await followAccounts(run, now)
    const limited = await rulesetsOfResources(tx)
    const done = await recalculate(tx, {
      now,
      actor,
      people,
      counting: 'uncounted',
      rowsAtMost,
      observe: (changes) => {
        for (const move of movesOf(changes)) if (limited.has(move.rulesetId)) movements.push(move)
        moves.note(changes)
        observe?.(changes)
      },
    })
    if (done instanceof Stopped) return done
  }
  return { ...(await acceptedOf(tx, held, moves)), movements }
}

/**
 * Finds what {@link acceptPending} would do, in a transaction that the caller rolls back. No account or person is
 * locked, so that nothing waits for it.
 */
export async function previewPending(
  { tx, now, actor }: Accepting,
  integrationId: string,
  selection: HeldSelection,
): Promise<Accepted> {
  const run = await sourceRun(tx, actor, integrationId)
  const held = await selectHeld(tx, selection)
  const moves = new Moves()
  if (held.length > 0) {
    await prepareAccountMerge(tx)
    await sql`set local search_path = ahead, public`.execute(tx)
    // A new account leads to a person once it is accepted.
    const hierarchyWasRight = !held.some(({ isNew }) => isNew) && (await isHierarchyConfirmed(tx))
    await withBulkPlans(tx, () => previewHeld(run, selection, hierarchyWasRight))
    const { people, newRulesets } = await followAccounts(run, now)
    const policy = await loadCompiledPolicy(tx)
    const evaluation = { people, newRulesets, now, of: 'stays' } as const
    for await (const changes of changesOfRun(tx, policy, evaluation)) moves.note(changes)
  }
  return acceptedOf(tx, held, moves)
}

/** Attributes follow the accounts. @returns who has to be evaluated */
async function followAccounts(run: SourceRun, now: Date) {
  const { tx, actor } = run
  const affected = await affectedPeople(run)
  await endRulesOfReturned(tx, actor, now)
  await dropFormerValues(tx, actor)
  const { rulesetIds } = await makeAttributes(tx, { now, actor, dimensionIds: 'all' })
  const people = rulesetIds.length > 0 ? ('all' as const) : affected
  return { people, newRulesets: rulesetIds }
}

async function acceptedOf(
  tx: Transaction,
  held: readonly SelectedAccount[],
  moves: Moves,
): Promise<Accepted> {
  return {
    accounts: held.map(({ identityId }) => identityId),
    people: [...new Set(held.flatMap(({ personId }) => personId ?? []))],
    effect: await effectOf(tx, moves, { operations: [], records: [] }),
  }
}

async function sourceRun(
  tx: Transaction,
  actor: AuditActor,
  integrationId: string,
): Promise<SourceRun> {
  const integration = await tx
    .selectFrom('integration')
    .selectAll()
    .where('id', '=', integrationId)
    .executeTakeFirstOrThrow()
  return { tx, actor, integration: factsOf(integration) }
}

async function rulesetsOfResources(tx: Transaction): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from ruleset where resource_id is not null and state = 'managed'`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

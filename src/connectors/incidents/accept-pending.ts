import { sql } from 'kysely'
import type { AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import { selectHeld, type HeldSelection } from '../../directory/identities/held-accounts.ts'
import type { SourceRun } from '../../directory/identities/integration-facts.ts'
import { acceptHeld, affectedPeople } from '../../directory/identities/record-accounts.ts'
import { createAccountMerge } from '../../directory/identities/stage-accounts.ts'
import { makeAttributes } from '../../policy/attributes/make-attributes.ts'
import { dropFormerValues } from '../../policy/attributes/tested-values.ts'
import { EffectCollector } from '../../policy/effect-collector.ts'
import type { ManifestChanges } from '../../policy/manifests/manifest-changes.ts'
import { recalculate } from '../../policy/manifests/recalculate.ts'
import { movesOf } from '../../policy/moves.ts'
import type { Movement } from '../../policy/limits/counting.ts'
import type { Effect } from '../../policy/plans/effect.ts'
import { effectOf } from '../../policy/plans/run-plan.ts'
import { factsOf } from '../import/merge-accounts.ts'

/** Who accepts, as of when, under the policy lock or (a dry run) in a transaction that is rolled back. */
export type Accepting = {
  tx: Transaction
  now: Date
  actor: AuditActor
  isDryRun?: boolean
  /** Told of what is written to manifests. */
  observe?: ((changes: ManifestChanges) => void) | undefined
}

/** What followed from accepting pending facts. Ids are uuids. */
export type Accepted = {
  accounts: readonly string[]
  people: readonly string[]
  effect: Effect
  /** In rulesets of resources. */
  movements: readonly Movement[]
}

/**
 * Accepts what is pending of these accounts, as if their source had sent it now, and manifests follow. Nothing of it counts
 * towards a limit.
 */
export async function acceptPending(
  { tx, now, actor, isDryRun = false, observe }: Accepting,
  integrationId: string,
  selection: HeldSelection,
): Promise<Accepted> {
  const run = await sourceRun(tx, actor, integrationId)
  const held = await selectHeld(tx, selection)
  const collector = new EffectCollector()
  const movements: Movement[] = []
  if (held.length > 0) {
    await createAccountMerge(tx)
    await acceptHeld(run, selection)
    const affected = await affectedPeople(run)
    await dropFormerValues(tx, actor)
    const { rulesetIds } = await makeAttributes(tx, { now, actor, dimensionIds: 'all' })
    const limited = await rulesetsOfResources(tx)
    await recalculate(tx, {
      now,
      actor,
      people: rulesetIds.length > 0 ? 'all' : affected,
      counting: 'uncounted',
      isDryRun,
      observe: (changes) => {
        for (const move of movesOf(changes)) if (limited.has(move.rulesetId)) movements.push(move)
        collector.observe(changes)
        observe?.(changes)
      },
    })
  }
  const effect = await effectOf(tx, collector, { operations: [], records: [] })
  return {
    accounts: held.map(({ identityId }) => identityId),
    people: [...new Set(held.flatMap(({ personId }) => personId ?? []))],
    effect,
    movements,
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

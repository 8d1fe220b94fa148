import { sql } from 'kysely'
import type { AuditActor } from '../audit/record.ts'
import { mappingFault } from '../connectors/import/integration-mapping.ts'
import type { Reader, Transaction } from '../database/database.ts'
import { readHighestChange } from '../directory/identities/held-selection.ts'
import { needsHeavyPlace } from '../http/limits/request-cost.ts'
import { conflict } from '../http/refusals/problem.ts'
import type { ReadContext } from '../http/route/route.ts'
import { previewPending } from './accept-pending.ts'
import {
  findFreshPlan,
  type FreshPlan,
  type HeldChoice,
  type IncidentPlan,
  keepIncidentPlan,
  selectionOf,
} from './incident-plans.ts'
import type { IncidentState } from '../policy/holds/queries.ts'
import { clockActor, lockAndSettle } from '../policy/manifests/settle.ts'

export type ChosenIncident = { integrationId: string; isOpen: boolean; choice: HeldChoice }

const savepoint = sql`savepoint before_effect`
const rollback = sql`rollback to savepoint before_effect`

/**
 * Computes the effect of accepting what an incident holds, rolls that back, and stores it as a plan. On a snapshot,
 * or under the policy lock.
 */
export async function workOutEffect(
  tx: Transaction,
  { integrationId, isOpen, choice }: ChosenIncident,
): Promise<IncidentPlan> {
  const upTo = await readHighestChange(tx, selectionOf(choice, Number.MAX_SAFE_INTEGER, isOpen))
  await savepoint.execute(tx)
  const { now } = await lockAndSettle(tx, { isDryRun: true })
  const selection = selectionOf(choice, upTo, isOpen)
  const accepted = await previewPending({ tx, now, actor: planner }, integrationId, selection)
  await rollback.execute(tx)
  return keepIncidentPlan(tx, planner, { choice, upTo, accepted })
}

/** A preview has no author, so the clock is the actor. */
const planner: AuditActor = clockActor

/**
 * The effect of accepting what an incident holds. `planning`: it is still being computed. `failure`: why it can't
 * be computed.
 */
export type IncidentEffectState = FreshPlan | { failure: string } | 'planning' | null

type Snapshots = Pick<ReadContext, 'db' | 'services' | 'isSettled'>

/**
 * The plan that shows the current effect; it is computed if there is none, by a request that has a heavy place. While a due
 * item can't be settled, nothing is computed.
 * @returns null when nothing is held or rejected
 */
export async function findEffect(
  { db, services, isSettled, isHeavy }: Snapshots & Pick<ReadContext, 'isHeavy'>,
  { state, integration_id: integrationId }: IncidentState,
  choice: HeldChoice,
): Promise<IncidentEffectState | typeof needsHeavyPlace> {
  // Where one is fresh, nothing has been written since it was worked out: the same is held, and it can be accepted.
  const fresh = await findFreshPlan(db, choice)
  if (fresh !== undefined) return fresh
  const isOpen = state === 'open'
  const all = selectionOf(choice, Number.MAX_SAFE_INTEGER, isOpen)
  if ((await readHighestChange(db, all)) === 0) return null
  const failure = await findMappingFault(db, integrationId)
  if (failure !== null) return { failure }
  if (!isSettled) return 'planning'
  if (!isHeavy) return needsHeavyPlace
  return services.database.transaction(
    // A transaction that is restarted because another request kept the same effect finds it.
    async ({ tx }) =>
      (await findFreshPlan(tx, choice)) ?? workOutEffect(tx, { integrationId, isOpen, choice }),
    { onSnapshot: true },
  )
}

/** Why pending facts of this source can't be accepted now; null where they can. */
async function findMappingFault(db: Reader, integrationId: string): Promise<string | null> {
  const integration = await db
    .selectFrom('integration')
    .select(['handle', 'mapping'])
    .where('id', '=', integrationId)
    .executeTakeFirstOrThrow()
  const fault = mappingFault(integration)
  return fault && `${fault} Correct it: muster import --mapping does so.`
}

/** 409 while pending facts of this source can't be accepted. */
export async function requireUsableMapping(db: Reader, integrationId: string): Promise<void> {
  const fault = await findMappingFault(db, integrationId)
  if (fault !== null) throw conflict(fault)
}

/** Reads in a snapshot of its own. An effect that has just been kept is not in one that began before. */
export function inSnapshot<T>(
  { db, services, isSettled }: Snapshots,
  read: (db: Reader) => Promise<T>,
): Promise<T> {
  return isSettled ? services.database.snapshot(read) : read(db)
}

import { readHighestChange } from '../directory/identities/held-selection.ts'
import type { Reader } from '../database/database.ts'
import type { ReadContext } from '../http/route/route.ts'
import { conflict } from '../http/refusals/problem.ts'
import { needsHeavyPlace } from '../http/limits/request-cost.ts'
import { mappingFault } from '../connectors/import/integration-mapping.ts'
import type { IncidentRow } from '../policy/holds/queries.ts'
import { findFreshPlan, selectionOf, type HeldChoice, type IncidentPlan } from './incident-plans.ts'
import { workOutEffect } from './work-out-effect.ts'

/**
 * The effect of accepting what an incident holds. `planning`: it is still being computed. `failure`: why it can't
 * be computed.
 */
export type IncidentEffectState = IncidentPlan | { failure: string } | 'planning' | null

type Snapshots = Pick<ReadContext, 'db' | 'services' | 'isSettled'>

/**
 * The plan that shows the current effect; it is computed if there is none, by a request that has a heavy place. While a due
 * item can't be settled, nothing is computed.
 * @returns null when nothing is held or rejected
 */
export async function findEffect(
  { db, services, isSettled, isHeavy }: Snapshots & Pick<ReadContext, 'isHeavy'>,
  { state, integration_id: integrationId }: Pick<IncidentRow, 'state' | 'integration_id'>,
  choice: HeldChoice,
): Promise<IncidentEffectState | typeof needsHeavyPlace> {
  const isOpen = state === 'open'
  const all = selectionOf(choice, Number.MAX_SAFE_INTEGER, isOpen)
  if ((await readHighestChange(db, all)) === 0) return null
  const failure = await findMappingFault(db, integrationId)
  if (failure !== null) return { failure }
  const fresh = await findFreshPlan(db, choice)
  if (fresh !== undefined) return fresh
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

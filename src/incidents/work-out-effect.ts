import { sql } from 'kysely'
import type { AuditActor } from '../audit/record.ts'
import type { Transaction } from '../database/database.ts'
import { readHighestChange } from '../directory/identities/held-selection.ts'
import { clockActor, lockAndSettle } from '../policy/manifests/settle.ts'
import { previewPending } from './accept-pending.ts'
import {
  keepIncidentPlan,
  selectionOf,
  type HeldChoice,
  type IncidentPlan,
} from './incident-plans.ts'

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

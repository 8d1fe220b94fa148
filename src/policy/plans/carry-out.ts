import { isDeepStrictEqual } from 'node:util'
import { Stopped } from '../limits/stopped.ts'
import type { OperationContext } from '../changes/operation-kind.ts'
import { storedOperations, type PlanRow } from './queries.ts'
import { nameFormerStays } from './former-stays.ts'
import { requireNotReverted } from './require-not-reverted.ts'
import { lookAhead, type Planned } from './run-plan.ts'
import { isLoosening, requireSecond, requiresSecond } from '../limits/second-approval.ts'

/** The plan is stale: it would do something else now. `planned` is its current effect. */
export class Stale {
  readonly planned: Planned

  constructor(planned: Planned) {
    this.planned = planned
  }
}

/**
 * Applies a plan in the caller's transaction. @returns Stale if its effect differs from the one shown, Stopped beyond a
 * limit; then, and after any error, the caller must roll back. Throws what its operations throw, and 409 where another person has
 * to approve it
 */
export async function carryOut(
  context: OperationContext,
  plan: PlanRow,
): Promise<Planned | Stale | Stopped> {
  const { tx } = context
  let isDecidedByTwo = false
  const planned = await lookAhead(context, await storedOperations(tx, plan.id), async () => {
    await requireNotReverted(tx, plan)
    // As it is before the plan: one that no longer requires a second approval would not excuse itself.
    isDecidedByTwo = await requiresSecond(tx, plan)
  })
  if (planned instanceof Stopped) return planned
  const hasEffect = plan.digest !== null && planned.effect.digest.equals(plan.digest)
  // Files may come to other operations than before, also to some that move no one.
  const isAsShown = hasEffect && isDeepStrictEqual(planned.operations, plan.operations)
  if (!isAsShown) return new Stale(planned)
  if (plan.reverts_plan_id !== null) await nameFormerStays(tx, context.actor, plan.reverts_plan_id)
  const isBeyond = plan.exceeds.length + planned.exceeds.length > 0
  if (!isBeyond || !(isDecidedByTwo || planned.exceeds.some(isLoosening))) return planned
  // One that was shown within the limits takes no approval.
  if (plan.exceeds.length === 0) return new Stale(planned)
  await requireSecond(tx, plan, context.caller)
  return planned
}

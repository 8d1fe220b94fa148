import type { OperationContext } from '../operations/kind.ts'
import { storedOperations } from './stored-operations.ts'
import { lookAhead, type Planned } from './run-plan.ts'
import type { PlanRow } from './queries.ts'

/** The plan is stale: it would do something else now. `planned` is its current effect. */
export class Stale extends Error {
  readonly planned: Planned

  constructor(planned: Planned) {
    super('the plan would have another effect by now')
    this.planned = planned
  }
}

/**
 * Applies a plan in the caller's transaction. Throws Stale if its effect differs from the one shown, TooManyRows
 * beyond `limit` stays, and what its operations throw. After any error the caller must roll back.
 */
export async function carryOut(
  context: OperationContext,
  plan: PlanRow,
  limit?: number,
): Promise<void> {
  const planned = await lookAhead(context, await storedOperations(context.tx, plan.id), limit)
  if (plan.digest === null || !planned.effect.digest.equals(plan.digest)) throw new Stale(planned)
}

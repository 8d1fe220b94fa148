import type { OperationContext } from '../operations/kind.ts'
import { storedOperations } from './stored-operations.ts'
import { lookAhead, type Planned } from './run-plan.ts'
import type { PlanRow } from './queries.ts'

/** A plan would do something else by now. `planned` says what. */
export class Stale extends Error {
  readonly planned: Planned

  constructor(planned: Planned) {
    super('the plan would have another effect by now')
    this.planned = planned
  }
}

/**
 * Does in the caller's transaction what a plan has shown. Throws Stale where that is another effect by now, TooManyRows
 * beyond `limit` stays, and else what its operations throw. Whatever it throws, the caller's transaction is to be undone.
 */
export async function carryOut(
  context: OperationContext,
  plan: PlanRow,
  limit?: number,
): Promise<void> {
  const planned = await lookAhead(context, await storedOperations(context.tx, plan.id), limit)
  if (plan.digest === null || !planned.effect.digest.equals(plan.digest)) throw new Stale(planned)
}

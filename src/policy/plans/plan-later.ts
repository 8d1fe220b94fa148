import type { Database } from '../../database/database.ts'
import { dryRun } from '../../database/dry-run.ts'
import { carriedOut } from '../limits/stopped.ts'
import type { OperationContext } from '../changes/operation-kind.ts'
import { type PlanRow, storedOperations } from './queries.ts'
import { lookAhead } from './run-plan.ts'
import { writeEffect, writeFindings } from './write-plans.ts'

/**
 * Computes the effect of a plan, on a snapshot in a separate transaction that blocks no one, and writes the result
 * in the caller's transaction.
 */
export async function planLater(
  context: OperationContext,
  database: Database,
  { id }: PlanRow,
): Promise<void> {
  const operations = await storedOperations(context.tx, id)
  const planned = await dryRun(
    database,
    ({ tx }) => lookAhead({ ...context, tx, isDryRun: true }, operations),
    { onSnapshot: true },
  )
  const { effect, operations: stored, ...found } = carriedOut(planned)
  await writeEffect(context.tx, id, effect)
  await context.tx
    .updateTable('plan')
    .set({ operations: JSON.stringify(stored) })
    .where('id', '=', id)
    .execute()
  await writeFindings(context.tx, id, found)
}

import { sql } from 'kysely'
import type { OperationContext } from '../operations/kind.ts'
import type { PlanRow } from './queries.ts'
import { lookAhead } from './run-plan.ts'
import { storedOperations } from './stored-operations.ts'
import { writeEffect, writeFindings } from './write-plans.ts'

/** Works out in the caller's transaction what a plan would do, takes that back, and keeps what was seen. */
export async function planLater(context: OperationContext, { id }: PlanRow): Promise<void> {
  const { tx } = context
  await sql`savepoint before_looking`.execute(tx)
  const { effect, findings } = await lookAhead(context, await storedOperations(tx, id))
  await sql`rollback to savepoint before_looking`.execute(tx)
  await writeEffect(tx, id, effect)
  await writeFindings(tx, id, findings)
}

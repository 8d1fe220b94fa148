import { sql } from 'kysely'
import { Problem } from '../../http/refusals/problem.ts'
import { Stopped } from '../limits/stopped.ts'
import type { OperationContext } from '../changes/operation-kind.ts'
import type { Operation } from '../operations/operation.ts'
import { RecordChanged } from '../operations/run-operations.ts'
import { lookAhead, type Planned } from './run-plan.ts'

/** The maximum number of attempts to compute a plan; with more impossible operations there is no new plan. */
const maximumAttempts = 10

/** The positions of the operations that a refusal (412, 422) names; null for any other error. */
export function refusedOperations(error: unknown): number[] | null {
  if (error instanceof RecordChanged) return [error.index]
  if (!(error instanceof Problem) || error.status !== 422) return null
  const named = Object.keys(error.errors ?? {}).map(
    (field) => /^operations\.(\d+)/.exec(field)?.[1],
  )
  const places = named.flatMap((place) => (place === undefined ? [] : Number(place)))
  return places.length === 0 ? null : places
}

/**
 * Works out, in a savepoint that is rolled back, which operations are still possible, and their effect. Null if there are
 * none, or if they are refused for another reason.
 */
export async function planPossibleOperations(
  context: OperationContext,
  operations: readonly Operation[],
): Promise<Planned | null> {
  const { tx } = context
  let left = operations
  for (let attempt = 0; attempt < maximumAttempts && left.length > 0; attempt += 1) {
    await sql`savepoint before_dry_run`.execute(tx)
    const found = await lookAhead(context, left).catch((error: unknown) => ({ error }))
    await sql`rollback to savepoint before_dry_run`.execute(tx)
    if (found instanceof Stopped) return null
    if (!('error' in found)) return found
    const refused = refusedOperations(found.error)
    if (refused === null) return null
    left = left.filter((_, index) => !refused.includes(index))
  }
  return null
}

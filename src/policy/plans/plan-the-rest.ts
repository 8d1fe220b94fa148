import { sql } from 'kysely'
import { Problem } from '../../http/problem.ts'
import type { OperationContext } from '../operations/kind.ts'
import type { Operation } from '../operations/operation.ts'
import { lookAhead, type Planned } from './run-plan.ts'

/** Plans are worked out again this often at most; with more impossible operations there is no new plan. */
const maximumAttempts = 10

/** What is left of a plan, and what that would do. */
export type Rest = { operations: readonly Operation[]; planned: Planned }

/** The places of the operations that a refusal (422) names; null for any other error. */
export function refusedOperations(error: unknown): number[] | null {
  if (!(error instanceof Problem) || error.status !== 422) return null
  const named = Object.keys(error.errors ?? {}).map(
    (field) => /^operations\.(\d+)/.exec(field)?.[1],
  )
  const places = named.flatMap((place) => (place === undefined ? [] : Number(place)))
  return places.length === 0 ? null : places
}

/**
 * Works out what the operations would do without those that are impossible by now, and takes that back. Null where nothing
 * is left, or something else stands in the way.
 */
export async function planTheRest(
  context: OperationContext,
  operations: readonly Operation[],
  limit: number,
): Promise<Rest | null> {
  const { tx } = context
  let left = operations
  for (let attempt = 0; attempt < maximumAttempts && left.length > 0; attempt += 1) {
    await sql`savepoint before_looking`.execute(tx)
    const found = await lookAhead(context, left, limit).catch((error: unknown) => ({ error }))
    await sql`rollback to savepoint before_looking`.execute(tx)
    if (!('error' in found)) return { operations: left, planned: found }
    const refused = refusedOperations(found.error)
    if (refused === null) return null
    left = left.filter((_, index) => !refused.includes(index))
  }
  return null
}

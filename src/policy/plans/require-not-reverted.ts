import { sql } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import type { Transaction } from '../../database/database.ts'
import { conflict, type Problem } from '../../http/refusals/problem.ts'
import type { PlanRow } from './queries.ts'

/** 409 for the plan of a revert where another one has undone the same plan. Read it under the policy lock. */
export async function requireNotReverted(
  tx: Transaction,
  { id, reverts_plan_id: reverted }: Pick<PlanRow, 'id' | 'reverts_plan_id'>,
): Promise<void> {
  if (reverted === null) return
  const { rows } = await sql<{ id: string }>`
    select id from plan where reverts_plan_id = ${reverted} and id <> ${id} and state = 'applied' limit 1`.execute(
    tx,
  )
  const [row] = rows
  if (row !== undefined) throw isReverted(reverted, row.id)
}

export function isReverted(id: string, revertId: string): Problem {
  return conflict(`${encodeId('plan', id)} is undone already, by ${encodeId('plan', revertId)}.`)
}

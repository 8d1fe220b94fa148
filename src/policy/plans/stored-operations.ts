import { sql } from 'kysely'
import type { Reader } from '../../database/database.ts'
import type { Operation } from '../operations/operation.ts'

/** The operations of a plan, as they were checked before they were stored. */
export async function storedOperations(db: Reader, planId: string): Promise<Operation[]> {
  const { rows } = await sql<{ operations: Operation[] }>`
    select operations from plan where id = ${planId}`.execute(db)
  return rows[0]?.operations ?? []
}

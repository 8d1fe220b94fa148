import { sql } from 'kysely'
import type { Erasure } from '../audit/erasure-list.ts'
import type { AuditActor } from '../audit/record.ts'
import { decodeId } from '../contract/ids.ts'
import type { Database, Transaction } from '../database/database.ts'
import { deleteUser } from '../directory/users/end-directory-user.ts'
import { eraseUser } from '../directory/users/erase-directory-user.ts'
import { findPerson } from '../directory/users/person-queries.ts'
import type { OperationContext } from '../policy/changes/operation-kind.ts'
import { carriedOut } from '../policy/limits/stopped.ts'

/**
 * Erases, as the API does, the people whose erasure the database does not have: those who were erased after its backup. Who is not
 * deleted there is deleted first. People who came after the backup are not there. @returns the ids of those who were erased
 */
export async function applyErasures(
  database: Database,
  erasures: readonly Erasure[],
  actor: AuditActor,
): Promise<string[]> {
  const erased: string[] = []
  for (const { person, at } of erasures) {
    const id = decodeId('directoryUser', person)
    if (id === undefined) continue
    const isErased = await database.transaction(async ({ tx }) => {
      const found = await findPerson(tx, id)
      if (found === undefined || (await hasErasure(tx, id, at))) return false
      const context = contextOf(tx, actor)
      if (found.deleted_at === null) carriedOut(await deleteUser(context, id))
      return true
    })
    if (!isErased) continue
    await database.transaction(({ tx }) => eraseUser(contextOf(tx, actor), id, null))
    erased.push(person)
  }
  return erased
}

/** The system may do everything, and counts towards no limit. */
function contextOf(tx: Transaction, actor: AuditActor): OperationContext {
  return { tx, actor, ask: async () => undefined, may: () => true, passesLimits: true }
}

async function hasErasure(tx: Transaction, id: string, at: string): Promise<boolean> {
  const { rows } = await sql`
    select from audit_log where record_id = ${id} and event = 'directory.user.erase' and at >= ${at} limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

import { encodeId } from '../../contract/ids.ts'
import type { Transaction } from '../../database/database.ts'
import { forgetWork } from '../../policy/plans/forget.ts'

export const leftChangeOp = 'change_directory_user'

/** The change of a person (a uuid) as it is left to a job, but for what it changes. */
export function leftChange(id: string) {
  return { op: leftChangeOp, user_id: encodeId('directoryUser', id) }
}

/**
 * Deletes the pending changes of an erased person. A job that still has to run one finds the person deleted, and
 * says so.
 */
export async function forgetLeftChanges(tx: Transaction, id: string): Promise<void> {
  await forgetWork(tx, leftChange(id))
}

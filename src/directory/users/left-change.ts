import { encodeId } from '../../contract/ids.ts'
import type { Transaction } from '../../database/database.ts'
import { forgetWork } from '../../policy/plans/forget.ts'

export const leftChangeOp = 'change_directory_user'

/** The change of a person (a uuid) as it is left to a job, but for what it changes. */
export function leftChange(id: string) {
  return { op: leftChangeOp, user_id: encodeId('directoryUser', id) }
}

/** Takes out what was to be written of an erased person. A job that has still to do it finds them deleted, and says so. */
export async function forgetLeftChanges(tx: Transaction, id: string): Promise<void> {
  await forgetWork(tx, leftChange(id))
}

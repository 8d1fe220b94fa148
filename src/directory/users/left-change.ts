import { encodeId } from '../../contract/ids.ts'

export const leftChangeOp = 'change_directory_user'

/** The change of a person (a uuid) as it is left to a job, but for what it changes. */
export function leftChange(id: string) {
  return { op: leftChangeOp, user_id: encodeId('directoryUser', id) }
}

import { encodeId } from '../../contract/ids.ts'

export const personChangeOp = 'change_directory_user'

/** The change of a person (a uuid) as it is left to a job, but for what it changes. */
export function deferredPersonChange(id: string) {
  return { op: personChangeOp, user_id: encodeId('directoryUser', id) }
}

/** The `op` of a link, and of the end of one, in a plan. */
export const linkOp = 'link_identity'
export const unlinkOp = 'unlink_identity'

/** What remains of planned links that name a person or their accounts (uuids), once the person is erased: no reasons. */
export function forgottenLinks(personId: string, identityIds: readonly string[]): object[] {
  const person = encodeId('directoryUser', personId)
  const accounts = identityIds.map((id) => encodeId('identity', id))
  return [
    { op: linkOp, directory_user_id: person },
    ...accounts.flatMap((identity_id) => [
      { op: linkOp, identity_id },
      { op: unlinkOp, identity_id },
    ]),
  ]
}

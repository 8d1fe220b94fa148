import { requireStep } from './lifecycle.ts'
import type { Transaction } from '../../database/database.ts'
import { writeRoute } from '../../http/route/route.ts'
import { carriedOut } from '../../policy/limits/stopped.ts'
import { answerDirectoryUser } from './answer-directory-user.ts'
import { beginWithPerson, followPerson } from './change-person.ts'
import { findGovernedValues, findRelative, updatePerson, type Person } from './person-queries.ts'
import { DirectoryUser } from './schema.ts'

export const restoreDirectoryUser = writeRoute({
  id: 'restoreDirectoryUser',
  method: 'POST',
  url: '/directory/users/:user/restore',
  summary: 'Restore a deleted directory user',
  description:
    'They are in lists again, still deactivated: activating is a step of its own. Names and address are those of the account that governs them now. A parent who has got a parent meanwhile is theirs no longer. What was erased does not come back.',
  access: { locked: 'directory.user.manage' },
  params: { user: 'directoryUser' },
  isVersioned: true,
  response: DirectoryUser,
  handler: async (context) => {
    const id = context.params.user
    const begun = await beginWithPerson(context, id)
    const { person } = begun
    requireStep('restore', person)
    context.requireVersion(person.version)
    const governed = await findGovernedValues(context.tx, person)
    const freed = await withoutNestedParent(context.tx, person)
    const after = await updatePerson(context.tx, id, { deleted_at: null, ...governed, ...freed })
    const { now } = carriedOut(await followPerson(context, begun, { verb: 'restore', after }))
    return answerDirectoryUser(context, id, now)
  },
})

/** A parent has no parent. While their secondary user was deleted, they may have got one. */
async function withoutNestedParent(tx: Transaction, { parent_user_id: id }: Person) {
  const parent = id === null ? undefined : await findRelative(tx, id)
  return parent?.has_parent === true ? { parent_user_id: null, parent_is_override: false } : {}
}

import { requireStep } from './lifecycle.ts'
import { StoppedChange, stoppableRoute } from '../../policy/changes/stopped-change.ts'
import { beginWithPerson, followPerson } from './change-person.ts'
import { endHolds } from './end-holds.ts'
import { endOfPerson } from './end-person.ts'
import { lockForRemoval, updatePerson } from './person-queries.ts'

export const deletePerson = endOfPerson('delete', async (context, id) => {
  const { tx, actor } = context
  const begun = await beginWithPerson(context, id)
  const { person, now } = begun
  requireStep('delete', person)
  context.requireVersion?.(person.version)
  await lockForRemoval(tx, id)
  await endHolds(tx, actor, id)
  const after = await updatePerson(tx, id, {
    base_state: 'deactivated',
    base_state_set_by: 'administrator',
    deleted_at: now,
  })
  return followPerson(context, begun, { verb: 'delete', after, isEnd: true })
})

export const deleteDirectoryUser = stoppableRoute({
  id: 'deleteDirectoryUser',
  method: 'DELETE',
  url: '/directory/users/:user',
  summary: 'Delete a directory user',
  description:
    'Deactivates the user and takes them out of lists, but for `filter[trashed]`. They can still be described, and restored. ' +
    'Their data goes when they are erased.',
  access: { locked: 'directory.user.manage' },
  params: { user: 'directoryUser' },
  handler: async (context) => {
    const now = await deletePerson.take(context)
    return now instanceof StoppedChange ? now : undefined
  },
})

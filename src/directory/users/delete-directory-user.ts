import { unprocessable } from '../../http/problem.ts'
import { writeRoute } from '../../http/route.ts'
import { Empty } from '../../http/schema.ts'
import { endHolds } from './end-holds.ts'
import { endOfPerson } from './end-person.ts'
import { lockForRemoval, updatePerson } from './person-queries.ts'

export const deletePerson = endOfPerson('delete', ({ actor }) => ({
  verb: 'delete',
  decide: (person, now) => {
    if (person.deleted_at !== null) throw unprocessable({ state: ['is deleted already'] })
    return async (tx) => {
      await lockForRemoval(tx, person.id)
      await endHolds(tx, actor, person.id)
      return updatePerson(tx, person.id, {
        base_state: 'deactivated',
        base_state_set_by: 'administrator',
        deleted_at: now,
      })
    }
  },
}))

export const deleteDirectoryUser = writeRoute({
  id: 'deleteDirectoryUser',
  method: 'DELETE',
  url: '/directory/users/:user',
  tag: 'directory',
  summary: 'Delete a directory user',
  description:
    'Deactivates the user and takes them out of lists, but for `filter[trashed]`. They can still be described, and restored. ' +
    'Their data goes when they are erased.',
  access: { locked: 'directory.user.manage' },
  params: { user: 'directoryUser' },
  query: Empty,
  body: null,
  status: 204,
  response: null,
  handler: async (context) => {
    await deletePerson.take(context)
    return undefined
  },
})

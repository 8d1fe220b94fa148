import { unprocessable } from '../../http/problem.ts'
import { writeRoute } from '../../http/route.ts'
import { Empty } from '../../http/schema.ts'
import { answerChange } from './change-person.ts'
import { updatePerson } from './person-queries.ts'
import { DirectoryUser } from './schema.ts'

export const restoreDirectoryUser = writeRoute({
  id: 'restoreDirectoryUser',
  method: 'POST',
  url: '/directory/users/:user/restore',
  tag: 'directory',
  summary: 'Restore a deleted directory user',
  description:
    'They are in lists again, still deactivated: activating is a step of its own. What was erased does not come back.',
  access: { locked: 'directory.user.manage' },
  params: { user: 'directoryUser' },
  query: Empty,
  body: null,
  isVersioned: true,
  status: 200,
  response: DirectoryUser,
  handler: (context) =>
    answerChange(context, {
      verb: 'restore',
      decide: (person) => {
        if (person.deleted_at === null)
          throw unprocessable({
            state: [`is ${person.state}; only who is deleted can be restored`],
          })
        return (tx) => updatePerson(tx, person.id, { deleted_at: null })
      },
    }),
})

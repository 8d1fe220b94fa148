import { unprocessable } from '../../http/problem.ts'
import { writeRoute } from '../../http/route.ts'
import { Empty } from '../../http/schema.ts'
import { answerDirectoryUser } from './answer-directory-user.ts'
import { endOfPerson } from './end-person.ts'
import { requireAllowed } from './lifecycle.ts'
import { updatePerson } from './person-queries.ts'
import { DirectoryUser } from './schema.ts'

export const suspendPerson = endOfPerson('suspend', () => ({
  verb: 'suspend',
  decide: (person) => {
    requireAllowed('suspend', person)
    if (person.governed_by !== null) {
      throw unprocessable({
        state: [
          `comes from the integration ${person.governed_by}, which governs this user: suspend the account there, or deactivate the user`,
        ],
      })
    }
    const values = { base_state: 'suspended', base_state_set_by: 'administrator' } as const
    return (tx) => updatePerson(tx, person.id, values)
  },
}))

export const suspendDirectoryUser = writeRoute({
  id: 'suspendDirectoryUser',
  method: 'POST',
  url: '/directory/users/:user/suspend',
  tag: 'directory',
  summary: 'Suspend a directory user',
  description:
    'Takes a staged, active or expiring user out of every manifest until they are activated. Who has an account in the primary ' +
    'integration is suspended there: 422 `errors.state` naming it.',
  access: { locked: 'directory.user.manage' },
  params: { user: 'directoryUser' },
  query: Empty,
  body: null,
  isVersioned: true,
  status: 200,
  response: DirectoryUser,
  handler: async (context) => {
    const now = await suspendPerson.take(context)
    return answerDirectoryUser(context, context.params.user, now)
  },
})

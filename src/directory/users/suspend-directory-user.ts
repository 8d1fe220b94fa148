import { StoppedChange, stoppableRoute } from '../../policy/changes/stopped-change.ts'
import { answerDirectoryUser } from './answer-directory-user.ts'
import { beginWithPerson, followPerson } from './change-person.ts'
import { endOfPerson } from './end-person.ts'
import { requireStep } from './lifecycle.ts'
import { updatePerson } from './person-queries.ts'
import { DirectoryUser } from './schema.ts'

export const suspendPerson = endOfPerson('suspend', async (context, id) => {
  const begun = await beginWithPerson(context, id)
  const { person } = begun
  requireStep('suspend', person)
  context.requireVersion?.(person.version)
  const values = { base_state: 'suspended', base_state_set_by: 'administrator' } as const
  const after = await updatePerson(context.tx, id, values)
  return followPerson(context, begun, { verb: 'suspend', after, isEnd: true })
})

export const suspendDirectoryUser = stoppableRoute({
  id: 'suspendDirectoryUser',
  method: 'POST',
  url: '/directory/users/:user/suspend',
  summary: 'Suspend a directory user',
  description:
    'Takes a staged, active or expiring user out of every manifest until they are activated. Who has an account in the primary ' +
    'integration is suspended there: 422 `errors.state` naming it.',
  access: { locked: 'directory.user.manage' },
  params: { user: 'directoryUser' },
  isVersioned: true,
  response: DirectoryUser,
  handler: async (context) => {
    const now = await suspendPerson.take(context)
    if (now instanceof StoppedChange) return now
    return answerDirectoryUser(context, context.params.user, now)
  },
})

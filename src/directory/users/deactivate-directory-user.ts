import { StoppedChange, stoppableRoute } from '../../policy/changes/stopped-change.ts'
import { answerDirectoryUser } from './answer-directory-user.ts'
import { beginWithPerson, followPerson } from './change-person.ts'
import { endOfPerson } from './end-person.ts'
import { requireStep } from './lifecycle.ts'
import { updatePerson } from './person-queries.ts'
import { DirectoryUser } from './schema.ts'

export const deactivatePerson = endOfPerson('deactivate', async (context, id) => {
  const begun = await beginWithPerson(context, id)
  const { person } = begun
  requireStep('deactivate', person)
  context.requireVersion?.(person.version)
  const after = await updatePerson(context.tx, id, {
    base_state: 'deactivated',
    base_state_set_by: 'administrator',
    activates_at: null,
  })
  return followPerson(context, begun, { verb: 'deactivate', after, isEnd: true })
})

export const deactivateDirectoryUser = stoppableRoute({
  id: 'deactivateDirectoryUser',
  method: 'POST',
  url: '/directory/users/:user/deactivate',
  summary: 'Deactivate a directory user',
  description:
    'Takes the user out of every manifest at once, regardless of the source, until an administrator activates them. A dated start ' +
    'is taken back, also that of a person who is deactivated already.',
  access: { locked: 'directory.user.manage' },
  params: { user: 'directoryUser' },
  isVersioned: true,
  response: DirectoryUser,
  handler: async (context) => {
    const now = await deactivatePerson.take(context)
    if (now instanceof StoppedChange) return now
    return answerDirectoryUser(context, context.params.user, now)
  },
})

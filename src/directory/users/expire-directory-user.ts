import { unprocessable } from '../../http/refusals/problem.ts'
import { InstantInput, Shape, requireFuture } from '../../http/shapes/schema.ts'
import { StoppedChange, stoppableRoute } from '../../policy/changes/stopped-change.ts'
import { answerDirectoryUser } from './answer-directory-user.ts'
import { beginWithPerson, followPerson } from './change-person.ts'
import { endOfPerson } from './end-person.ts'
import { requireStep } from './lifecycle.ts'
import { updatePerson } from './person-queries.ts'
import { DirectoryUser } from './schema.ts'

export const expirePerson = endOfPerson('expire', async (context, id, at) => {
  const begun = await beginWithPerson(context, id)
  const { person, now } = begun
  const sent = at() ?? ''
  requireStep('expire', person)
  const end = requireFuture('at', sent, now)
  const start = person.activates_at
  if (start !== null && end <= start)
    throw unprocessable({ at: [`must be after the dated start, ${start.toISOString()}`] })
  context.requireVersion?.(person.version)
  const after = await updatePerson(context.tx, id, {
    expires_at: end,
    expires_at_is_override: true,
  })
  return followPerson(context, begun, { verb: 'expire', after, isEnd: true })
})

export const expireDirectoryUser = stoppableRoute({
  id: 'expireDirectoryUser',
  method: 'POST',
  url: '/directory/users/:user/expire',
  summary: 'Set the end of a directory user',
  description:
    'Sets the instant at which the user expires, or moves it; it must be in the future. It counts instead of the last day that the ' +
    'source gives, until activating takes it away. To end a person now, deactivate them.',
  access: { locked: 'directory.user.manage' },
  params: { user: 'directoryUser' },
  body: Shape({ at: InstantInput }),
  isVersioned: true,
  response: DirectoryUser,
  handler: async (context) => {
    const now = await expirePerson.take(context, () => context.body().at)
    if (now instanceof StoppedChange) return now
    return answerDirectoryUser(context, context.params.user, now)
  },
})

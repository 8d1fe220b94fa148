import { Type } from 'typebox'
import { unprocessable } from '../../http/problem.ts'
import { writeRoute } from '../../http/route.ts'
import { Empty, InstantInput, Shape } from '../../http/schema.ts'
import { requireFuture } from '../../http/require-future.ts'
import { activatePeople } from '../../policy/manifests/activate-people.ts'
import { answerChange } from './change-person.ts'
import { requireAllowed } from './lifecycle.ts'
import { requirePerson, updatePerson } from './person-queries.ts'
import { DirectoryUser } from './schema.ts'

export const activateDirectoryUser = writeRoute({
  id: 'activateDirectoryUser',
  method: 'POST',
  url: '/directory/users/:user/activate',
  tag: 'directory',
  summary: 'Activate a directory user',
  description:
    'Who is staged, suspended or deactivated is active from now on, until an end that is still to come; who is expiring or expired ' +
    'has no end any more. With `at` in the future all this happens then: a dated start, which lists of people show in `timestamp.activates_at`, another one moves, and any ' +
    'other change of the state takes back.',
  access: { locked: 'directory.user.manage' },
  params: { user: 'directoryUser' },
  query: Empty,
  body: Shape({ at: Type.Optional(InstantInput) }),
  isVersioned: true,
  status: 200,
  response: DirectoryUser,
  handler: (context) =>
    answerChange(context, {
      verb: 'activate',
      decide: (person, now) => {
        const { at } = context.body()
        requireAllowed('activate', person)
        if (at === undefined) {
          return async (tx) => {
            await activatePeople(tx, [person.id], now)
            return requirePerson(tx, person.id)
          }
        }
        const start = requireFuture('at', at, now)
        const end = person.expires_at
        if (end !== null && end > now && end <= start)
          throw unprocessable({ at: [`must be before the end, ${end.toISOString()}`] })
        return (tx) => updatePerson(tx, person.id, { activates_at: start })
      },
    }),
})

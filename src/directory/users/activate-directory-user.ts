import { Type } from 'typebox'
import type { Transaction } from '../../database/database.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import { writeRoute } from '../../http/route/route.ts'
import { InstantInput, Shape, requireFuture } from '../../http/shapes/schema.ts'
import { activatePeople } from '../../policy/manifests/activate-people.ts'
import { carriedOut } from '../../policy/limits/stopped.ts'
import { answerDirectoryUser } from './answer-directory-user.ts'
import { beginWithPerson, followPerson } from './change-person.ts'
import { requireStep } from './lifecycle.ts'
import { requirePerson, updatePerson, type Person } from './person-queries.ts'
import { DirectoryUser } from './schema.ts'

export const activateDirectoryUser = writeRoute({
  id: 'activateDirectoryUser',
  method: 'POST',
  url: '/directory/users/:user/activate',
  summary: 'Activate a directory user',
  description:
    'Who is staged, suspended or deactivated is active from now on, until an end that is still to come; who is expiring or expired ' +
    'has no end any more that an administrator set; the last day that the source gives counts again. A last day that is over is ' +
    'overridden, and one to come is changed at the source or with `expire`: where it is the only end, this is 422. With `at` in the future all this happens then: a dated start, which lists of people show in `timestamp.activates_at`, another one moves, and any ' +
    'other change of the state takes back.',
  access: { locked: 'directory.user.manage' },
  params: { user: 'directoryUser' },
  body: Shape({ at: Type.Optional(InstantInput) }),
  isVersioned: true,
  response: DirectoryUser,
  handler: async (context) => {
    const id = context.params.user
    const begun = await beginWithPerson(context, id)
    const { person, now } = begun
    const { at } = context.body()
    requireStep('activate', person)
    requireEndToClear(person)
    const start = at === undefined ? null : requireStart(at, person, now)
    context.requireVersion(person.version)
    const after =
      start === null
        ? await activateNow(context.tx, id, now)
        : await updatePerson(context.tx, id, { activates_at: start })
    carriedOut(await followPerson(context, begun, { verb: 'activate', after }))
    return answerDirectoryUser(context, id, now)
  },
})

/** An end that only the source gives can't be cleared. */
function requireEndToClear({ state, expires_at_is_override, governed_by }: Person): void {
  if (state !== 'expiring' || expires_at_is_override) return
  throw unprocessable({
    state: [
      `is expiring by the last day that the integration ${governed_by ?? ''} gives: change it there, or set another end with expire`,
    ],
  })
}

function requireStart(at: string, person: Person, now: Date): Date {
  const start = requireFuture('at', at, now)
  const end = person.expires_at
  if (end !== null && end > now && end <= start)
    throw unprocessable({ at: [`must be before the end, ${end.toISOString()}`] })
  return start
}

async function activateNow(tx: Transaction, id: string, now: Date): Promise<Person> {
  await activatePeople(tx, [id], now)
  return requirePerson(tx, id)
}

import { Type, type Static } from 'typebox'
import { decodeId, encodeId } from '../../contract/ids.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import { Id, InstantInput, requireFuture, Shape } from '../../http/shapes/schema.ts'
import { Stopped } from '../../policy/limits/stopped.ts'
import type { OperationContext } from '../../policy/changes/operation-kind.ts'
import { StoppedChange, stoppableRoute } from '../../policy/changes/stopped-change.ts'
import { storedChange } from '../../policy/plans/stored-change.ts'
import { answerDirectoryUser } from './answer-directory-user.ts'
import {
  beginWithPerson,
  followPerson,
  type BegunWithPerson,
  type PersonChanged,
} from './change-person.ts'
import { endHolds } from '../identities/end-holds.ts'
import { requireStep } from './lifecycle.ts'
import { lockForRemoval, updatePerson, type PersonValues } from './person-queries.ts'
import { DirectoryUser } from './schema.ts'

const At = Shape({ at: InstantInput })

const suspension = endOfPerson({
  verb: 'suspend',
  summary: 'Suspend a directory user',
  description:
    'Takes a staged, active or expiring user out of every manifest until they are activated. Who has an account in the primary ' +
    'integration is suspended there: 422 `errors.state` naming it.',
  values: () => ({ base_state: 'suspended', base_state_set_by: 'administrator' }),
})

const deactivation = endOfPerson({
  verb: 'deactivate',
  summary: 'Deactivate a directory user',
  description:
    'Takes the user out of every manifest at once, regardless of the source, until an administrator activates them. A dated start ' +
    'is taken back, also that of a person who is deactivated already.',
  values: () => ({
    base_state: 'deactivated',
    base_state_set_by: 'administrator',
    activates_at: null,
  }),
})

const expiry = endOfPerson({
  verb: 'expire',
  summary: 'Set the end of a directory user',
  description:
    'Sets the instant at which the user expires, or moves it; it must be in the future. It counts instead of the last day that the ' +
    'source gives, until activating takes it away. To end a person now, deactivate them.',
  takesInstant: true,
  values({ person: { activates_at: start }, now }, at) {
    const end = requireFuture('at', at ?? '', now)
    if (start !== null && end <= start)
      throw unprocessable({ at: [`must be after the dated start, ${start.toISOString()}`] })
    return { expires_at: end, expires_at_is_override: true }
  },
})

const deletion = endOfPerson({
  verb: 'delete',
  summary: 'Delete a directory user',
  description:
    'Deactivates the user and takes them out of lists, but for `filter[trashed]`. They can still be described, and restored. ' +
    'Their data goes when they are erased.',
  values: ({ now }) => ({
    base_state: 'deactivated',
    base_state_set_by: 'administrator',
    deleted_at: now,
  }),
  async before({ tx, actor }, id) {
    await lockForRemoval(tx, id)
    await endHolds(tx, actor, id)
  },
})

/** Deletes a person (a uuid) regardless of a request. */
export const deleteUser = (context: OperationContext, id: string) =>
  deletion.end(context, id, () => undefined)

export const suspendDirectoryUser = suspension.route
export const deactivateDirectoryUser = deactivation.route
export const expireDirectoryUser = expiry.route
export const deleteDirectoryUser = deletion.route

/** Each as a part of a plan: one caller may end only a limited number of people without one. */
export const endings = [suspension, expiry, deactivation, deletion].map(({ later }) => later)

type EndOfPerson = {
  verb: 'suspend' | 'deactivate' | 'expire' | 'delete'
  summary: string
  description: string
  /** Its body names the instant of the end. */
  takesInstant?: true
  /** The new values of the person's columns; 422 for an instant that can't be the end. */
  values: (begun: BegunWithPerson, at: string | undefined) => PersonValues
  /** What is done before these are written. */
  before?: (context: OperationContext, id: string) => Promise<void>
}

/** Declares a change that ends a person: the endpoint, and the operation `<verb>_directory_user` of plans. */
function endOfPerson({ verb, summary, description, takesInstant, values, before }: EndOfPerson) {
  const op = `${verb}_directory_user`
  const isDeletion = verb === 'delete'
  /** `readAt` reads the instant of the body, once the caller is allowed to. */
  async function end(
    context: OperationContext,
    id: string,
    readAt: () => string | undefined,
  ): Promise<PersonChanged | Stopped> {
    const begun = await beginWithPerson(context, id)
    const at = readAt()
    requireStep(verb, begun.person)
    const changed = values(begun, at)
    context.requireVersion?.(begun.person.version)
    await before?.(context, id)
    const after = await updatePerson(context.tx, id, changed)
    return followPerson(context, begun, { verb, after, isEnd: true })
  }
  const route = stoppableRoute({
    id: `${verb}DirectoryUser`,
    method: isDeletion ? 'DELETE' : 'POST',
    url: `/directory/users/:user${isDeletion ? '' : `/${verb}`}`,
    summary,
    description,
    access: { locked: 'directory.user.manage' },
    params: { user: 'directoryUser' },
    body: takesInstant ? At : null,
    ...(!isDeletion && { isVersioned: true }),
    response: isDeletion ? null : DirectoryUser,
    async handler(context) {
      const { user } = context.params
      const readAt = () => (takesInstant ? context.body().at : undefined)
      const done = await end(context, user, readAt)
      if (done instanceof Stopped)
        return new StoppedChange(done, operationOf({ op, id: user, at: readAt() }))
      return isDeletion ? undefined : answerDirectoryUser(context, user, done.now)
    },
  })
  const later = storedChange({
    op,
    right: 'directory.user.manage',
    schema: Shape({
      op: Type.Literal(op),
      user_id: Id('directoryUser'),
      at: Type.Optional(InstantInput),
    }),
    run: (context, { user_id, at }) =>
      end(context, decodeId('directoryUser', user_id) ?? '', () => at),
  })
  return { route, later, end }
}

type Ending = { op: string; id: string; at: Static<typeof InstantInput> | undefined }

function operationOf({ op, id, at }: Ending): object {
  return { op, user_id: encodeId('directoryUser', id), ...(at !== undefined && { at }) }
}

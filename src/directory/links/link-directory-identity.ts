import { Type } from 'typebox'
import { decodeId } from '../../contract/ids.ts'
import { Id, Shape } from '../../http/shapes/schema.ts'
import { PlanOnly, stoppableRoute } from '../../policy/changes/stopped-change.ts'
import { storedChange } from '../../policy/plans/stored-change.ts'
import { linkOp } from '../users/deferred-change.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import type { NewLink } from '../identities/relink-account.ts'
import { changeLink, noPerson } from './change-link.ts'
import { answerChangedLink, LinkReason } from './link-answer.ts'
import { DescribedIdentity } from '../identities/listed-identity.ts'

const properties = {
  directory_user_id: Type.Optional(Id('directoryUser')),
  new_person: Type.Optional(
    Type.Literal(true, {
      description:
        'Instead of `directory_user_id`, for an account of no one: it is none of those whose it may be. At the primary integration a person is created of it; elsewhere it belongs to no one, and no run links it',
    }),
  ),
  reason: LinkReason,
}

const op = linkOp

type Sent = { directory_user_id?: string; new_person?: true; reason: string }

function linkOf({ directory_user_id, new_person, reason }: Sent): NewLink {
  if ((new_person === true) === (directory_user_id !== undefined))
    throw unprocessable({ directory_user_id: ['is required, or `new_person` in its place'] })
  if (directory_user_id === undefined) return { personId: null, reason, isNewPerson: true }
  const personId = decodeId('directoryUser', directory_user_id)
  if (personId === undefined) throw noPerson()
  return { personId, reason }
}

/** The link as the operation of a plan. */
export const linkLater = storedChange({
  op,
  right: 'directory.identity.link',
  schema: Shape({ op: Type.Literal(op), identity_id: Id('identity'), ...properties }),
  run: (context, { identity_id, ...sent }) =>
    changeLink(context, decodeId('identity', identity_id) ?? '', () => linkOf(sent)),
})

export const linkDirectoryIdentity = stoppableRoute({
  id: 'linkDirectoryIdentity',
  method: 'POST',
  url: '/directory/identities/:identity/link',
  summary: 'Link an identity to a person',
  description:
    'The account belongs to this person from now on, also if another one had it, and imports keep it so. Of several accounts at the primary integration, the leading one ' +
    'governs the person: one in force before one that has ended, then an active one before a suspended one. For the person who has it already, the link is confirmed, ' +
    'and a flag for review is cleared. What is held of the account moves with it. Where the person is in manifests of that integration, the link counts as a gain there, and takes the rights that an exception there takes. 422 `errors.state` for an account of a deleted integration. ' +
    'With `plan`, nothing is changed: 202 with a plan of it.',
  access: { row: 'directory.identity.link' },
  params: { identity: 'identity' },
  body: Shape(
    { ...properties, plan: PlanOnly },
    {
      examples: [
        { directory_user_id: 'drusr_01kaf7m2t4e8j9p3q5r7s9v1wx', reason: 'HR confirmed it' },
      ],
    },
  ),
  isVersioned: true,
  movesPeople: true,
  response: DescribedIdentity,
  handler: (context) =>
    answerChangedLink(context, {
      change: (body) => changeLink(context, context.params.identity, () => linkOf(body)),
      operation: (identity_id, { plan: _plan, ...sent }) => ({ op, identity_id, ...sent }),
    }),
})

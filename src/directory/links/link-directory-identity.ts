import { Type, type TProperties } from 'typebox'
import { decodeId, encodeId } from '../../contract/ids.ts'
import { answerDirectoryIdentity } from '../identities/describe-directory-identity.ts'
import { findLinkedAccount } from '../identities/linked-account.ts'
import { DescribedIdentity } from '../identities/listed-identity.ts'
import type { NewLink } from '../identities/relink-account.ts'
import { changeLink, mayKnow, noPerson } from './change-link.ts'
import { linkOp, unlinkOp } from '../users/deferred-change.ts'
import { noSuch, unprocessable } from '../../http/refusals/problem.ts'
import { Id, Shape, Text } from '../../http/shapes/schema.ts'
import { changeOrPlan, PlanOnly, stoppableRoute } from '../../policy/changes/stopped-change.ts'
import { storedChange } from '../../policy/plans/stored-change.ts'

/** Kept as the evidence of a link, or of a match that was rejected. */
const LinkReason = Text(500, {
  minLength: 1,
  pattern: '\\S',
  description: 'Why; kept with the account, and in the audit log',
  examples: ['The address changed with her name; HR confirmed it'],
})

const linking = linkChange({
  op: linkOp,
  verb: 'link',
  summary: 'Link an identity to a person',
  description:
    'The account belongs to this person from now on, also if another one had it, and imports keep it so. Of several accounts at the primary integration, the leading one ' +
    'governs the person: one in force before one that has ended, then an active one before a suspended one. For the person who has it already, the link is confirmed, ' +
    'and a flag for review is cleared. What is held of the account moves with it. Where the person is in manifests of that integration, the link counts as a gain there, and takes the rights that an exception there takes. 422 `errors.state` for an account of a deleted integration. ' +
    'With `plan`, nothing is changed: 202 with a plan of it.',
  properties: {
    directory_user_id: Type.Optional(Id('directoryUser')),
    new_person: Type.Optional(
      Type.Literal(true, {
        description:
          'Instead of `directory_user_id`, for an account of no one: it is none of those whose it may be. At the primary integration a person is created of it; elsewhere it belongs to no one, and no run links it',
      }),
    ),
    reason: LinkReason,
  },
  examples: [{ directory_user_id: 'drusr_01kaf7m2t4e8j9p3q5r7s9v1wx', reason: 'HR confirmed it' }],
  linkOf({ directory_user_id, new_person, reason }) {
    if ((new_person === true) === (directory_user_id !== undefined))
      throw unprocessable({ directory_user_id: ['is required, or `new_person` in its place'] })
    if (directory_user_id === undefined) return { personId: null, reason, isNewPerson: true }
    const personId = decodeId('directoryUser', directory_user_id)
    if (personId === undefined) throw noPerson()
    return { personId, reason }
  },
})

const unlinking = linkChange({
  op: unlinkOp,
  verb: 'unlink',
  summary: 'Take an identity from its person',
  description:
    'The account belongs to no one from now on: imports leave it so, until it is linked again. A person without another account of the primary ' +
    'integration keeps their names, address, manager and state, which can be changed here then. 422 `errors.state` for an account that belongs to no one. ' +
    'With `undo`, a link that an administrator made for an account of no one is undone; 422 `errors.undo` for any other. ' +
    'With `plan`, nothing is changed: 202 with a plan of it.',
  properties: {
    reason: LinkReason,
    undo: Type.Optional(
      Type.Boolean({
        description:
          'True to undo the link of an administrator: the account is what it was before, with its suggestion, and imports match it as they did',
      }),
    ),
  },
  linkOf: ({ reason, undo = false }) => ({ personId: null, reason, undoes: undo }),
})

export const linkDirectoryIdentity = linking.route
export const unlinkDirectoryIdentity = unlinking.route

/** Each as an operation of a plan. */
export const linksLater = [linking.later, unlinking.later]

type Sent = { directory_user_id?: string; new_person?: true; reason: string; undo?: boolean }

type LinkChange = {
  op: string
  verb: 'link' | 'unlink'
  summary: string
  description: string
  /** What of {@link Sent} it takes. */
  properties: TProperties
  examples?: object[]
  linkOf: (sent: Sent) => NewLink
}

/** Declares a change of whose an account is: the endpoint, which can also plan it, and the operation of plans. */
function linkChange({ op, verb, properties, examples = [], linkOf, ...texts }: LinkChange) {
  const route = stoppableRoute({
    id: `${verb}DirectoryIdentity`,
    method: 'POST',
    url: `/directory/identities/:identity/${verb}`,
    ...texts,
    access: { row: 'directory.identity.link' },
    params: { identity: 'identity' },
    body: Type.Unsafe<Sent & { plan?: boolean }>(
      Shape({ ...properties, plan: PlanOnly }, examples.length === 0 ? {} : { examples }),
    ),
    isVersioned: true,
    movesPeople: true,
    response: DescribedIdentity,
    async handler(context) {
      const { identity } = context.params
      if (!mayKnow(context.may) || (await findLinkedAccount(context.tx, identity)) === undefined)
        throw noSuch('identity', identity)
      await context.ask('directory.identity.link')
      const { plan: isPlanOnly, ...sent } = context.body()
      return changeOrPlan({
        isPlanOnly,
        operation: { op, identity_id: encodeId('identity', identity), ...sent },
        change: () => changeLink(context, identity, () => linkOf(sent)),
        answer: () => answerDirectoryIdentity(context, identity),
      })
    },
  })
  const later = storedChange({
    op,
    right: 'directory.identity.link',
    schema: Type.Unsafe<Sent & { op: string; identity_id: string }>(
      Shape({ op: Type.Literal(op), identity_id: Id('identity'), ...properties }),
    ),
    run: (context, { identity_id, ...sent }) =>
      changeLink(context, decodeId('identity', identity_id) ?? '', () => linkOf(sent)),
  })
  return { route, later }
}

import { Type } from 'typebox'
import { decodeId } from '../../contract/ids.ts'
import { Id, Shape } from '../../http/shapes/schema.ts'
import { PlanOnly, stoppableRoute } from '../../policy/changes/stopped-change.ts'
import { storedChange } from '../../policy/plans/stored-change.ts'
import { unlinkOp } from '../users/deferred-change.ts'
import type { NewLink } from '../identities/relink-account.ts'
import { changeLink } from './change-link.ts'
import { answerChangedLink, LinkReason } from './link-answer.ts'
import { DescribedIdentity } from '../identities/listed-identity.ts'

const op = unlinkOp

const properties = {
  reason: LinkReason,
  undo: Type.Optional(
    Type.Boolean({
      description:
        'True to undo the link of an administrator: the account is what it was before, with its suggestion, and imports match it as they did',
    }),
  ),
}

type Sent = { reason: string; undo?: boolean }

function noLink({ reason, undo = false }: Sent): NewLink {
  return { personId: null, reason, undoes: undo }
}

/** The end of a link as the operation of a plan. */
export const unlinkLater = storedChange({
  op,
  right: 'directory.identity.link',
  schema: Shape({ op: Type.Literal(op), identity_id: Id('identity'), ...properties }),
  run: (context, { identity_id, ...sent }) =>
    changeLink(context, decodeId('identity', identity_id) ?? '', () => noLink(sent)),
})

export const unlinkDirectoryIdentity = stoppableRoute({
  id: 'unlinkDirectoryIdentity',
  method: 'POST',
  url: '/directory/identities/:identity/unlink',
  summary: 'Take an identity from its person',
  description:
    'The account belongs to no one from now on: imports leave it so, until it is linked again. A person without another account of the primary ' +
    'integration keeps their names, address, manager and state, which can be changed here then. 422 `errors.state` for an account that belongs to no one. ' +
    'With `undo`, a link that an administrator made for an account of no one is undone; 422 `errors.undo` for any other. ' +
    'With `plan`, nothing is changed: 202 with a plan of it.',
  access: { row: 'directory.identity.link' },
  params: { identity: 'identity' },
  body: Shape({ ...properties, plan: PlanOnly }),
  isVersioned: true,
  movesPeople: true,
  response: DescribedIdentity,
  handler: (context) =>
    answerChangedLink(context, {
      change: (body) => changeLink(context, context.params.identity, () => noLink(body)),
      operation: (identity_id, { reason, undo }) => ({
        op,
        identity_id,
        reason,
        ...(undo === true && { undo }),
      }),
    }),
})

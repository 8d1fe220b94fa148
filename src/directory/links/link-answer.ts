import { encodeId } from '../../contract/ids.ts'
import { noSuch } from '../../http/refusals/problem.ts'
import type { WriteContext } from '../../http/route/route.ts'
import { Text } from '../../http/shapes/schema.ts'
import { changeOrPlan } from '../../policy/changes/stopped-change.ts'
import type { Stopped } from '../../policy/limits/stopped.ts'
import type { Performed } from '../../policy/operations/run-operations.ts'
import { answerDirectoryIdentity } from '../identities/describe-directory-identity.ts'
import { mayKnow } from './change-link.ts'
import { findLinkedAccount } from '../identities/linked-account.ts'

/** Kept as the evidence of a link, or of a match that was rejected. */
export const LinkReason = Text(500, {
  minLength: 1,
  pattern: '\\S',
  description: 'Why; kept with the account, and in the audit log',
  examples: ['The address changed with her name; HR confirmed it'],
})

type Identities = { identity: 'identity' }
type Planned = { plan?: boolean }

type LinkChange<Body> = {
  change: (body: Body) => Promise<Performed | Stopped>
  /** The change as the operation of a plan. */
  operation: (identityId: string, body: Body) => object
}

/** Changes the link of the account of the path, and answers with the account; or plans that, where it is asked for or needed. */
export async function answerChangedLink<Body extends Planned>(
  context: WriteContext<Identities, unknown, Body>,
  { change, operation }: LinkChange<Body>,
) {
  const { identity } = context.params
  if (!mayKnow(context.may) || (await findLinkedAccount(context.tx, identity)) === undefined)
    throw noSuch('identity', identity)
  await context.ask('directory.identity.link')
  const body = context.body()
  return changeOrPlan({
    isPlanOnly: body.plan,
    operation: operation(encodeId('identity', identity), body),
    change: () => change(body),
    answer: () => answerDirectoryIdentity(context, identity),
  })
}

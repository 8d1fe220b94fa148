import type { AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import { findUser } from './queries.ts'
import { makeSignInLink } from '../auth/make-sign-in-link.ts'
import { findFirstOwner, findRights } from '../auth/queries.ts'

/** The address that signs the first owner in once, for a start that has just made them. Throws where there is none. */
export async function makeFirstOwnerLink(
  tx: Transaction,
  context: { now: Date; publicOrigin: string; actor: AuditActor },
): Promise<string> {
  const id = await findFirstOwner(tx, context.now)
  const user = id === undefined ? undefined : await findUser(tx, id)
  if (user === undefined) throw new Error('There is no active owner.')
  const rights = await findRights(tx, user.id)
  const link = await makeSignInLink(tx, {
    ...context,
    user,
    rights,
    makerTokenId: null,
    issuer: null,
  })
  return link.url
}

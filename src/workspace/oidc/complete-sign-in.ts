import { hash } from 'node:crypto'
import { record, type AuditActor } from '../../audit/record.ts'
import { clip, visible } from '../../contract/text.ts'
import { RolledBack, type Database, type Transaction } from '../../database/database.ts'
import { openSessionByIssuer } from '../auth/open-session.ts'
import { admitUser, type Admission } from '../users/admit-user.ts'
import { accountFault, type AccountFault, type ClaimedAccount } from './claimed-account.ts'
import type { Issuer } from './issuer.ts'
import { insertAttempt, wasRecentlyRefused } from './queries.ts'

/** Why a person is not signed in although the issuer identified them. */
export type SignInFault = AccountFault | 'inactive' | 'used'

export type SignIn = {
  /** The id (uuid) of the attempt. */
  id: string
  issuer: Issuer
  account: ClaimedAccount
  /** When the issuer says that the person signed in there; null if it does not. */
  signedInAt: Date | null
  userAgent: string | undefined
  idleSeconds: number
  requestId: string
  /** Hashes of the sessions that the browser has. */
  earlierSessions: readonly Buffer[]
}

export type SignedIn = { secret: string; admission: Admission }

/** Opens a session for an account, once for each attempt, with the audit rows of it or of the refusal. */
export async function completeSignIn(
  database: Database,
  signIn: SignIn,
): Promise<SignedIn | { fault: SignInFault }> {
  const result = await database.transaction(async ({ tx, now }) => {
    const fault = accountFault(signIn.account, signIn.issuer)
    if (fault !== undefined) return refuse(tx, { signIn, fault, now })
    const admission = await admitUser(tx, signIn.account, { actor: actorOf(signIn), now })
    const { user, isActive } = admission
    if (!isActive) return refuse(tx, { signIn, fault: 'inactive', now, user })
    if (!(await insertAttempt(tx, attemptOf(signIn, null)))) return alreadyUsed
    return { secret: await openSessionByIssuer(tx, { ...signIn, user, now }), admission }
  })
  return result instanceof RolledBack ? result.value : result
}

const alreadyUsed = new RolledBack<{ fault: SignInFault }>({ fault: 'used' })

/** No one is signed in yet. */
function actorOf({ requestId }: SignIn): AuditActor {
  return { type: 'system', id: null, via: 'console', requestId }
}

type Refusal = { signIn: SignIn; fault: SignInFault; now: Date; user?: Admission['user'] }

/** Writes the audit row, unless the same account was refused in the same way just now. */
async function refuse(
  tx: Transaction,
  { signIn, fault, now, user }: Refusal,
): Promise<{ fault: SignInFault } | typeof alreadyUsed> {
  const { id, account } = signIn
  const attempt = attemptOf(signIn, fault)
  const isRepeated = await wasRecentlyRefused(tx, { account: attempt.account, fault, now })
  if (!(await insertAttempt(tx, attempt))) return alreadyUsed
  if (isRepeated) return { fault }
  await record(tx, actorOf(signIn), [
    {
      event: 'access.sign_in.refuse',
      record: { kind: 'signInAttempt', id },
      parent: user && { kind: 'workspaceUser', id: user.id },
      subjectId: user?.directory_user_id,
      details: { reason: fault, provider: account.provider },
      personal: {
        // It may be the reason for the refusal.
        provider_id: { old: null, new: clip(visible(account.providerId), 255) },
        email: { old: null, new: account.email },
        unverified_email: { old: null, new: account.unverifiedEmail },
      },
    },
  ])
  return { fault }
}

function attemptOf({ id, account }: SignIn, fault: SignInFault | null) {
  const digest = hash('sha256', JSON.stringify([account.provider, account.providerId]), 'buffer')
  return { id, account: digest, fault }
}

import { expandScopes, freshPermissions, ownerRole } from '../../contract/permissions.ts'
import { Problem } from '../refusals/problem.ts'
import type { ReadContext } from '../route/route.ts'

type Signed = Pick<ReadContext, 'caller' | 'now' | 'services'>

/** False for a session whose person signed in too long ago, or at an unknown time. Tokens have no sign-in. */
export function isFresh({ caller, now, services }: Signed): boolean {
  const { type, signedInAt } = caller.credential
  if (type !== 'session') return true
  if (signedInAt === null) return false
  return now.getTime() - signedInAt.getTime() <= services.freshSignInSeconds * 1000
}

/** 403 for a session that is not fresh, with the challenge of RFC 9470, which the console answers with a new sign-in. */
export function requireFreshSignIn(context: Signed): void {
  if (isFresh(context)) return
  const { freshSignInSeconds: seconds } = context.services
  const span = seconds === 60 ? 'minute' : `${seconds / 60} minutes`
  throw new Problem(
    403,
    `This needs a sign-in within the last ${span}. Sign in again, then repeat it.`,
    {
      headers: {
        'www-authenticate': `Bearer error="insufficient_user_authentication", error_description="The sign-in is too old", max_age="${seconds}"`,
      },
    },
  )
}

/** {@link requireFreshSignIn} for a change of people who are owners, or become owners, by the names of their roles. */
export function requireFreshForOwners(context: Signed, roles: readonly string[]): void {
  if (roles.includes(ownerRole)) requireFreshSignIn(context)
}

/** {@link requireFreshSignIn} for a new token that would do without a sign-in what its session can't. */
export function requireFreshForScopes(context: Signed, scopes: readonly string[]): void {
  const given = expandScopes(scopes)
  if (given.has('workspace.user.manage') || !given.isDisjointFrom(freshPermissions))
    requireFreshSignIn(context)
}

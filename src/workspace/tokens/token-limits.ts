import type { Caller } from '../../access/caller.ts'
import {
  defaultScopes,
  expandScope,
  expandScopes,
  matchesScope,
  type Permission,
} from '../../contract/permissions.ts'
import { dayMilliseconds } from '../../contract/time.ts'
import { requireEach } from '../../http/callers/authorise.ts'
import { forbidden, unprocessable, type Problem } from '../../http/refusals/problem.ts'
import { instant, readInstant } from '../../http/shapes/schema.ts'
import { defaultLifeDays, maximumLifeDays } from './schema.ts'

/**
 * The scopes of a new token: the requested ones, or the default. 422 for a scope that names no permission, 403 for
 * one beyond the scopes of the token that creates it. A pattern must lie within one of that token's own patterns,
 * so that a permission added by a later version does not widen only one of them.
 */
export function scopesWithin(maker: Caller, asked: readonly string[] | undefined): string[] {
  const scopes = requireScopes(asked)
  const beyond = scopes.find((scope) => !isWithin(maker, scope))
  if (beyond !== undefined) throw beyondMaker(maker, beyond)
  return scopes
}

/**
 * The scopes of a new token of a service: those of its permissions that the requested scopes, else the default ones, include
 * now, by name and in order. There may be none. 422 and 403 as {@link scopesWithin}; the names are fixed, so what a
 * service's own token makes is compared by name.
 */
export function serviceScopes(
  maker: Caller,
  asked: readonly string[] | undefined,
  held: ReadonlySet<Permission>,
): Permission[] {
  const scopes = maker.type === 'service' ? requireScopes(asked) : scopesWithin(maker, asked)
  const fixed = [...expandScopes(scopes).intersection(held)].sort()
  const beyond = fixed.find((permission) => !maker.scoped.has(permission))
  if (beyond !== undefined) throw beyondMaker(maker, beyond)
  return fixed
}

/** A caller without a role there that covers tokens can't give more than they hold, by a token or to a workload. */
export function requireMayIssue(
  caller: Caller,
  serviceId: string,
  scopes: readonly Permission[],
): void {
  const role = caller.serviceRoles.get(serviceId)
  if (role === 'admin' || role === 'token') return
  requireEach(caller, scopes)
}

function requireScopes(asked: readonly string[] = defaultScopes): string[] {
  const empty = asked.findIndex((scope) => expandScope(scope).length === 0)
  if (empty >= 0)
    throw unprocessable({
      [`scopes.${empty}`]: ['names no permission; GET /workspace/permissions lists them'],
    })
  return [...asked]
}

function beyondMaker(maker: Caller, scope: string): Problem {
  const own = maker.scopes.slice(0, 10).join(', ')
  return forbidden(scope, `A token makes only tokens within its own scopes, and these are ${own}.`)
}

function isWithin(maker: Caller, scope: string): boolean {
  return (
    maker.scopes.some((own) => matchesScope(own, scope)) &&
    expandScopes([scope]).isSubsetOf(maker.scoped)
  )
}

/** What a request may say about the end of a new token. */
export type RequestedLifetime = { expires_at?: string; expires_in_days?: number }

/**
 * When a new token ends. Nothing asked: 90 days, or with the token that makes it if that ends sooner. 422 for an end
 * that is past, more than 365 days away, or after the end of the token that makes it. A session bounds it by the token that opened it.
 */
export function endWithin(maker: Caller, asked: RequestedLifetime, now: Date): Date {
  const at = askedEnd(asked, now)
  const latest =
    maker.credential.token?.expiresAt ?? new Date(now.getTime() + maximumLifeDays * dayMilliseconds)
  if (at === undefined)
    return new Date(Math.min(now.getTime() + defaultLifeDays * dayMilliseconds, latest.getTime()))
  const field = asked.expires_at === undefined ? 'expires_in_days' : 'expires_at'
  if (at <= now) throw unprocessable({ [field]: ['must be in the future'] })
  if (at.getTime() - now.getTime() > maximumLifeDays * dayMilliseconds) {
    throw unprocessable({ [field]: [`must be at most ${maximumLifeDays} days away`] })
  }
  if (at > latest) {
    throw unprocessable({
      [field]: [`must not be after ${instant(latest)}, when the token that makes it expires`],
    })
  }
  return at
}

function askedEnd({ expires_at, expires_in_days }: RequestedLifetime, now: Date): Date | undefined {
  if (expires_at !== undefined && expires_in_days !== undefined) {
    throw unprocessable({ expires_at: ['can not be given together with expires_in_days'] })
  }
  if (expires_in_days !== undefined)
    return new Date(now.getTime() + expires_in_days * dayMilliseconds)
  if (expires_at === undefined) return undefined
  const at = readInstant(expires_at)
  if (at === undefined) throw unprocessable({ expires_at: ['is not a date that exists'] })
  return at
}

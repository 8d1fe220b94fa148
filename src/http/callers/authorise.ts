import type { Caller } from '../../access/caller.ts'
import { may, notHeld, type On } from '../../access/rights.ts'
import { type Permission, ownerRole, permissions } from '../../contract/permissions.ts'
import type { RouteAccess } from '../route/route.ts'
import { forbidden, scopesOf, Problem } from '../refusals/problem.ts'

/** 403 naming the permission and the remedy: another scope on this token, or a right of its owner. */
export function requirePermission(caller: Caller, permission: Permission, on: On = {}): void {
  if (may(caller, permission, on)) return
  throw lacking(caller, [permission])
}

/** 403 naming all these permissions, and the token's scopes where they leave one of them out. */
export function lacking(caller: Caller, missing: readonly Permission[]): Problem {
  const isScoped = missing.every((permission) => caller.scoped.has(permission))
  return forbidden(missing, isScoped ? '' : scopesOf(caller))
}

/** 403 naming the first permission that the caller would grant without holding it; `why` says what else needs it. */
export function requireEach(
  caller: Caller,
  given: Iterable<Permission>,
  why = 'A caller can grant only what they hold.',
): void {
  const [missing] = notHeld(caller, given)
  if (missing !== undefined) throw forbidden(missing, why)
}

/** The permission that the frame itself asks before the handler, if the route has one. */
export function globalPermission(access: RouteAccess): Permission | undefined {
  return typeof access === 'string' && access !== 'public' && access !== 'token'
    ? access
    : undefined
}

/** The permission that a caller needs on arrival, and that the handler asks again under its locks. */
export function arrivalPermission(access: RouteAccess): Permission | undefined {
  return typeof access === 'object' && 'locked' in access ? access.locked : undefined
}

/** False for a caller who may use a route on no row: nothing of what they send is worked on before they are refused. */
export function mayEverUse(caller: Caller, access: RouteAccess): boolean {
  const permission = namedPermission(access)
  if (permission === undefined || caller.permissions.has(permission)) return true
  if (typeof access !== 'object' || !caller.scoped.has(permission)) return false
  if ('own' in access) return caller.type === 'user'
  return 'row' in access && caller.serviceRoles.size + caller.rulesetRoles.size > 0
}

/** The permission that the docs name for a route. */
export function namedPermission(access: RouteAccess): Permission | undefined {
  if (typeof access !== 'object') return globalPermission(access)
  if ('row' in access) return access.row
  return 'own' in access ? access.own : access.locked
}

/** 403 unless the caller is an owner, by a token for everything. `does`: what only an owner does, for the message. */
export function requireOwner(caller: Caller, does: string): void {
  if (!caller.roles.includes(ownerRole))
    throw new Problem(403, `Only a holder of the role ${ownerRole} ${does}.`)
  requireEach(caller, permissions)
}

import { hasRoleOn } from '../../access/act-on.ts'
import type { Caller } from '../../access/caller.ts'
import { permissionsOf } from '../../access/rights.ts'
import { serviceRolePermissions, type Permission } from '../../contract/permissions.ts'
import type { ServiceAdminRole, ServiceState } from '../../contract/states.ts'
import { requireEach, requirePermission } from '../../http/callers/authorise.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import type { ReadContext } from '../../http/route/route.ts'
import type { AdminRow } from './admin-queries.ts'
import { findPermissions } from './queries.ts'

/** A service with the permissions that it holds. */
export type HeldByService = { id: string; held: ReadonlySet<Permission> }

/** {@link HeldByService} of a locked service. */
export async function loadHeld(
  { db }: Pick<ReadContext, 'db'>,
  id: string,
): Promise<HeldByService> {
  return { id, held: permissionsOf(await findPermissions(db, id)) }
}

/**
 * 403 unless the caller, by this token, has on the service all rights of the role. A role that can use the
 * service's permissions also needs the role admin there, by a token whose scopes cover them, or every permission of
 * the service. The service's row is locked.
 */
export function requireMayGiveRole(
  caller: Caller,
  service: HeldByService,
  role: ServiceAdminRole,
): void {
  const { id: serviceId } = service
  for (const permission of serviceRolePermissions[role])
    requirePermission(caller, permission, { serviceId })
  if (role === 'admin' || role === 'token') requireMayActivate(caller, service)
}

/**
 * 403 unless the caller may activate the service, which gives its tokens all permissions of the service back: they
 * have the role admin there, by a token whose scopes cover them, or hold all of them.
 */
export function requireMayActivate(caller: Caller, { id, held }: HeldByService): void {
  if (!hasRoleOn(caller, { serviceId: id, held }, ['admin'])) requireEach(caller, held)
}

/** 422 for the state that the service has already. */
export function requireOtherState(service: { state: ServiceState }, state: ServiceState): void {
  if (service.state === state) throw unprocessable({ state: [`is ${state} already`] })
}

/** 422 for a service that has ended, which is activated first. */
export function requireNotEnded({ state }: { state: ServiceState }): void {
  if (state === 'expired' || state === 'deactivated')
    throw unprocessable({ state: [`is ${state}: activate it first`] })
}

/**
 * 422 when an `admin` of the service is removed, or gets another role or an end, and no other active admin without an end is left (`others`). The
 * service's row is locked, so that two admins who leave concurrently can't both count the other.
 */
export function requireAnotherAdmin(
  admin: Pick<AdminRow, 'admin_role'>,
  others: number,
  field = 'admin_role',
): void {
  if (admin.admin_role !== 'admin' || others > 0) return
  throw unprocessable({
    [field]: [
      'can not change: the service would be left without an active admin who has no end. Name another admin first',
    ],
  })
}

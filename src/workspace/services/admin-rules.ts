import { isPermission, serviceRolePermissions } from '../../contract/permissions.ts'
import type { ServiceAdminRole } from '../../contract/states.ts'
import { requireHeld } from '../../http/authorise.ts'
import { unprocessable } from '../../http/problem.ts'
import type { WriteContext } from '../../http/route.ts'
import { countOtherActiveAdmins, type AdminRow } from './admin-queries.ts'
import { findPermissions } from './queries.ts'

/**
 * 403 for a role that lets its holder use what the service may do, unless the caller is admin there, by a token whose
 * scopes reach that far, or holds every permission that the service holds. The service's row is locked.
 */
export async function requireMayGiveRole(
  context: WriteContext,
  serviceId: string,
  role: ServiceAdminRole,
): Promise<void> {
  if (role !== 'admin' && role !== 'token') return
  const { caller } = context
  const held = (await findPermissions(context.tx, serviceId)).filter(isPermission)
  // An admin gives what is theirs to give, but a narrow token of theirs no more than its scopes.
  const given = [...held, ...serviceRolePermissions[role]]
  const isAdmin = caller.serviceRoles.get(serviceId) === 'admin'
  if (isAdmin && given.every((permission) => caller.scoped.has(permission))) return
  requireHeld(caller, held)
}

/**
 * 422 when an `admin` of the service is taken away or turned into something else and no other active admin is left.
 * The service's row is locked, so that two who leave at once can't both find the other.
 */
export async function requireAnotherAdmin(context: WriteContext, admin: AdminRow): Promise<void> {
  if (admin.admin_role !== 'admin') return
  const others = await countOtherActiveAdmins(
    context.tx,
    admin.service_id,
    admin.workspace_user_id,
    context.now,
  )
  if (others > 0) return
  throw unprocessable({
    admin_role: [
      'can not change: the service would be left without an active admin. Name another admin first',
    ],
  })
}

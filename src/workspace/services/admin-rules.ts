import { isPermission, serviceRolePermissions } from '../../contract/permissions.ts'
import type { ServiceAdminRole } from '../../contract/states.ts'
import { requireHeld, requirePermission } from '../../http/authorise.ts'
import { unprocessable } from '../../http/problem.ts'
import type { WriteContext } from '../../http/route.ts'
import { countOtherActiveAdmins, findServiceRoles, type AdminRow } from './admin-queries.ts'
import { findPermissions } from './queries.ts'

/**
 * 403 unless the caller, by this token, may do on the service all that the role lets its holder do there. A role that
 * lets them use what the service may do also needs the role admin there, by a token whose scopes reach that far, or
 * every permission that the service holds. The service's row is locked.
 */
export async function requireMayGiveRole(
  context: WriteContext,
  serviceId: string,
  role: ServiceAdminRole,
): Promise<void> {
  await requireWithinOwn(context, { serviceId, role }, ['admin'])
}

/**
 * {@link requireMayGiveRole} for every role that a person has on a service, asked of whoever acts as them or lets them
 * act again. Who has the same role there may, and needs no right to give it.
 */
export async function requireMayGiveServiceRoles(
  context: WriteContext,
  workspaceUserId: string,
): Promise<void> {
  for (const given of await findServiceRoles(context.tx, workspaceUserId))
    await requireWithinOwn(context, given, ['admin', given.role])
}

type Given = { serviceId: string; role: ServiceAdminRole }

async function requireWithinOwn(
  { caller, tx }: WriteContext,
  { serviceId, role }: Given,
  sufficient: readonly ServiceAdminRole[],
): Promise<void> {
  for (const permission of serviceRolePermissions[role])
    requirePermission(caller, permission, { serviceId })
  if (role !== 'admin' && role !== 'token') return
  const held = (await findPermissions(tx, serviceId)).filter(isPermission)
  const own = caller.serviceRoles.get(serviceId)
  const isOwn = own !== undefined && sufficient.includes(own)
  if (isOwn && held.every((permission) => caller.scoped.has(permission))) return
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

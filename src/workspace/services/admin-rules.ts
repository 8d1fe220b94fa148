import { hasRoleOn } from '../../access/act-on.ts'
import { permissionsOf } from '../../access/caller.ts'
import { serviceRolePermissions } from '../../contract/permissions.ts'
import type { ServiceAdminRole } from '../../contract/states.ts'
import { requireHeld, requirePermission } from '../../http/authorise.ts'
import { unprocessable } from '../../http/problem.ts'
import type { ReadContext, WriteContext } from '../../http/route.ts'
import { countOtherActiveAdmins, type AdminRow } from './admin-queries.ts'
import { findPermissions } from './queries.ts'

/**
 * 403 unless the caller, by this token, has on the service all rights of the role. A role that can use the
 * service's permissions also needs the role admin there, by a token whose scopes cover them, or every permission of
 * the service. The service's row is locked.
 */
export async function requireMayGiveRole(
  context: WriteContext,
  serviceId: string,
  role: ServiceAdminRole,
): Promise<void> {
  for (const permission of serviceRolePermissions[role])
    requirePermission(context.caller, permission, { serviceId })
  if (role === 'admin' || role === 'token') await requireMayActivate(context, serviceId)
}

/**
 * 403 unless the caller may activate the service, which gives its tokens all permissions of the service back: they
 * have the role admin there, by a token whose scopes cover them, or hold all of them.
 */
export async function requireMayActivate(
  { caller, db }: Pick<ReadContext, 'caller' | 'db'>,
  serviceId: string,
): Promise<void> {
  const held = permissionsOf(await findPermissions(db, serviceId))
  if (!hasRoleOn(caller, { serviceId, held }, ['admin'])) requireHeld(caller, held)
}

/**
 * 422 when an `admin` of the service is removed or gets another role and no other active admin is left. The
 * service's row is locked, so that two admins who leave concurrently can't both count the other.
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

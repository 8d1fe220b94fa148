import { permissionsOf } from '../../access/caller.ts'
import { serviceRolePermissions } from '../../contract/permissions.ts'
import type { ServiceAdminRole } from '../../contract/states.ts'
import { requireHeld, requirePermission } from '../../http/authorise.ts'
import { unprocessable } from '../../http/problem.ts'
import type { ReadContext, WriteContext } from '../../http/route.ts'
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
 * {@link requireMayGiveRole} for every role that a person has on a service, for an action on that person. A caller who
 * has the same role there is allowed, and needs no right to give it.
 */
export async function requireMayGiveServiceRoles(
  context: Viewing,
  workspaceUserId: string,
): Promise<void> {
  for (const given of await findServiceRoles(context.db, workspaceUserId))
    await requireWithinOwn(context, given, ['admin', given.role])
}

type Viewing = Pick<ReadContext, 'caller' | 'db'>
type Given = { serviceId: string; role: ServiceAdminRole }

async function requireWithinOwn(
  { caller, db }: Viewing,
  { serviceId, role }: Given,
  sufficient: readonly ServiceAdminRole[],
): Promise<void> {
  for (const permission of serviceRolePermissions[role])
    requirePermission(caller, permission, { serviceId })
  if (role === 'admin' || role === 'token')
    await requireHeldOrRole({ caller, db }, serviceId, sufficient)
}

/** 403 unless the caller may activate the service, which gives its tokens back all that the service holds. */
export async function requireMayActivate(context: Viewing, serviceId: string): Promise<void> {
  await requireHeldOrRole(context, serviceId, ['admin'])
}

/** 403 unless the caller has one of these roles on the service, by a token whose scopes reach that far, or holds all that it holds. */
async function requireHeldOrRole(
  { caller, db }: Viewing,
  serviceId: string,
  sufficient: readonly ServiceAdminRole[],
): Promise<void> {
  const held = permissionsOf(await findPermissions(db, serviceId))
  const own = caller.serviceRoles.get(serviceId)
  const isOwn = own !== undefined && sufficient.includes(own)
  if (isOwn && held.isSubsetOf(caller.scoped)) return
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

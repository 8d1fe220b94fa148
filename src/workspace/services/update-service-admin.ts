import { endAccessBeyondRights, endAccessByOthers } from '../../access/end-access.ts'
import { record } from '../../audit/record.ts'
import { serviceRolePermissions } from '../../contract/permissions.ts'
import type { ServiceAdminRole } from '../../contract/states.ts'
import { writeRoute } from '../../http/route/route.ts'
import { adminEntry } from './admin-audit.ts'
import { countOtherActiveAdmins, writeAdmin } from './admin-queries.ts'
import { loadHeld, requireAnotherAdmin, requireMayGiveRole } from './admin-rules.ts'
import { AdminRole, CreateWorkspaceServiceAdminData } from './admin-schema.ts'
import { lockAdmin } from './locked-admin.ts'

export const updateServiceAdmin = writeRoute({
  id: 'updateServiceAdmin',
  method: 'PATCH',
  url: '/workspace/services/:service/admins/:user',
  summary: 'Change the role of an admin on a service',
  description:
    'Answers with the role now in force, as a JSON string. The role that is there already changes nothing and leaves no ' +
    'audit row. Needs the role admin on the service or `workspace.service.manage`; giving `admin` or `token` needs the role ' +
    'admin there or every permission that the service holds. The last active admin without an end keeps the role: 422 `errors.admin_role`.',
  access: { row: 'workspace.service.manage' },
  params: { service: 'service', user: 'workspaceUser' },
  body: CreateWorkspaceServiceAdminData,
  response: AdminRole,
  handler: async (context) => {
    const admin = await lockAdmin(context, context.params.service, context.params.user)
    const { admin_role: role } = context.body()
    const isSame = role === admin.admin_role
    if (!isSame) {
      requireMayGiveRole(context.caller, await loadHeld(context, admin.service_id), role)
      requireAnotherAdmin(admin, await countOtherActiveAdmins(context.tx, admin, context.now))
    }
    context.requireVersion(admin.version)
    if (isSame) return role
    await writeAdmin(context.tx, admin.id, { admin_role: role })
    await record(context.tx, context.actor, [
      adminEntry('update', admin, { admin_role: { old: admin.admin_role, new: role } }),
    ])
    if (givesMore(role, admin.admin_role))
      await endAccessByOthers(context.tx, [admin.workspace_user_id], context)
    if (givesMore(admin.admin_role, role))
      await endAccessBeyondRights(context.tx, [admin.workspace_user_id], context)
    return role
  },
})

function givesMore(role: ServiceAdminRole, before: ServiceAdminRole): boolean {
  const held = serviceRolePermissions[before]
  return serviceRolePermissions[role].some((permission) => !held.includes(permission))
}

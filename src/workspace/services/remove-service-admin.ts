import { endAccessBeyondRights } from '../../access/end-access.ts'
import { record } from '../../audit/record.ts'
import { writeRoute } from '../../http/route/route.ts'
import { adminEntry } from './admin-audit.ts'
import { countOtherActiveAdmins, deleteAdmin } from './admin-queries.ts'
import { requireAnotherAdmin } from './admin-rules.ts'
import { lockAdmin } from './locked-admin.ts'

export const removeServiceAdmin = writeRoute({
  id: 'removeServiceAdmin',
  method: 'DELETE',
  url: '/workspace/services/:service/admins/:user',
  summary: 'Take someone’s role on a service away',
  description:
    'Needs the role admin on the service or `workspace.service.manage`. The last active admin without an end can’t be removed: ' +
    '422 `errors.admin_role`.',
  access: { row: 'workspace.service.manage' },
  params: { service: 'service', user: 'workspaceUser' },
  handler: async (context) => {
    const admin = await lockAdmin(context, context.params.service, context.params.user)
    requireAnotherAdmin(admin, await countOtherActiveAdmins(context.tx, admin, context.now))
    context.requireVersion(admin.version)
    await deleteAdmin(context.tx, admin.id)
    await record(context.tx, context.actor, [
      adminEntry('delete', admin, { admin_role: { old: admin.admin_role, new: null } }),
    ])
    await endAccessBeyondRights(context.tx, [admin.workspace_user_id], context)
  },
})

import { record } from '../../audit/record.ts'
import { writeRoute } from '../../http/route/route.ts'
import { lockOwnRole, requireUnheld } from './own-role.ts'
import { countHolders, deleteRoleRow } from './queries.ts'

export const deleteRole = writeRoute({
  id: 'deleteRole',
  method: 'DELETE',
  url: '/workspace/roles/:role',
  summary: 'Delete a role',
  description: 'Only one that no one holds (409), and none of the system (422 `errors.is_system`).',
  access: 'workspace.role.manage',
  params: { role: 'role' },
  handler: async (context) => {
    const role = await lockOwnRole(context, context.params.role)
    requireUnheld(role, await countHolders(context.tx, role.id))
    context.requireVersion(role.version)
    await deleteRoleRow(context.tx, role.id)
    await record(context.tx, context.actor, [
      {
        event: 'workspace.role.delete',
        record: { kind: 'role', id: role.id },
        changes: {
          name: { old: role.name, new: null },
          description: { old: role.description, new: null },
          permissions: { old: role.permissions, new: null },
        },
      },
    ])
  },
})

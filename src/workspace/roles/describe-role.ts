import { noSuch } from '../../http/refusals/problem.ts'
import { readRoute } from '../../http/route/route.ts'
import { findRole } from './queries.ts'
import { presentRole, Role } from './schema.ts'

export const describeRole = readRoute({
  id: 'describeRole',
  url: '/workspace/roles/:role',
  summary: 'Describe a role',
  description: 'One role with the permissions that it holds.',
  access: 'workspace.role.view',
  params: { role: 'role' },
  response: Role,
  handler: async (context) => {
    const role = await findRole(context.db, context.params.role)
    if (role === undefined) throw noSuch('role', context.params.role)
    context.etag(role.version)
    return presentRole(role)
  },
})

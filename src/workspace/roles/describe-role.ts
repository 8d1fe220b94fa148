import { noSuch } from '../../http/refusals/problem.ts'
import { readRoute } from '../../http/route/route.ts'
import { Empty } from '../../http/shapes/schema.ts'
import { findRole } from './queries.ts'
import { presentRole, Role } from './schema.ts'

export const describeRole = readRoute({
  id: 'describeRole',
  method: 'GET',
  url: '/workspace/roles/:role',
  tag: 'workspace',
  summary: 'Describe a role',
  description: 'One role with the permissions that it holds.',
  access: 'workspace.role.view',
  params: { role: 'role' },
  query: Empty,
  status: 200,
  response: Role,
  handler: async (context) => {
    const role = await findRole(context.db, context.params.role)
    if (role === undefined) throw noSuch('role', context.params.role)
    context.etag(role.version)
    return presentRole(role)
  },
})

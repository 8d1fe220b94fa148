import { ListOf, listPage, listQuery } from '../../http/list.ts'
import { readRoute } from '../../http/route.ts'
import { roleId, roleSorts, selectRoles } from './queries.ts'
import { presentRole, Role } from './schema.ts'

export const listRoles = readRoute({
  id: 'listRoles',
  method: 'GET',
  url: '/workspace/roles',
  tag: 'workspace',
  summary: 'List roles',
  description: 'What can be given to people who sign in, by name unless sorted otherwise.',
  access: 'workspace.role.view',
  params: {},
  query: listQuery({}, roleSorts),
  status: 200,
  response: ListOf(Role),
  handler: (context) =>
    listPage(context, selectRoles(context.db), {
      sorts: roleSorts,
      defaultSort: 'name',
      id: roleId,
      present: presentRole,
    }),
})

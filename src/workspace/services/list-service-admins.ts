import { sql } from 'kysely'
import { serviceAdminRoles } from '../../contract/states.ts'
import { anyOf, anyOfFilter, isAnyOf, whereAll } from '../../http/filters.ts'
import { ListOf, listPage, listQuery, sortsBy } from '../../http/list.ts'
import { readRoute } from '../../http/route.ts'
import { adminId, adminSorts, selectAdmins } from './admin-queries.ts'
import { presentAdmin, ServiceAdminSummary } from './admin-schema.ts'
import { readService } from './visible-service.ts'

const query = listQuery({ admin_role: anyOfFilter(serviceAdminRoles) }, adminSorts)

export const listServiceAdmins = readRoute({
  id: 'listServiceAdmins',
  method: 'GET',
  url: '/workspace/services/:service/admins',
  tag: 'workspace',
  summary: 'List who has a role on a service',
  description:
    'By the time they got it unless sorted otherwise. Anybody with a role on the service may see them all; names, and `sort=name`, ' +
    'need `workspace.user.view`.',
  access: { row: 'workspace.service.view' },
  params: { service: 'service' },
  query,
  status: 200,
  response: ListOf(ServiceAdminSummary),
  handler: async (context) => {
    await readService(context, context.params.service, 'workspace.service.view')
    // The order of a page sorted by name would reveal names.
    if (sortsBy(context.query, 'name')) await context.ask('workspace.user.view')
    const roles = anyOf(context.query['filter[admin_role]'])
    const admins = whereAll(selectAdmins(context.db, context.params.service, context.now), [
      roles && isAnyOf(sql`service_admin.admin_role`, roles),
    ])
    return listPage(context, admins, {
      sorts: adminSorts,
      defaultSort: 'created_at',
      id: adminId,
      present: (row) => presentAdmin(row, context),
    })
  },
})

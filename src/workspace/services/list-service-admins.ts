import { sql } from 'kysely'
import { serviceAdminRoles } from '../../contract/states.ts'
import { whereAll } from '../../http/lists/filters.ts'
import { byFlag, byId, byInstant, byWord, listFilters } from '../../http/lists/list-filters.ts'
import { ListOf, listPage, listQuery, sortsBy } from '../../http/lists/list.ts'
import { readRoute } from '../../http/route/route.ts'
import { adminId, adminSorts, selectAdmins } from './admin-queries.ts'
import { presentAdmin, ServiceAdminSummary } from './admin-schema.ts'
import { personIsActive } from './queries.ts'
import { readService } from './visible-service.ts'

const filters = listFilters({
  admin_role: byWord(serviceAdminRoles, sql`service_admin.admin_role`),
  workspace_user_id: byId('workspaceUser', sql`service_admin.workspace_user_id`),
  is_active: byFlag((now) => personIsActive('workspace_user', now)),
  ...byInstant({
    created: sql`service_admin.created_at`,
    updated: sql`service_admin.updated_at`,
  }),
})

export const listServiceAdmins = readRoute({
  id: 'listServiceAdmins',
  url: '/workspace/services/:service/admins',
  summary: 'List who has a role on a service',
  description:
    'By the time they got it unless sorted otherwise. Anybody with a role on the service may see them all; names, and `sort=name`, ' +
    'need `workspace.user.view`.',
  access: { row: 'workspace.service.view' },
  params: { service: 'service' },
  query: listQuery(filters.schemas, adminSorts),
  response: ListOf(ServiceAdminSummary),
  handler: async (context) => {
    await readService(context, context.params.service, 'workspace.service.view')
    // The order of a page sorted by name would reveal names.
    if (sortsBy(context.query, 'name')) await context.ask('workspace.user.view')
    const all = selectAdmins(context.db, context.params.service, context.now)
    const admins = whereAll(all, filters.conditions(context))
    return listPage(context, admins, {
      sorts: adminSorts,
      defaultSort: 'created_at',
      id: adminId,
      present: (row) => presentAdmin(row, context),
    })
  },
})

import { sql } from 'kysely'
import { serviceAdminRoles } from '../../contract/states.ts'
import {
  anyOf,
  anyOfFilter,
  between,
  type Conditions,
  flagFilter,
  flagged,
  idFilter,
  idsFilter,
  instantFilters,
  isAnyOf,
  whereAll,
} from '../../http/filters.ts'
import { ListOf, listPage, listQuery, sortsBy } from '../../http/list.ts'
import { readRoute } from '../../http/route.ts'
import { adminId, adminSorts, selectAdmins } from './admin-queries.ts'
import { presentAdmin, ServiceAdminSummary } from './admin-schema.ts'
import { personIsActive } from './queries.ts'
import { readService } from './visible-service.ts'

const query = listQuery(
  {
    admin_role: anyOfFilter(serviceAdminRoles),
    workspace_user_id: idsFilter,
    is_active: flagFilter(),
    ...instantFilters('created', 'updated'),
  },
  adminSorts,
)

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
    const all = selectAdmins(context.db, context.params.service, context.now)
    const admins = whereAll(all, conditions(context.query, context.now))
    return listPage(context, admins, {
      sorts: adminSorts,
      defaultSort: 'created_at',
      id: adminId,
      present: (row) => presentAdmin(row, context),
    })
  },
})

function conditions(query: Record<string, unknown>, now: Date): Conditions {
  const roles = anyOf(query['filter[admin_role]'])
  const people = idFilter(query, 'workspace_user_id', 'workspaceUser')
  return [
    roles && isAnyOf(sql`service_admin.admin_role`, roles),
    people && isAnyOf(sql`service_admin.workspace_user_id`, people, 'uuid'),
    flagged(query, 'is_active', personIsActive('workspace_user', now)),
    ...between(query, {
      created: sql`service_admin.created_at`,
      updated: sql`service_admin.updated_at`,
    }),
  ]
}

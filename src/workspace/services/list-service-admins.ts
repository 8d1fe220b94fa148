import { sql } from 'kysely'
import { serviceAdminRoles } from '../../contract/states.ts'
import { by } from '../../http/lists/list-filters.ts'
import { sortsBy, declareList } from '../../http/lists/list.ts'
import { readRoute } from '../../http/route/route.ts'
import { sortFields } from '../../http/lists/page.ts'
import { selectAdmins } from './admin-queries.ts'
import { presentAdmin, ServiceAdminSummary } from './admin-schema.ts'
import { personIsActive } from './queries.ts'
import { readService } from './visible-service.ts'

const admins = declareList({
  item: ServiceAdminSummary,
  filters: {
    admin_role: by.word(serviceAdminRoles, sql`service_admin.admin_role`),
    workspace_user_id: by.id('workspaceUser', sql`service_admin.workspace_user_id`),
    is_active: by.flag((now) => personIsActive('workspace_user', now)),
    ...by.instants({
      created: sql`service_admin.created_at`,
      updated: sql`service_admin.updated_at`,
      expires: sql`service_admin.expires_at`,
    }),
  },
  sorts: sortFields({
    created_at: ['timestamptz', sql`service_admin.created_at`],
    name: ['text', sql`workspace_user.name`, 'user_name'],
  }),
  defaultSort: 'created_at',
  id: sql`service_admin.id`,
  rows: ({ db, now }) => selectAdmins(db, now),
  present: presentAdmin,
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
  query: admins.query,
  response: admins.response,
  handler: async (context) => {
    await readService(context, context.params.service, 'workspace.service.view')
    // The order of a page sorted by name would reveal names.
    if (sortsBy(context.query, 'name')) await context.ask('workspace.user.view')
    return admins.page(context, sql`service_admin.service_id = ${context.params.service}`)
  },
})

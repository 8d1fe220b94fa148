import { sql } from 'kysely'
import { whereAll } from '../../http/lists/filters.ts'
import {
  byFlag,
  byId,
  byInstant,
  byName,
  bySearch,
  listFilters,
} from '../../http/lists/list-filters.ts'
import { exactFirst } from '../../http/lists/ranked-rows.ts'
import { ListOf, listPage, listQuery } from '../../http/lists/list.ts'
import { readRoute } from '../../http/route/route.ts'
import { roleId, roleSorts, selectRoles } from './queries.ts'
import { presentRole, Role } from './schema.ts'

// They need no index: roles are few.
const filters = listFilters({
  id: byId('role', sql`id`),
  name: byName(sql`name`),
  name_search: bySearch(sql`search_key(name || ' ' || description)`),
  is_system: byFlag(sql`is_system`, 'Made with the workspace'),
  ...byInstant({ created: sql`created_at`, updated: sql`updated_at` }),
})

export const listRoles = readRoute({
  id: 'listRoles',
  url: '/workspace/roles',
  summary: 'List roles',
  description:
    'What can be given to people who sign in, by name unless sorted otherwise. `filter[name_search]` looks in names and descriptions.',
  access: 'workspace.role.view',
  query: listQuery(filters.schemas, roleSorts),
  response: ListOf(Role),
  handler: (context) =>
    listPage(context, whereAll(selectRoles(context.db), filters.conditions(context)), {
      sorts: roleSorts,
      defaultSort: 'name',
      id: roleId,
      found: exactFirst(context.query, 'name_search', [sql`name`]),
      present: presentRole,
    }),
})

import { sql } from 'kysely'
import {
  between,
  type Conditions,
  flagFilter,
  flagged,
  idFilter,
  idsFilter,
  instantFilters,
  isAnyOf,
  isNamed,
  namesFilter,
  searched,
  searchFilter,
  whereAll,
} from '../../http/filters.ts'
import { exactFirst } from '../../http/ranked-rows.ts'
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
  description:
    'What can be given to people who sign in, by name unless sorted otherwise. `filter[name_search]` looks in names and descriptions.',
  access: 'workspace.role.view',
  params: {},
  query: listQuery(
    {
      id: idsFilter,
      name: namesFilter,
      name_search: searchFilter,
      is_system: flagFilter('Made with the workspace'),
      ...instantFilters('created', 'updated'),
    },
    roleSorts,
  ),
  status: 200,
  response: ListOf(Role),
  handler: (context) =>
    listPage(context, whereAll(selectRoles(context.db), conditions(context.query)), {
      sorts: roleSorts,
      defaultSort: 'name',
      id: roleId,
      found: exactFirst(context.query, 'name_search', [sql`name`]),
      present: presentRole,
    }),
})

/** They need no index: roles are few. */
function conditions(query: Record<string, unknown>): Conditions {
  const ids = idFilter(query, 'id', 'role')
  return [
    ids && isAnyOf(sql`id`, ids, 'uuid'),
    isNamed(query, sql`name`),
    searched(query, 'name_search', sql`search_key(name || ' ' || description)`),
    flagged(query, 'is_system', sql`is_system`),
    ...between(query, { created: sql`created_at`, updated: sql`updated_at` }),
  ]
}

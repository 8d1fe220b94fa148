import { sql } from 'kysely'
import { by } from '../../http/lists/list-filters.ts'
import { exactFirst } from '../../http/lists/ranked-rows.ts'
import { readRoute } from '../../http/route/route.ts'
import { declareList } from '../../http/lists/list.ts'
import { sortFields } from '../../http/lists/page.ts'
import { selectRoles } from './queries.ts'
import { presentRole, Role } from './schema.ts'

// They need no index: roles are few.
const roles = declareList({
  item: Role,
  filters: {
    id: by.id('role', sql`id`),
    name: by.name(sql`name`),
    name_search: by.search(sql`search_key(name || ' ' || description)`),
    is_system: by.flag(sql`is_system`, 'Made with the workspace'),
    ...by.instants({ created: sql`created_at`, updated: sql`updated_at` }),
  },
  sorts: sortFields({ name: ['text', sql`name`], created_at: ['timestamptz', sql`created_at`] }),
  defaultSort: 'name',
  id: sql`id`,
  rows: ({ db }) => selectRoles(db),
  found: ({ query }) => exactFirst(query, 'name_search', [sql`name`]),
  present: presentRole,
})

export const listRoles = readRoute({
  id: 'listRoles',
  url: '/workspace/roles',
  summary: 'List roles',
  description:
    'What can be given to people who sign in, by name unless sorted otherwise. `filter[name_search]` looks in names and descriptions.',
  access: 'workspace.role.view',
  query: roles.query,
  response: roles.response,
  handler: (context) => roles.page(context),
})

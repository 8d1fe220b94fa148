import { sql } from 'kysely'
import { workspaceUserStates } from '../../contract/states.ts'
import { anyOf, textsFilter } from '../../http/lists/filters.ts'
import { by } from '../../http/lists/list-filters.ts'
import { exactFirst } from '../../http/lists/ranked-rows.ts'
import { readRoute } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { declareList } from '../../http/lists/list.ts'
import { sortFields } from '../../http/lists/page.ts'
import { holdsAnyRole, selectUsers } from './queries.ts'
import { presentUser, WorkspaceUser } from './schema.ts'

const users = declareList({
  item: WorkspaceUser,
  filters: {
    id: by.id('workspaceUser', sql`workspace_user.id`),
    state: by.word(workspaceUserStates, sql`workspace_user.state`),
    provider: by.text('issuers, to the letter', sql`provider`),
    provider_id: by.text('ids at the issuer, to the letter', sql`provider_id`),
    handle: by.text('handles, to the letter', sql`handle`),
    email: by.text('addresses, to the letter', sql`email`),
    name: by.name(sql`workspace_user.name`),
    directory_user_id: by.id('directoryUser', sql`workspace_user.directory_user_id`),
    role: {
      schema: textsFilter('roles, by name'),
      requires(query, name) {
        const roles = anyOf(query[`filter[${name}]`])
        return roles && holdsAnyRole(roles)
      },
    },
    name_search: by.search(
      sql`search_key(name || ' ' || coalesce(handle, '') || ' ' || coalesce(email, ''))`,
    ),
    ...by.instants({
      created: sql`workspace_user.created_at`,
      updated: sql`workspace_user.updated_at`,
      expires: sql`workspace_user.expires_at`,
    }),
  },
  sorts: sortFields({
    name: ['text', sql`workspace_user.name`],
    created_at: ['timestamptz', sql`workspace_user.created_at`],
    updated_at: ['timestamptz', sql`workspace_user.updated_at`],
  }),
  defaultSort: 'name',
  id: sql`workspace_user.id`,
  rows: ({ db }) => selectUsers(db),
  found: ({ query }) => exactFirst(query, 'name_search', [sql`name`, sql`handle`, sql`email`]),
  present: (row, { services }) => presentUser(row, baseUrl(services)),
})

export const listWorkspaceUsers = readRoute({
  id: 'listWorkspaceUsers',
  url: '/workspace/users',
  summary: 'List the people who sign in',
  description:
    'By name unless sorted otherwise. `filter[name_search]` looks in names, handles and e-mail addresses.',
  access: 'workspace.user.view',
  query: users.query,
  response: users.response,
  handler: (context) => users.page(context),
})

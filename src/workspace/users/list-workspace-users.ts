import { sql } from 'kysely'
import { workspaceUserStates } from '../../contract/states.ts'
import { anyOf, textsFilter, whereAll } from '../../http/lists/filters.ts'
import {
  byId,
  byInstant,
  byName,
  bySearch,
  byText,
  byWord,
  listFilters,
} from '../../http/lists/list-filters.ts'
import { ListOf, listPage, listQuery } from '../../http/lists/list.ts'
import { exactFirst } from '../../http/lists/ranked-rows.ts'
import { readRoute } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { holdsAnyRole, selectUsers, userId, userSearchText, userSorts } from './queries.ts'
import { presentUser, WorkspaceUser } from './schema.ts'

const filters = listFilters({
  id: byId('workspaceUser', sql`workspace_user.id`),
  state: byWord(workspaceUserStates, sql`workspace_user.state`),
  provider: byText('issuers, to the letter', sql`provider`),
  provider_id: byText('ids at the issuer, to the letter', sql`provider_id`),
  handle: byText('handles, to the letter', sql`handle`),
  email: byText('addresses, to the letter', sql`email`),
  name: byName(sql`workspace_user.name`),
  directory_user_id: byId('directoryUser', sql`workspace_user.directory_user_id`),
  role: {
    schema: textsFilter('roles, by name'),
    requires(query, name) {
      const roles = anyOf(query[`filter[${name}]`])
      return roles && holdsAnyRole(roles)
    },
  },
  name_search: bySearch(userSearchText),
  ...byInstant({
    created: sql`workspace_user.created_at`,
    updated: sql`workspace_user.updated_at`,
    expires: sql`workspace_user.expires_at`,
  }),
})

export const listWorkspaceUsers = readRoute({
  id: 'listWorkspaceUsers',
  url: '/workspace/users',
  summary: 'List the people who sign in',
  description:
    'By name unless sorted otherwise. `filter[name_search]` looks in names, handles and e-mail addresses.',
  access: 'workspace.user.view',
  query: listQuery(filters.schemas, userSorts),
  response: ListOf(WorkspaceUser),
  handler: async (context) => {
    const users = whereAll(selectUsers(context.db), filters.conditions(context))
    return listPage(context, users, {
      sorts: userSorts,
      defaultSort: 'name',
      id: userId,
      found: exactFirst(context.query, 'name_search', [sql`name`, sql`handle`, sql`email`]),
      present: (row) => presentUser(row, baseUrl(context.services)),
    })
  },
})

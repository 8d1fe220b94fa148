import { sql } from 'kysely'
import { workspaceUserStates } from '../../contract/states.ts'
import {
  anyOf,
  anyOfFilter,
  type Conditions,
  isAnyOf,
  searched,
  searchFilter,
  textsFilter,
  whereAll,
} from '../../http/filters.ts'
import { ListOf, listPage, listQuery } from '../../http/list.ts'
import { readRoute } from '../../http/route.ts'
import { baseUrl } from '../../http/protocol.ts'
import { holdsAnyRole, selectUsers, userId, userSearchText, userSorts } from './queries.ts'
import { presentUser, WorkspaceUser } from './schema.ts'

const query = listQuery(
  {
    state: anyOfFilter(workspaceUserStates),
    role: textsFilter('roles, by name'),
    name_search: searchFilter,
  },
  userSorts,
)

export const listWorkspaceUsers = readRoute({
  id: 'listWorkspaceUsers',
  method: 'GET',
  url: '/workspace/users',
  tag: 'workspace',
  summary: 'List the people who sign in',
  description:
    'By name unless sorted otherwise. `filter[name_search]` looks in names, handles and e-mail addresses.',
  access: 'workspace.user.view',
  params: {},
  query,
  status: 200,
  response: ListOf(WorkspaceUser),
  handler: async (context) => {
    const users = whereAll(selectUsers(context.db), conditions(context.query))
    return listPage(context, users, {
      sorts: userSorts,
      defaultSort: 'name',
      id: userId,
      present: (row) => presentUser(row, baseUrl(context.services)),
    })
  },
})

function conditions(query: Record<string, unknown>): Conditions {
  const states = anyOf(query['filter[state]'])
  const roles = anyOf(query['filter[role]'])
  return [
    states && isAnyOf(sql`workspace_user.state`, states),
    roles && holdsAnyRole(roles),
    searched(query, 'name_search', userSearchText),
  ]
}

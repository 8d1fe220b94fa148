import { sql } from 'kysely'
import { Type } from 'typebox'
import { workspaceUserStates } from '../../contract/states.ts'
import { anyOf, anyOfFilter, containsText, searchFilter } from '../../http/filters.ts'
import { ListOf, listPage, listQuery } from '../../http/list.ts'
import { readRoute } from '../../http/route.ts'
import { baseUrl } from '../../http/services.ts'
import { holdsAnyRole, selectUsers, userId, userSearchText, userSorts } from './queries.ts'
import { presentUser, WorkspaceUser } from './schema.ts'

const query = listQuery(
  {
    state: anyOfFilter(workspaceUserStates),
    role: Type.String({
      maxLength: 1000,
      description: 'Who holds any of these roles, by name, separated by commas',
    }),
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
    let users = selectUsers(context.db)
    const states = anyOf(context.query['filter[state]'])
    if (states !== undefined) users = users.where(sql<boolean>`state = any (${states}::text[])`)
    const roles = anyOf(context.query['filter[role]'])
    if (roles !== undefined) users = users.where(holdsAnyRole(roles))
    const searched = context.query['filter[name_search]']
    if (typeof searched === 'string') users = users.where(containsText(userSearchText, searched))
    return listPage(context, users, {
      sorts: userSorts,
      defaultSort: 'name',
      id: userId,
      present: (row) => presentUser(row, baseUrl(context.services)),
    })
  },
})

import { sql } from 'kysely'
import { workspaceUserStates } from '../../contract/states.ts'
import {
  anyOf,
  anyOfFilter,
  anyOfTexts,
  between,
  type Conditions,
  idFilter,
  idsFilter,
  instantFilters,
  isAnyOf,
  isNamed,
  namesFilter,
  searched,
  searchFilter,
  textsFilter,
  whereAll,
} from '../../http/filters.ts'
import { ListOf, listPage, listQuery } from '../../http/list.ts'
import { exactFirst } from '../../http/ranked-rows.ts'
import { readRoute } from '../../http/route.ts'
import { baseUrl } from '../../http/protocol.ts'
import { holdsAnyRole, selectUsers, userId, userSearchText, userSorts } from './queries.ts'
import { presentUser, WorkspaceUser } from './schema.ts'

const query = listQuery(
  {
    id: idsFilter,
    state: anyOfFilter(workspaceUserStates),
    provider: textsFilter('issuers, to the letter'),
    provider_id: textsFilter('ids at the issuer, to the letter'),
    handle: textsFilter('handles, to the letter'),
    email: textsFilter('addresses, to the letter'),
    name: namesFilter,
    directory_user_id: idsFilter,
    role: textsFilter('roles, by name'),
    name_search: searchFilter,
    ...instantFilters('created', 'updated', 'expires'),
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
      found: exactFirst(context.query, 'name_search', [sql`name`, sql`handle`, sql`email`]),
      present: (row) => presentUser(row, baseUrl(context.services)),
    })
  },
})

function conditions(query: Record<string, unknown>): Conditions {
  const states = anyOf(query['filter[state]'])
  const roles = anyOf(query['filter[role]'])
  const ids = idFilter(query, 'id', 'workspaceUser')
  const people = idFilter(query, 'directory_user_id', 'directoryUser')
  return [
    ids && isAnyOf(sql`workspace_user.id`, ids, 'uuid'),
    people && isAnyOf(sql`workspace_user.directory_user_id`, people, 'uuid'),
    ...anyOfTexts(query, {
      provider: sql`provider`,
      provider_id: sql`provider_id`,
      handle: sql`handle`,
      email: sql`email`,
    }),
    ...between(query, {
      created: sql`workspace_user.created_at`,
      updated: sql`workspace_user.updated_at`,
      expires: sql`workspace_user.expires_at`,
    }),
    states && isAnyOf(sql`workspace_user.state`, states),
    roles && holdsAnyRole(roles),
    isNamed(query, sql`workspace_user.name`),
    searched(query, 'name_search', userSearchText),
  ]
}

import { anyOf, anyOfFilter } from '../../http/filters.ts'
import { ListOf, listPage, listQuery } from '../../http/list.ts'
import { readRoute } from '../../http/route.ts'
import { linkIdColumn, linkSorts, selectLinks } from '../auth/queries.ts'
import { linkStates, presentLink, SignInLink } from '../auth/schema.ts'
import { requireManagedUser } from './protected-user.ts'

export const listWorkspaceUserSignInLinks = readRoute({
  id: 'listWorkspaceUserSignInLinks',
  method: 'GET',
  url: '/workspace/users/:user/sign-in-links',
  tag: 'workspace',
  summary: 'List the links that sign a person in',
  description:
    'Without their addresses, the latest first unless sorted otherwise; a link is kept for a day after its end. Needs every ' +
    'permission that the person holds.',
  access: 'workspace.user.manage',
  params: { user: 'workspaceUser' },
  query: listQuery({ state: anyOfFilter(linkStates) }, linkSorts),
  status: 200,
  response: ListOf(SignInLink),
  snapshot: () => true,
  handler: async (context) => {
    const { id } = await requireManagedUser(context, context.params.user)
    const states = anyOf(context.query['filter[state]'])
    return listPage(context, selectLinks(context.db, id, states, context.now), {
      sorts: linkSorts,
      defaultSort: '-created_at',
      id: linkIdColumn,
      present: (row) => presentLink(row, context),
    })
  },
})

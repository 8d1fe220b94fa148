import { sql } from 'kysely'
import { whereAll } from '../../http/lists/filters.ts'
import { byInstant, byWord, listFilters } from '../../http/lists/list-filters.ts'
import { ListOf, listPage, listQuery } from '../../http/lists/list.ts'
import { readRoute } from '../../http/route/route.ts'
import { linkSorts, linkState, selectLinks } from '../auth/queries.ts'
import { linkStates, presentLink, SignInLink } from '../auth/schema.ts'
import { requireManagedUser } from './protected-user.ts'

const filters = listFilters({
  state: byWord(linkStates, linkState),
  ...byInstant({ created: sql`created_at`, expires: sql`expires_at`, used: sql`used_at` }),
})

export const listWorkspaceUserSignInLinks = readRoute({
  id: 'listWorkspaceUserSignInLinks',
  url: '/workspace/users/:user/sign-in-links',
  summary: 'List the links that sign a person in',
  description:
    'Without their addresses, the latest first unless sorted otherwise; a link is kept for a day after its end. Needs every ' +
    'permission that the person holds.',
  access: 'workspace.user.manage',
  params: { user: 'workspaceUser' },
  query: listQuery(filters.schemas, linkSorts),
  response: ListOf(SignInLink),
  snapshot: () => true,
  handler: async (context) => {
    const { id } = await requireManagedUser(context, context.params.user)
    const links = whereAll(selectLinks(context.db, id), filters.conditions(context))
    return listPage(context, links, {
      sorts: linkSorts,
      defaultSort: '-created_at',
      id: sql`id`,
      present: (row) => presentLink(row, context),
    })
  },
})

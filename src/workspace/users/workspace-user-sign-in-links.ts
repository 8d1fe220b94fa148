import { sql } from 'kysely'
import { endLinksOfUser } from '../../access/end-access.ts'
import { by } from '../../http/lists/list-filters.ts'
import { readRoute, writeRoute } from '../../http/route/route.ts'
import { declareList } from '../../http/lists/list.ts'
import { sortFields } from '../../http/lists/page.ts'
import { linkState, selectLinks } from '../auth/queries.ts'
import { linkStates, presentLink, SignInLink } from '../auth/schema.ts'
import { endingAll, requireManagedUser } from './protected-user.ts'

const links = declareList({
  item: SignInLink,
  filters: {
    state: by.word(linkStates, linkState),
    ...by.instants({ created: sql`created_at`, expires: sql`expires_at`, used: sql`used_at` }),
  },
  sorts: sortFields({ created_at: ['timestamptz', sql`created_at`] }),
  defaultSort: '-created_at',
  id: sql`id`,
  rows: ({ db }) => selectLinks(db),
  present: (row, context) => presentLink(row, context),
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
  query: links.query,
  response: links.response,
  snapshot: () => true,
  handler: async (context) => {
    const { id } = await requireManagedUser(context, context.params.user)
    return links.page(context, sql`workspace_user_id = ${id}`)
  },
})

export const endWorkspaceUserSignInLinks = writeRoute({
  id: 'endWorkspaceUserSignInLinks',
  method: 'DELETE',
  url: '/workspace/users/:user/sign-in-links',
  summary: 'End the links that would sign a person in',
  description:
    'Unused links stop working. Sessions that used links have opened stay. Needs every permission that the person holds.',
  access: 'workspace.user.manage',
  params: { user: 'workspaceUser' },
  handler: endingAll(endLinksOfUser),
})

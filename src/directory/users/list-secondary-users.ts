import { sql } from 'kysely'
import { ListOf, listQuery } from '../../http/list.ts'
import { readRoute } from '../../http/route.ts'
import { ListedDirectoryUser, userPage } from './listed-user.ts'
import { requireKnown } from '../require-known.ts'

export const listSecondaryUsers = readRoute({
  id: 'listSecondaryUsers',
  method: 'GET',
  url: '/directory/users/:user/secondary-users',
  tag: 'directory',
  summary: 'List the secondary users of a directory user',
  description:
    'The undeleted further records of the same human, by full name, then id: what `count.secondary_users` counts.',
  access: 'directory.user.view',
  params: { user: 'directoryUser' },
  query: listQuery({}),
  status: 200,
  response: ListOf(ListedDirectoryUser),
  handler: async (context) => {
    const { user } = context.params
    await requireKnown(context.db, 'directoryUser', user)
    return userPage(context, {
      conditions: [sql`p.parent_user_id = ${user}::uuid and p.deleted_at is null`],
    })
  },
})

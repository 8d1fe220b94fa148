import { sql } from 'kysely'
import { readRoute } from '../../http/route/route.ts'
import { requireKnown } from '../require-known.ts'
import { peopleList, peoplePage } from './people-list.ts'

export const listSecondaryUsers = readRoute({
  id: 'listSecondaryUsers',
  url: '/directory/users/:user/secondary-users',
  summary: 'List the secondary users of a directory user',
  description:
    'The undeleted further records of the same human, by full name, then id: what `count.secondary_users` counts. It has the filters (but `trashed`), searches, orders and `include` of the list of all people.',
  access: 'directory.user.view',
  params: { user: 'directoryUser' },
  ...peopleList,
  handler: async (context) => {
    const { user } = context.params
    await requireKnown(context.db, 'directoryUser', user)
    return peoplePage(context, [sql`p.parent_user_id = ${user}::uuid and p.deleted_at is null`])
  },
})

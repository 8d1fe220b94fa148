import { sql } from 'kysely'
import { readRoute } from '../../http/route/route.ts'
import { requireKnown } from '../require-known.ts'
import { peopleList, peoplePage } from './people-list.ts'

export const listDirectReportUsers = readRoute({
  id: 'listDirectReportUsers',
  url: '/directory/users/:user/direct-report-users',
  summary: 'List the direct reports of a directory user',
  description:
    'The people whose manager this is, by full name, then id, without those who are expired, deactivated or deleted: what `count.direct_report_users` counts. It has the filters (but `trashed`), searches, orders and `include` of the list of all people.',
  access: 'directory.user.view',
  params: { user: 'directoryUser' },
  ...peopleList,
  handler: async (context) => {
    const { user } = context.params
    await requireKnown(context.db, 'directoryUser', user)
    return peoplePage(context, [
      sql`p.manager_id = ${user}::uuid and counts_as_report(p.state, p.deleted_at)`,
    ])
  },
})

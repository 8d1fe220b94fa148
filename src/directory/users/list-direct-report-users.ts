import { sql } from 'kysely'
import { ListOf, listQuery } from '../../http/list.ts'
import { readRoute } from '../../http/route.ts'
import { ListedDirectoryUser, userPage } from './listed-user.ts'
import { requireKnown } from '../require-known.ts'

export const listDirectReportUsers = readRoute({
  id: 'listDirectReportUsers',
  method: 'GET',
  url: '/directory/users/:user/direct-report-users',
  tag: 'directory',
  summary: 'List the direct reports of a directory user',
  description:
    'The people whose manager this is, by full name, then id, without those who are expired, deactivated or deleted: what `count.direct_report_users` counts.',
  access: 'directory.user.view',
  params: { user: 'directoryUser' },
  query: listQuery({}),
  status: 200,
  response: ListOf(ListedDirectoryUser),
  handler: async (context) => {
    const { user } = context.params
    await requireKnown(context.db, 'directoryUser', user)
    return userPage(context, {
      conditions: [sql`p.manager_id = ${user}::uuid and counts_as_report(p.state, p.deleted_at)`],
    })
  },
})

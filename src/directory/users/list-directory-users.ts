import { ListOf, listQuery } from '../../http/list.ts'
import { readRoute } from '../../http/route.ts'
import { ListedDirectoryUser, userPage, userSorts } from './listed-user.ts'
import { userConditions, userFilters } from './user-filters.ts'

export const listDirectoryUsers = readRoute({
  id: 'listDirectoryUsers',
  method: 'GET',
  url: '/directory/users',
  tag: 'directory',
  summary: 'List directory users',
  description:
    'People by full name, then id. `filter[search]` looks in full name, e-mail address and username. ' +
    '`…_after` means at that instant or later, `…_before` earlier than it. Deleted people are listed only where `filter[trashed]` asks for them.',
  access: 'directory.user.view',
  params: {},
  query: listQuery(userFilters, userSorts),
  status: 200,
  response: ListOf(ListedDirectoryUser),
  handler: (context) => userPage(context, 'listDirectoryUsers', userConditions(context.query)),
})

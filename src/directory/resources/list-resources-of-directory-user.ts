import { sql } from 'kysely'
import { listPage, ListOf, listQuery } from '../../http/list.ts'
import { readRoute } from '../../http/route.ts'
import { baseUrl } from '../../http/protocol.ts'
import { requireKnown } from '../require-known.ts'
import { listedResources, presentListedResource, resourceSorts } from './listed-resource.ts'
import { ListedResource } from './schema.ts'

export const listResourcesOfDirectoryUser = readRoute({
  id: 'listResourcesOfDirectoryUser',
  method: 'GET',
  url: '/directory/users/:user/resources',
  tag: 'directory',
  summary: 'List the resources of a directory user',
  description:
    'The resources of which any identity of this person is a member, each once, by name, then id: what the counts from `codehost_groups` to `chat_groups` count. Needs `directory.resource.view` as well.',
  access: 'directory.user.view',
  params: { user: 'directoryUser' },
  query: listQuery({}),
  status: 200,
  response: ListOf(ListedResource),
  handler: async (context) => {
    const { user } = context.params
    await requireKnown(context.db, 'directoryUser', user)
    await context.ask('directory.resource.view')
    const base = baseUrl(context.services)
    const resources = listedResources(context.db).where(sql<boolean>`o.id in (
      select m.resource_id from identity i join resource_member m on m.identity_id = i.id where i.directory_user_id = ${user})`)
    return listPage(context, resources, {
      sorts: resourceSorts,
      defaultSort: 'name',
      id: sql`o.id`,
      present: (row) => presentListedResource(row, base),
    })
  },
})

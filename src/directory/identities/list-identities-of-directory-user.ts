import { sql } from 'kysely'
import { listPage, ListOf, listQuery } from '../../http/list.ts'
import { readRoute } from '../../http/route.ts'
import { baseUrl } from '../../http/protocol.ts'
import { requireKnown } from '../require-known.ts'
import { ListedIdentity, listedIdentities, presentListedIdentity } from './listed-identity.ts'

export const listIdentitiesOfDirectoryUser = readRoute({
  id: 'listIdentitiesOfDirectoryUser',
  method: 'GET',
  url: '/directory/users/:user/directory-identities',
  tag: 'directory',
  summary: 'List the identities of a directory user',
  description:
    'This person’s accounts at the vendors, by integration, then id: what `count.directory_identities` counts.',
  access: 'directory.user.view',
  params: { user: 'directoryUser' },
  query: listQuery({}),
  status: 200,
  response: ListOf(ListedIdentity),
  handler: async (context) => {
    const { user } = context.params
    await requireKnown(context.db, 'directoryUser', user)
    const seen = {
      baseUrl: baseUrl(context.services),
      seesProfiles: context.may('directory.identity.profile.view'),
    }
    return listPage(context, listedIdentities(context.db).where('i.directory_user_id', '=', user), {
      sorts: {
        integration_id: { key: 'integration_id', expression: sql`i.integration_id`, type: 'uuid' },
      },
      defaultSort: 'integration_id',
      id: sql`i.id`,
      present: (row) => presentListedIdentity(row, seen),
    })
  },
})

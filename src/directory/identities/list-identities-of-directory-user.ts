import { sql } from 'kysely'
import { sortFields } from '../../http/lists/page.ts'
import { readRoute } from '../../http/route/route.ts'
import { declareList } from '../../http/lists/list.ts'
import { requireKnown } from '../require-known.ts'
import { identityFilters } from './identity-filters.ts'
import { identityList } from './identity-list.ts'

const { directory_user_id: _, ...filters } = identityFilters

const identities = declareList({
  ...identityList,
  filters,
  order: sortFields({ integration_id: ['uuid', sql`i.integration_id`] }),
  defaultSort: 'integration_id',
})

export const listIdentitiesOfDirectoryUser = readRoute({
  id: 'listIdentitiesOfDirectoryUser',
  url: '/directory/users/:user/directory-identities',
  summary: 'List the identities of a directory user',
  description:
    'This person’s accounts at the vendors, by integration, then id: what `count.directory_identities` counts. Filters and searches are those of the list of all identities.',
  access: 'directory.user.view',
  params: { user: 'directoryUser' },
  query: identities.query,
  response: identities.response,
  handler: async (context) => {
    const { user } = context.params
    await requireKnown(context.db, 'directoryUser', user)
    return identities.page(context, sql`i.directory_user_id = ${user}`)
  },
})

import { sql } from 'kysely'
import { whereAll } from '../../http/lists/filters.ts'
import { listPage, ListOf, listQuery } from '../../http/lists/list.ts'
import type { SortField } from '../../http/lists/page.ts'
import { readRoute } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { requireKnown } from '../require-known.ts'
import { identityFilters } from './identity-filters.ts'
import { foundIdentities, identitySearches } from './identity-search.ts'
import {
  identitySorts,
  ListedIdentity,
  listedIdentities,
  presentListedIdentity,
} from './listed-identity.ts'

const { directory_user_id: _, ...filters } = identityFilters.schemas

const byIntegration: Record<string, SortField> = {
  integration_id: { key: 'integration_id', expression: sql`i.integration_id`, type: 'uuid' },
}

export const listIdentitiesOfDirectoryUser = readRoute({
  id: 'listIdentitiesOfDirectoryUser',
  url: '/directory/users/:user/directory-identities',
  summary: 'List the identities of a directory user',
  description:
    'This person’s accounts at the vendors, by integration, then id: what `count.directory_identities` counts. Filters and searches are those of the list of all identities.',
  access: 'directory.user.view',
  params: { user: 'directoryUser' },
  query: listQuery({ ...filters, ...identitySearches }, identitySorts),
  response: ListOf(ListedIdentity),
  handler: async (context) => {
    const { user } = context.params
    await requireKnown(context.db, 'directoryUser', user)
    const seen = {
      baseUrl: baseUrl(context.services),
      seesProfiles: context.may('directory.identity.profile.view'),
    }
    const identities = whereAll(
      listedIdentities(context.db).where('i.directory_user_id', '=', user),
      identityFilters.conditions(context),
    )
    return listPage(context, identities, {
      sorts: { ...identitySorts, ...byIntegration },
      defaultSort: 'integration_id',
      id: sql`i.id`,
      found: await foundIdentities(context.db, context.query),
      present: (row) => presentListedIdentity(row, seen),
    })
  },
})

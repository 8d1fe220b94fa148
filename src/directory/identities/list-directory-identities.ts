import { sql } from 'kysely'
import { whereAll } from '../../http/lists/filters.ts'
import { ListOf, listPage, listQuery } from '../../http/lists/list.ts'
import { readRoute } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { identityFilters } from './identity-filters.ts'
import { foundIdentities, identitySearches } from './identity-search.ts'
import {
  identitySorts,
  ListedIdentity,
  listedIdentities,
  presentListedIdentity,
} from './listed-identity.ts'

export const listDirectoryIdentities = readRoute({
  id: 'listDirectoryIdentities',
  url: '/directory/identities',
  summary: 'List identities',
  description:
    'Accounts at the vendors by full name, then id. `filter[state]=orphan` finds those that belong to no one yet; one that has ended is `deactivated`, with or without a person. ' +
    '`filter[review]` finds matches to look at: `conflict`, accounts of no one whose address several people have; `recycled_address`, primary accounts of people ' +
    'who were created because the former holder of the address has left; `shared_email`, accounts whose address an account of the same integration has that is not of the same person. ' +
    'Accounts that have ended or were replaced share no address.',
  access: 'directory.identity.view',
  query: listQuery({ ...identityFilters.schemas, ...identitySearches }, identitySorts),
  response: ListOf(ListedIdentity),
  handler: async (context) => {
    const seen = {
      baseUrl: baseUrl(context.services),
      seesProfiles: context.may('directory.identity.profile.view'),
    }
    const identities = whereAll(listedIdentities(context.db), identityFilters.conditions(context))
    return listPage(context, identities, {
      sorts: identitySorts,
      defaultSort: 'full_name',
      id: sql`i.id`,
      found: await foundIdentities(context.db, context.query),
      present: (row) => presentListedIdentity(row, seen),
    })
  },
})

import { sql } from 'kysely'
import { baseUrl } from '../../http/route/protocol.ts'
import type { ListContext } from '../../http/lists/list.ts'
import { sortFields } from '../../http/lists/page.ts'
import { foundIdentities, identitySearches } from './identity-search.ts'
import { ListedIdentity, listedIdentities, presentListedIdentity } from './listed-identity.ts'

/** What the lists of identities have in common. */
export const identityList = {
  item: ListedIdentity,
  searches: identitySearches,
  sorts: sortFields({
    full_name: ['text', sql`i.full_name`],
  }),
  id: sql`i.id`,
  rows: ({ db }: ListContext) => listedIdentities(db),
  found: ({ db, query }: ListContext) => foundIdentities(db, query),
  present: (row: Parameters<typeof presentListedIdentity>[0], { may, services }: ListContext) =>
    presentListedIdentity(row, {
      baseUrl: baseUrl(services),
      seesProfiles: may('directory.identity.profile.view'),
    }),
}

import { readRoute } from '../../http/route/route.ts'
import { declareList } from '../../http/lists/list.ts'
import { identityFilters } from './identity-filters.ts'
import { identityList } from './identity-list.ts'

const identities = declareList({
  ...identityList,
  filters: identityFilters,
  defaultSort: 'full_name',
})

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
  query: identities.query,
  response: identities.response,
  handler: (context) => identities.page(context),
})

import { sql } from 'kysely'
import { credentialState } from '../../access/credential-state.ts'
import { scimSecretStates } from '../../contract/states.ts'
import { whereAll } from '../../http/lists/filters.ts'
import { byInstant, byName, bySearch, byWord, listFilters } from '../../http/lists/list-filters.ts'
import { ListOf, listPage, listQuery } from '../../http/lists/list.ts'
import type { SortField } from '../../http/lists/page.ts'
import { exactFirst } from '../../http/lists/ranked-rows.ts'
import { readRoute } from '../../http/route/route.ts'
import { requireIntegration } from '../integrations/queries.ts'
import { selectScimSecrets } from './queries.ts'
import { presentScimSecret, ScimSecret } from './schema.ts'

const sorts: Record<string, SortField> = {
  created_at: { key: 'created_at', expression: sql`created_at`, type: 'timestamptz' },
  name: { key: 'name', expression: sql`name`, type: 'text' },
  expires_at: { key: 'expires_at', expression: sql`expires_at`, type: 'timestamptz' },
}

// They need no index: an integration has few secrets.
const filters = listFilters({
  state: byWord(scimSecretStates, credentialState),
  name: byName(sql`name`),
  name_search: bySearch(sql`search_key(name)`),
  ...byInstant({
    created: sql`created_at`,
    expires: sql`expires_at`,
    last_used: sql`last_used_at`,
    revoked: sql`revoked_at`,
  }),
})

export const listScimSecrets = readRoute({
  id: 'listScimSecrets',
  url: '/workspace/integrations/:integration/scim-secrets',
  summary: 'List the SCIM secrets of an integration',
  description:
    'Never shows the secrets themselves. Also lists those that have expired or were revoked, the oldest first unless sorted otherwise.',
  access: 'workspace.integration.view',
  params: { integration: 'integration' },
  query: listQuery(filters.schemas, sorts),
  response: ListOf(ScimSecret),
  handler: async (context) => {
    const { db, params, query } = context
    await requireIntegration(db, params.integration)
    const secrets = whereAll(selectScimSecrets(db, params.integration), filters.conditions(context))
    return listPage(context, secrets, {
      sorts,
      defaultSort: 'created_at',
      id: sql`id`,
      found: exactFirst(query, 'name_search', [sql`name`]),
      present: (row) => presentScimSecret(row, context),
    })
  },
})

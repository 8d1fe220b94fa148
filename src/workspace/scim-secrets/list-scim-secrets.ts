import { sql } from 'kysely'
import { credentialState } from '../../access/credential-state.ts'
import { scimSecretStates } from '../../contract/states.ts'
import { by } from '../../http/lists/list-filters.ts'
import { sortFields } from '../../http/lists/page.ts'
import { exactFirst } from '../../http/lists/ranked-rows.ts'
import { readRoute } from '../../http/route/route.ts'
import { declareList } from '../../http/lists/list.ts'
import { requireIntegration } from '../integrations/queries.ts'
import { selectScimSecrets } from './queries.ts'
import { presentScimSecret, ScimSecret } from './schema.ts'

// They need no index: an integration has few secrets.
const secrets = declareList({
  item: ScimSecret,
  filters: {
    state: by.word(scimSecretStates, credentialState),
    name: by.name(sql`name`),
    name_search: by.search(sql`search_key(name)`),
    ...by.instants({
      created: sql`created_at`,
      expires: sql`expires_at`,
      last_used: sql`last_used_at`,
      revoked: sql`revoked_at`,
    }),
  },
  sorts: sortFields({
    created_at: ['timestamptz', sql`created_at`],
    name: ['text', sql`name`],
    expires_at: ['timestamptz', sql`expires_at`],
  }),
  defaultSort: 'created_at',
  id: sql`id`,
  rows: ({ db }) => selectScimSecrets(db),
  found: ({ query }) => exactFirst(query, 'name_search', [sql`name`]),
  present: presentScimSecret,
})

export const listScimSecrets = readRoute({
  id: 'listScimSecrets',
  url: '/workspace/integrations/:integration/scim-secrets',
  summary: 'List the SCIM secrets of an integration',
  description:
    'Never shows the secrets themselves. Also lists those that have expired or were revoked, the oldest first unless sorted otherwise.',
  access: 'workspace.integration.view',
  params: { integration: 'integration' },
  query: secrets.query,
  response: secrets.response,
  handler: async (context) => {
    const { integration } = context.params
    await requireIntegration(context.db, integration)
    return secrets.page(context, sql`integration_id = ${integration}`)
  },
})

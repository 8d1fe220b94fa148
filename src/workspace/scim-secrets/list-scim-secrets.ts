import { sql } from 'kysely'
import { scimSecretStates } from '../../contract/states.ts'
import { anyOf, anyOfFilter } from '../../http/filters.ts'
import { ListOf, listPage, listQuery } from '../../http/list.ts'
import type { SortField } from '../../http/page-query.ts'
import { readRoute } from '../../http/route.ts'
import { requireIntegration } from '../integrations/queries.ts'
import { selectScimSecrets } from './queries.ts'
import { presentScimSecret, ScimSecret } from './schema.ts'

const sorts: Record<string, SortField> = {
  created_at: { key: 'created_at', expression: sql`created_at`, type: 'timestamptz' },
  name: { key: 'name', expression: sql`name`, type: 'text' },
  expires_at: { key: 'expires_at', expression: sql`expires_at`, type: 'timestamptz' },
}

export const listScimSecrets = readRoute({
  id: 'listScimSecrets',
  method: 'GET',
  url: '/workspace/integrations/:integration/scim-secrets',
  tag: 'workspace',
  summary: 'List the SCIM secrets of an integration',
  description:
    'Never shows the secrets themselves. Also lists those that have expired or were revoked, the oldest first unless sorted otherwise.',
  access: 'workspace.integration.view',
  params: { integration: 'integration' },
  query: listQuery({ state: anyOfFilter(scimSecretStates) }, sorts),
  status: 200,
  response: ListOf(ScimSecret),
  handler: async (context) => {
    const { db, params, now } = context
    await requireIntegration(db, params.integration)
    const states = anyOf(context.query['filter[state]'])
    return listPage(context, selectScimSecrets(db, params.integration, { states, now }), {
      sorts,
      defaultSort: 'created_at',
      id: sql`id`,
      present: (row) => presentScimSecret(row, context),
    })
  },
})

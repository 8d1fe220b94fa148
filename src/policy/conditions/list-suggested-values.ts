import { Type } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { badRequest } from '../../http/refusals/problem.ts'
import { readRoute } from '../../http/route/route.ts'
import { Count, Id, Shape, Text } from '../../http/shapes/schema.ts'
import type { Reader } from '../../database/database.ts'
import { knownValues, maximumValueLength } from './known-values.ts'
import { refusedKey, selectReadableIntegrations, type ReadableIntegration } from './policy-keys.ts'
import {
  CountedAt,
  matching,
  maximumSuggestions,
  readIntegration,
  readLimit,
  requireLimit,
  suggestionQuery,
} from './suggestion-schema.ts'

export const listSuggestedValues = readRoute({
  id: 'listSuggestedValues',
  url: '/policy/suggestions/values',
  summary: 'Suggest values for a condition',
  description:
    'The accepted values that people have under a profile key, the most frequent first, and how many people have each. Spellings that policy compares as equal are one value, ' +
    'and elements of lists are values. The key must be one of the `policy_keys` of the integration, which is the primary one unless `integration` names another. ' +
    'Only the 10,000 most frequent values are searched; `is_capped` says that there are others.',
  access: 'directory.identity.profile.view',
  cost: 5,
  query: Shape({
    key: Text(200, { minLength: 1, description: 'The profile key', examples: ['department'] }),
    ...suggestionQuery,
  }),
  snapshot: () => true,
  response: Shape({
    key: Text(200, { examples: ['department'] }),
    integration_id: Id('integration'),
    data: Type.Array(
      Shape({
        value: Text(maximumValueLength, { examples: ['Engineering'] }),
        people: { ...Count, description: 'Undeleted people with an account that has the value' },
      }),
      { maxItems: maximumSuggestions },
    ),
    is_capped: Type.Boolean(),
    counted_at: CountedAt,
  }),
  checkQuery: ({ integration, limit }) => {
    readIntegration(integration)
    requireLimit(limit)
  },
  handler: async ({ db, now, query, services }) => {
    const integration = await findReadable(db, readIntegration(query.integration))
    const refused = refusedKey(integration, query.key)
    if (refused !== null) throw badRequest(`The query parameter key: ${refused}.`)
    const { values, isCapped, countedAt } = await knownValues(
      { counts: services.counts, db, now },
      { integrationId: integration.id, profileKey: query.key },
    )
    return {
      key: query.key,
      integration_id: encodeId('integration', integration.id),
      data: matching(values, query.q ?? '', ({ searchKey }) => searchKey)
        .slice(0, readLimit(query.limit))
        .map(({ value, people }) => ({ value, people })),
      is_capped: isCapped,
      counted_at: countedAt.toISOString(),
    }
  },
})

async function findReadable(db: Reader, id: string | undefined): Promise<ReadableIntegration> {
  const integrations = await selectReadableIntegrations(db)
  const found = integrations.find((each) => (id === undefined ? each.isPrimary : each.id === id))
  if (found !== undefined) return found
  if (id !== undefined) throw badRequest('The query parameter integration names no integration.')
  throw badRequest('No integration is primary: name one as the query parameter integration.')
}

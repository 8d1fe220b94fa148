import { Type } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { searchKey } from '../../contract/text.ts'
import { readRoute, type ReadContext } from '../../http/route/route.ts'
import { Count, Id, Shape, Text } from '../../http/shapes/schema.ts'
import { knownKeys } from './known-values.ts'
import { selectReadableIntegrations, type ReadableIntegration } from './policy-keys.ts'
import {
  CountedAt,
  matching,
  maximumSuggestions,
  readIntegration,
  readLimit,
  requireLimit,
  suggestionQuery,
} from './suggestion-schema.ts'

const SuggestedKey = Shape({
  key: Text(200, { examples: ['department'] }),
  integration: Shape({
    id: Id('integration'),
    handle: Text(63, { examples: ['idp'] }),
    is_primary: Type.Boolean(),
  }),
  is_self_service: {
    ...Type.Boolean(),
    description:
      'People can write the value themselves at the vendor: a rule on it lets in everyone who writes it',
  },
  people: { ...Count, description: 'Undeleted people with an account that has the key' },
  counted_at: CountedAt,
})

export const listSuggestedKeys = readRoute({
  id: 'listSuggestedKeys',
  url: '/policy/suggestions/keys',
  summary: 'Suggest profile keys for a condition',
  description:
    'The profile keys on which a condition of the type `identity` is possible, the `policy_keys` of the integrations, and how many people have each: ' +
    'first those of the primary integration, then by the handle of the integration, and by key.',
  access: 'directory.identity.profile.view',
  cost: 5,
  query: Shape(suggestionQuery),
  snapshot: () => true,
  response: Shape({ data: Type.Array(SuggestedKey, { maxItems: maximumSuggestions }) }),
  checkQuery: ({ integration, limit }) => {
    readIntegration(integration)
    requireLimit(limit)
  },
  handler: async (context) => {
    const { db, query } = context
    const wanted = readIntegration(query.integration)
    const integrations = (await selectReadableIntegrations(db))
      .filter(({ id }) => wanted === undefined || id === wanted)
      .toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
    const keys = integrations.flatMap((integration) =>
      integration.keys.map((key) => ({ key, integration })),
    )
    const shown = matching(keys, query.q ?? '', ({ key }) => searchKey(key))
    return { data: await withCounts(context, shown.slice(0, readLimit(query.limit))) }
  },
})

type Suggested = { key: string; integration: ReadableIntegration }

async function withCounts({ db, now, services }: ReadContext, shown: readonly Suggested[]) {
  const counted = []
  for (const { key, integration } of shown) {
    const { id, handle, isPrimary, keys, selfServiceKeys } = integration
    const asked = { integrationId: id, keys }
    // One count for all keys of an integration, kept.
    const { people, countedAt } = await knownKeys({ counts: services.counts, db, now }, asked)
    counted.push({
      key,
      integration: { id: encodeId('integration', id), handle, is_primary: isPrimary },
      is_self_service: selfServiceKeys.includes(key),
      people: people.get(key) ?? 0,
      counted_at: countedAt.toISOString(),
    })
  }
  return counted
}

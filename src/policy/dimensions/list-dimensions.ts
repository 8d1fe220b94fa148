import { sql } from 'kysely'
import { resourceStates } from '../../contract/states.ts'
import { by } from '../../http/lists/list-filters.ts'
import { exactFirst } from '../../http/lists/ranked-rows.ts'
import { readRoute } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { declareList } from '../../http/lists/list.ts'
import { sortFields } from '../../http/lists/page.ts'
import { listedDimensions, presentListedDimension } from './listed-dimension.ts'
import { ListedDimension } from './schema.ts'

// Dimensions are few, so they need no index.
const dimensions = declareList({
  item: ListedDimension,
  filters: {
    id: by.id('dimension', sql`d.id`),
    state: by.word(resourceStates, sql`d.state`),
    integration_id: by.id('integration', sql`d.integration_id`),
    handle: by.text('handles', sql`d.handle`),
    name: by.name(sql`d.name`),
    profile_key: by.text('keys of profiles, to the letter', sql`d.profile_key`),
    name_search: by.search(sql`search_key(d.name || ' ' || d.handle)`),
    ...by.instants({ created: sql`d.created_at`, updated: sql`d.updated_at` }),
  },
  sorts: sortFields({
    name: ['text', sql`d.name`],
    handle: ['text', sql`d.handle`],
    created_at: ['timestamptz', sql`d.created_at`],
  }),
  defaultSort: 'name',
  id: sql`d.id`,
  rows: ({ db }) => listedDimensions(db),
  found: ({ query }) => exactFirst(query, 'name_search', [sql`d.name`, sql`d.handle`]),
  present: (row, { services }) => presentListedDimension(row, baseUrl(services)),
})

export const listDimensions = readRoute({
  id: 'listDimensions',
  url: '/directory/dimensions',
  summary: 'List dimensions',
  description:
    'The profile keys that the organisation governs by, by name, then id. `filter[name_search]` looks in name and handle.',
  access: 'directory.dimension.view',
  query: dimensions.query,
  response: dimensions.response,
  handler: (context) => dimensions.page(context),
})

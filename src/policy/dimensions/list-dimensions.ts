import { sql } from 'kysely'
import { resourceStates } from '../../contract/states.ts'
import { whereAll } from '../../http/lists/filters.ts'
import {
  byId,
  byInstant,
  byName,
  bySearch,
  byText,
  byWord,
  listFilters,
} from '../../http/lists/list-filters.ts'
import { ListOf, listPage, listQuery } from '../../http/lists/list.ts'
import { exactFirst } from '../../http/lists/ranked-rows.ts'
import { readRoute } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { dimensionSorts, listedDimensions, presentListedDimension } from './listed-dimension.ts'
import { ListedDimension } from './schema.ts'

// Dimensions are few, so they need no index.
const filters = listFilters({
  id: byId('dimension', sql`d.id`),
  state: byWord(resourceStates, sql`d.state`),
  integration_id: byId('integration', sql`d.integration_id`),
  handle: byText('handles', sql`d.handle`),
  name: byName(sql`d.name`),
  profile_key: byText('keys of profiles, to the letter', sql`d.profile_key`),
  name_search: bySearch(sql`search_key(d.name || ' ' || d.handle)`),
  ...byInstant({ created: sql`d.created_at`, updated: sql`d.updated_at` }),
})

export const listDimensions = readRoute({
  id: 'listDimensions',
  url: '/directory/dimensions',
  summary: 'List dimensions',
  description:
    'The profile keys that the organisation governs by, by name, then id. `filter[name_search]` looks in name and handle.',
  access: 'directory.dimension.view',
  query: listQuery(filters.schemas, dimensionSorts),
  response: ListOf(ListedDimension),
  handler: (context) => {
    const base = baseUrl(context.services)
    const dimensions = whereAll(listedDimensions(context.db), filters.conditions(context))
    return listPage(context, dimensions, {
      sorts: dimensionSorts,
      defaultSort: 'name',
      id: sql`d.id`,
      found: exactFirst(context.query, 'name_search', [sql`d.name`, sql`d.handle`]),
      present: (row) => presentListedDimension(row, base),
    })
  },
})

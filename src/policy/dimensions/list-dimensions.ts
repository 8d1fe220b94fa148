import { sql } from 'kysely'
import { resourceStates } from '../../contract/states.ts'
import {
  anyOf,
  anyOfFilter,
  anyOfTexts,
  between,
  type Conditions,
  idFilter,
  idsFilter,
  instantFilters,
  isAnyOf,
  isNamed,
  namesFilter,
  searched,
  searchFilter,
  textsFilter,
  whereAll,
} from '../../http/filters.ts'
import { ListOf, listPage, listQuery } from '../../http/list.ts'
import { exactFirst } from '../../http/ranked-rows.ts'
import { readRoute } from '../../http/route.ts'
import { baseUrl } from '../../http/protocol.ts'
import { dimensionSorts, listedDimensions, presentListedDimension } from './listed-dimension.ts'
import { ListedDimension } from './schema.ts'

export const listDimensions = readRoute({
  id: 'listDimensions',
  method: 'GET',
  url: '/directory/dimensions',
  tag: 'directory',
  summary: 'List dimensions',
  description:
    'The profile keys that the organisation governs by, by name, then id. `filter[name_search]` looks in name and handle.',
  access: 'directory.dimension.view',
  params: {},
  query: listQuery(
    {
      id: idsFilter,
      state: anyOfFilter(resourceStates),
      integration_id: idsFilter,
      handle: textsFilter('handles'),
      name: namesFilter,
      profile_key: textsFilter('keys of profiles, to the letter'),
      name_search: searchFilter,
      ...instantFilters('created', 'updated'),
    },
    dimensionSorts,
  ),
  status: 200,
  response: ListOf(ListedDimension),
  handler: (context) => {
    const base = baseUrl(context.services)
    const dimensions = whereAll(listedDimensions(context.db), conditions(context.query))
    return listPage(context, dimensions, {
      sorts: dimensionSorts,
      defaultSort: 'name',
      id: sql`d.id`,
      found: exactFirst(context.query, 'name_search', [sql`d.name`, sql`d.handle`]),
      present: (row) => presentListedDimension(row, base),
    })
  },
})

// Dimensions are few, so it needs no index.
const searchText = sql`search_key(d.name || ' ' || d.handle)`

function conditions(query: Record<string, unknown>): Conditions {
  const states = anyOf(query['filter[state]'])
  const integrations = idFilter(query, 'integration_id', 'integration')
  const ids = idFilter(query, 'id', 'dimension')
  return [
    ids && isAnyOf(sql`d.id`, ids, 'uuid'),
    ...anyOfTexts(query, { handle: sql`d.handle`, profile_key: sql`d.profile_key` }),
    ...between(query, { created: sql`d.created_at`, updated: sql`d.updated_at` }),
    states && isAnyOf(sql`d.state`, states),
    integrations && isAnyOf(sql`d.integration_id`, integrations, 'uuid'),
    isNamed(query, sql`d.name`),
    searched(query, 'name_search', searchText),
  ]
}

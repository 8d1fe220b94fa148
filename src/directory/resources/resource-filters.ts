import { sql } from 'kysely'
import { resourceStates, resourceTypes } from '../../contract/states.ts'
import type { Reader } from '../../database/database.ts'
import {
  anyOf,
  anyOfFilter,
  anyOfTexts,
  between,
  type Conditions,
  flagFilter,
  flagged,
  idFilter,
  idsFilter,
  instantFilters,
  isAnyOf,
  isNamed,
  namesFilter,
  searchFilter,
  textsFilter,
} from '../../http/filters.ts'
import { foundByAll, foundRows } from '../../http/searched-rows.ts'
import {
  searchedHandles,
  searchedNames,
  searchedResources,
} from '../../policy/shapes/searched-records.ts'

export const resourceFilters = {
  id: idsFilter,
  state: anyOfFilter(resourceStates),
  type: anyOfFilter(resourceTypes),
  integration_id: idsFilter,
  parent_id: idsFilter,
  vendor_id: textsFilter('vendor ids, to the letter'),
  handle: textsFilter('handles, to the letter'),
  name: namesFilter,
  has_ruleset: flagFilter('Has (or lacks) a ruleset'),
  search: searchFilter,
  name_search: searchFilter,
  handle_search: searchFilter,
  ...instantFilters('created', 'updated'),
}

type Query = Record<string, unknown>

/** What the request's filters ask of a resource (`o`) with its ruleset (`rs`), but for its searches. */
export function resourceConditions(query: Query): Conditions {
  const states = anyOf(query['filter[state]'])
  const types = anyOf(query['filter[type]'])
  const integrations = idFilter(query, 'integration_id', 'integration')
  const parents = idFilter(query, 'parent_id', 'resource')
  const ids = idFilter(query, 'id', 'resource')
  return [
    ids && isAnyOf(sql`o.id`, ids, 'uuid'),
    states && isAnyOf(sql`o.state`, states),
    types && isAnyOf(sql`o.type`, types),
    integrations && isAnyOf(sql`o.integration_id`, integrations, 'uuid'),
    parents && isAnyOf(sql`o.parent_id`, parents, 'uuid'),
    ...anyOfTexts(query, { vendor_id: sql`o.vendor_id`, handle: sql`o.handle` }),
    isNamed(query, sql`o.name`),
    flagged(query, 'has_ruleset', sql`(rs.id is not null)`),
    ...between(query, { created: sql`o.created_at`, updated: sql`o.updated_at` }),
  ]
}

/** What the searches of a request find among resources (`o`); undefined without a search. */
export async function foundResources(db: Reader, query: Query) {
  const searches = await Promise.all([
    foundRows(db, [searchedResources], query['filter[search]']),
    foundRows(db, [searchedNames], query['filter[name_search]']),
    foundRows(db, [searchedHandles], query['filter[handle_search]']),
  ])
  return foundByAll(searches.filter((found) => found !== undefined))
}

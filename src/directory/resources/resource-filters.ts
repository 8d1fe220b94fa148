import { sql } from 'kysely'
import { resourceStates, resourceTypes } from '../../contract/states.ts'
import type { Reader } from '../../database/database.ts'
import { searchFilter } from '../../http/lists/filters.ts'
import {
  byFlag,
  byId,
  byInstant,
  byName,
  byText,
  byWord,
  listFilters,
} from '../../http/lists/list-filters.ts'
import { foundByAll, foundRows } from '../../http/lists/search.ts'
import {
  searchedHandles,
  searchedNames,
  searchedResources,
} from '../../policy/shapes/searched-records.ts'

/** Of resources (`o`) with their rulesets (`rs`), but for the searches. */
export const resourceFilters = listFilters({
  id: byId('resource', sql`o.id`),
  state: byWord(resourceStates, sql`o.state`),
  type: byWord(resourceTypes, sql`o.type`),
  integration_id: byId('integration', sql`o.integration_id`),
  parent_id: byId('resource', sql`o.parent_id`),
  vendor_id: byText('vendor ids, to the letter', sql`o.vendor_id`),
  handle: byText('handles, to the letter', sql`o.handle`),
  name: byName(sql`o.name`),
  has_ruleset: byFlag(sql`(rs.id is not null)`, 'Has (or lacks) a ruleset'),
  ...byInstant({ created: sql`o.created_at`, updated: sql`o.updated_at` }),
})

/** Read by {@link foundResources}. */
export const resourceSearches = {
  search: searchFilter,
  name_search: searchFilter,
  handle_search: searchFilter,
}

type Query = Record<string, unknown>

/** What the searches of a request find among resources (`o`); undefined without a search. */
export async function foundResources(db: Reader, query: Query) {
  const searches = await Promise.all([
    foundRows(db, [searchedResources], query['filter[search]']),
    foundRows(db, [searchedNames], query['filter[name_search]']),
    foundRows(db, [searchedHandles], query['filter[handle_search]']),
  ])
  return foundByAll(searches.filter((found) => found !== undefined))
}

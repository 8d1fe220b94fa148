import { sql } from 'kysely'
import { resourceStates, resourceTypes } from '../../contract/states.ts'
import type { Reader } from '../../database/database.ts'
import { searchFilter } from '../../http/lists/filters.ts'
import { by } from '../../http/lists/list-filters.ts'
import { foundByAll, foundRows } from '../../http/lists/search.ts'
import { sortFields } from '../../http/lists/page.ts'
import {
  searchedHandles,
  searchedNames,
  searchedResources,
} from '../../policy/shapes/searched-records.ts'

/** Of resources (`o`) with their rulesets (`rs`), but for the searches. */
export const resourceFilters = {
  id: by.id('resource', sql`o.id`),
  state: by.word(resourceStates, sql`o.state`),
  type: by.word(resourceTypes, sql`o.type`),
  integration_id: by.id('integration', sql`o.integration_id`),
  parent_id: by.id('resource', sql`o.parent_id`),
  vendor_id: by.text('vendor ids, to the letter', sql`o.vendor_id`),
  handle: by.text('handles, to the letter', sql`o.handle`),
  name: by.name(sql`o.name`),
  has_ruleset: by.flag(sql`(rs.id is not null)`, 'Has (or lacks) a ruleset'),
  ...by.instants({ created: sql`o.created_at`, updated: sql`o.updated_at` }),
}

export const resourceSorts = sortFields({
  name: ['text', sql`o.name`],
  created_at: ['timestamptz', sql`o.created_at`],
  updated_at: ['timestamptz', sql`o.updated_at`],
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

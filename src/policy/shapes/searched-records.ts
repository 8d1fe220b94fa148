import { sql } from 'kysely'
import type { SearchedRecords } from '../../http/lists/search.ts'

// The expressions here are those of indexes: `resource_search`, `resource_name_search`, `attribute_search`, and so on, and `…_key`.

export const searchedResources = {
  from: sql`resource o`,
  id: sql`o.id`,
  keys: [{ key: sql`search_key(o.name)`, leads: true }, { key: sql`search_key(o.handle)` }],
  contains: sql`search_key(o.name || ' ' || coalesce(o.handle, ''))`,
} as const satisfies SearchedRecords

/** The names of resources alone, and their handles alone. */
export const searchedNames = {
  ...searchedResources,
  keys: [{ key: sql`search_key(o.name)`, leads: true }],
  contains: sql`search_key(o.name)`,
} as const satisfies SearchedRecords

export const searchedHandles = {
  ...searchedResources,
  keys: [{ key: sql`search_key(o.handle)` }],
  contains: sql`search_key(o.handle)`,
} as const satisfies SearchedRecords

export const searchedAttributes = {
  from: sql`attribute a`,
  id: sql`a.id`,
  keys: [{ key: sql`search_key(a.name)`, leads: true }],
  contains: sql`search_key(a.name || ' ' || a.handle)`,
} as const satisfies SearchedRecords

/** A ruleset (`rs`) is called as its resource or its attribute. */
export const searchedRulesets = [
  {
    ...searchedResources,
    from: sql`resource o join ruleset rs on rs.resource_id = o.id`,
    id: sql`rs.id`,
  },
  {
    ...searchedAttributes,
    from: sql`attribute a join ruleset rs on rs.attribute_id = a.id`,
    id: sql`rs.id`,
  },
] as const satisfies readonly SearchedRecords[]

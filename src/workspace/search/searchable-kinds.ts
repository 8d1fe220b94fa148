import { sql, type RawBuilder } from 'kysely'
import type { ReadContext } from '../../http/route.ts'
import { uuids } from '../../database/uuids.ts'
import { personKeys, personSearchText } from '../../policy/shapes/person-summary.ts'
import { hasRoleOn, serviceSearchText } from '../services/queries.ts'
import type { Searchable } from './find-matches.ts'

const resourceKeys = [{ key: sql`search_key(o.name)` }, { key: sql`search_key(o.handle)` }]
// The expression of the index resource_search.
const resourceText = sql`search_key(o.name || ' ' || coalesce(o.handle, ''))`

export const searchablePeople: Searchable = {
  kind: 'directoryUser',
  from: sql`directory_user p`,
  id: sql`p.id`,
  keys: personKeys,
  contains: personSearchText,
  name: sql`p.full_name`,
  isVisible: sql`p.deleted_at is null`,
}

export const searchableResources: Searchable = {
  kind: 'resource',
  from: sql`resource o`,
  id: sql`o.id`,
  keys: resourceKeys,
  contains: resourceText,
  name: sql`o.name`,
  isVisible: sql`true`,
}

/** A ruleset is called as its resource or its attribute. */
export function searchableRulesets({ caller, may }: ReadContext): readonly Searchable[] {
  const isVisible = may('policy.rule.view')
    ? sql`true`
    : sql`rs.id = any (${uuids([...caller.rulesetRoles.keys()])})`
  const ruleset = { kind: 'ruleset', id: sql`rs.id`, isVisible } as const
  return [
    {
      ...ruleset,
      from: sql`resource o join ruleset rs on rs.resource_id = o.id`,
      keys: resourceKeys,
      contains: resourceText,
      name: sql`o.name`,
    },
    {
      ...ruleset,
      from: sql`attribute a join ruleset rs on rs.attribute_id = a.id`,
      keys: [{ key: sql`search_key(a.name)` }],
      // The expression of the index attribute_search.
      contains: sql`search_key(a.name || ' ' || a.handle)`,
      name: sql`a.name`,
    },
  ]
}

export function searchableServices({ caller, may }: ReadContext): Searchable {
  const isOwn: RawBuilder<unknown> = may('workspace.service.view')
    ? sql`true`
    : hasRoleOn(caller.id)
  return {
    kind: 'service',
    from: sql`service`,
    id: sql`service.id`,
    keys: [{ key: sql`search_key(service.name)` }, { key: sql`search_key(service.handle)` }],
    contains: serviceSearchText,
    name: sql`service.name`,
    isVisible: sql`service.deleted_at is null and ${isOwn}`,
  }
}

export const searchableIntegrations: Searchable = {
  kind: 'integration',
  from: sql`integration g`,
  id: sql`g.id`,
  keys: [{ key: sql`search_key(g.name)` }, { key: sql`search_key(g.handle)` }],
  contains: sql`search_key(g.name || ' ' || g.handle)`,
  name: sql`g.name`,
  isVisible: sql`true`,
}

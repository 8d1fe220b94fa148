import { sql, type RawBuilder } from 'kysely'
import type { ReadContext } from '../../http/route/route.ts'
import { uuids } from '../../database/uuids.ts'
import { searchedUsers } from '../../policy/shapes/person-summary.ts'
import { searchedResources, searchedRulesets } from '../../policy/shapes/searched-records.ts'
import { maySeeSomeRuleset, viewableRulesets } from '../../policy/rights/visible-ruleset.ts'
import { hasRoleOn, serviceSearchText } from '../services/queries.ts'
import type { Searchable } from './find-matches.ts'

export const searchablePeople: Searchable = {
  ...searchedUsers,
  kind: 'directoryUser',
  name: sql`p.full_name`,
  isVisible: sql`p.deleted_at is null`,
}

export const searchableResources: Searchable = {
  ...searchedResources,
  kind: 'resource',
  name: sql`o.name`,
  isVisible: sql`true`,
}

export function searchableRulesets(context: ReadContext): readonly Searchable[] {
  const isVisible = context.may('policy.rule.view')
    ? sql`true`
    : sql`rs.id = any (${uuids(viewableRulesets(context))})`
  const [ofResources, ofAttributes] = searchedRulesets
  return [
    { ...ofResources, kind: 'ruleset', name: sql`o.name`, isVisible },
    { ...ofAttributes, kind: 'ruleset', name: sql`a.name`, isVisible },
  ]
}

export function searchableServices({ caller, may, now }: ReadContext): Searchable {
  const isOwn: RawBuilder<unknown> = may('workspace.service.view')
    ? sql`true`
    : hasRoleOn(caller.id, now)
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
  isVisible: sql`g.deleted_at is null`,
}

const searchableWorkspaceUsers: Searchable = {
  kind: 'workspaceUser',
  from: sql`workspace_user u`,
  id: sql`u.id`,
  keys: [{ key: sql`search_key(u.name)` }, { key: sql`search_key(u.handle)` }],
  contains: sql`search_key(u.name || ' ' || coalesce(u.handle, '') || ' ' || coalesce(u.email, ''))`,
  name: sql`u.name`,
  isVisible: sql`true`,
}

/** The kinds of records whose lists the caller may read. */
export function visibleKinds(context: ReadContext): (readonly Searchable[])[] {
  const { may } = context
  return [
    may('directory.user.view') ? [searchablePeople] : [],
    may('directory.resource.view') ? [searchableResources] : [],
    maySeeSomeRuleset(context) ? searchableRulesets(context) : [],
    may('workspace.service.view', { own: true }) ? [searchableServices(context)] : [],
    may('workspace.integration.view') ? [searchableIntegrations] : [],
    may('workspace.user.view') ? [searchableWorkspaceUsers] : [],
  ].filter((kinds) => kinds.length > 0)
}

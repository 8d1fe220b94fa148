import { sql } from 'kysely'
import { Type } from 'typebox'
import { includeParameter } from '../../http/shapes/include.ts'
import { readRoute } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { declareList, type ListContext } from '../../http/lists/list.ts'
import { listedResources, presentListedResource } from './listed-resource.ts'
import {
  foundResources,
  resourceFilters,
  resourceSearches,
  resourceSorts,
} from './resource-filters.ts'
import { ListedResource } from './schema.ts'

const resources = declareList({
  item: ListedResource,
  filters: resourceFilters,
  searches: resourceSearches,
  parameters: { include: Type.Optional(includeParameter(['counts'])) },
  sorts: resourceSorts,
  defaultSort: 'name',
  id: sql`o.id`,
  rows: (context) => withCounts(context),
  found: ({ db, query }) => foundResources(db, query),
  present: ({ members, manifest_users, ...row }, { services }) => ({
    ...presentListedResource(row, baseUrl(services)),
    ...(members !== null && { count: { members, manifest_users } }),
  }),
})

export const listDirectoryResources = readRoute({
  id: 'listDirectoryResources',
  url: '/directory/resources',
  summary: 'List resources',
  description:
    'Groups, projects, drives, channels and documents at the vendors, by name, then id. `filter[search]` looks in name and handle, `filter[name_search]` and `filter[handle_search]` in one of them; unless the request sorts, exact matches come first, then resources whose name begins with the text. ' +
    '`include=counts`: how many accounts are members, and how many people are in the manifest.',
  access: 'directory.resource.view',
  query: resources.query,
  response: resources.response,
  handler: (context) => resources.page(context),
})

/** Counted only where they are asked for: nulls otherwise. */
function withCounts({ db, query, may }: ListContext) {
  const isAsked = query['include'] !== undefined
  const members = sql`(select count(*) from resource_member m where m.resource_id = o.id)`
  const people = sql`case when rs.id is not null then (
    select count(*) from policy_user u where u.ruleset_id = rs.id and u.deleted_at is null) end`
  return listedResources(db).select([
    sql<number | null>`${isAsked ? members : sql`null`}`.as('members'),
    sql<number | null>`${isAsked && may('policy.rule.view') ? people : sql`null`}`.as(
      'manifest_users',
    ),
  ])
}

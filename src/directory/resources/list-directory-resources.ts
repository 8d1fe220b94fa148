import { sql } from 'kysely'
import { Type } from 'typebox'
import { whereAll } from '../../http/lists/filters.ts'
import { includeParameter } from '../../http/shapes/include.ts'
import { ListOf, listPage, listQuery } from '../../http/lists/list.ts'
import { readRoute, type ParamKinds, type ReadContext } from '../../http/route/route.ts'
import { Shape } from '../../http/shapes/schema.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { listedResources, presentListedResource, resourceSorts } from './listed-resource.ts'
import { foundResources, resourceFilters, resourceSearches } from './resource-filters.ts'
import { ListedResource } from './schema.ts'

export const listDirectoryResources = readRoute({
  id: 'listDirectoryResources',
  url: '/directory/resources',
  summary: 'List resources',
  description:
    'Groups, projects, drives, channels and documents at the vendors, by name, then id. `filter[search]` looks in name and handle, `filter[name_search]` and `filter[handle_search]` in one of them; unless the request sorts, exact matches come first, then resources whose name begins with the text. ' +
    '`include=counts`: how many accounts are members, and how many people are in the manifest.',
  access: 'directory.resource.view',
  query: Shape({
    ...listQuery({ ...resourceFilters.schemas, ...resourceSearches }, resourceSorts).properties,
    include: Type.Optional(includeParameter(['counts'])),
  }),
  response: ListOf(ListedResource),
  handler: async (context) => {
    const base = baseUrl(context.services)
    const query: Record<string, unknown> = context.query
    const resources = whereAll(withCounts(context), resourceFilters.conditions(context))
    return listPage(context, resources, {
      sorts: resourceSorts,
      defaultSort: 'name',
      id: sql`o.id`,
      found: await foundResources(context.db, query),
      present: ({ members, manifest_users, ...row }) => ({
        ...presentListedResource(row, base),
        ...(members !== null && { count: { members, manifest_users } }),
      }),
    })
  },
})

type Context = ReadContext<ParamKinds, { include?: string }>

/** Counted only where they are asked for: nulls otherwise. */
function withCounts({ db, query, may }: Context) {
  const isAsked = query.include !== undefined
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

import { sql } from 'kysely'
import { Type } from 'typebox'
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
  searchFilter,
  textsFilter,
  whereAll,
} from '../../http/filters.ts'
import { includeParameter } from '../../http/include.ts'
import { foundByAll, foundRows } from '../../http/searched-rows.ts'
import {
  searchedHandles,
  searchedNames,
  searchedResources,
} from '../../policy/shapes/searched-records.ts'
import { ListOf, listPage, listQuery } from '../../http/list.ts'
import { readRoute, type ParamKinds, type ReadContext } from '../../http/route.ts'
import { Shape } from '../../http/schema.ts'
import { baseUrl } from '../../http/protocol.ts'
import { listedResources, presentListedResource, resourceSorts } from './listed-resource.ts'
import { ListedResource } from './schema.ts'

export const listDirectoryResources = readRoute({
  id: 'listDirectoryResources',
  method: 'GET',
  url: '/directory/resources',
  tag: 'directory',
  summary: 'List resources',
  description:
    'Groups, projects, drives, channels and documents at the vendors, by name, then id. `filter[search]` looks in name and handle, `filter[name_search]` and `filter[handle_search]` in one of them; unless the request sorts, exact matches come first, then resources whose name begins with the text. ' +
    '`include=counts`: how many accounts are members, and how many people are in the manifest.',
  access: 'directory.resource.view',
  params: {},
  query: Shape({
    ...listQuery(
      {
        id: idsFilter,
        state: anyOfFilter(resourceStates),
        type: anyOfFilter(resourceTypes),
        integration_id: idsFilter,
        parent_id: idsFilter,
        vendor_id: textsFilter('vendor ids, to the letter'),
        handle: textsFilter('handles, to the letter'),
        has_ruleset: flagFilter('Has (or lacks) a ruleset'),
        search: searchFilter,
        name_search: searchFilter,
        handle_search: searchFilter,
        ...instantFilters('created', 'updated'),
      },
      resourceSorts,
    ).properties,
    include: Type.Optional(includeParameter(['counts'])),
  }),
  status: 200,
  response: ListOf(ListedResource),
  handler: async (context) => {
    const base = baseUrl(context.services)
    const query: Record<string, unknown> = context.query
    const resources = whereAll(withCounts(context), conditions(context))
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

async function foundResources(db: Reader, query: Record<string, unknown>) {
  const searches = await Promise.all([
    foundRows(db, [searchedResources], query['filter[search]']),
    foundRows(db, [searchedNames], query['filter[name_search]']),
    foundRows(db, [searchedHandles], query['filter[handle_search]']),
  ])
  return foundByAll(searches.filter((found) => found !== undefined))
}

type ListContext = ReadContext<ParamKinds, Record<string, unknown>>
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

function conditions({ query }: ListContext): Conditions {
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
    flagged(query, 'has_ruleset', sql`(rs.id is not null)`),
    ...between(query, { created: sql`o.created_at`, updated: sql`o.updated_at` }),
  ]
}

import { sql } from 'kysely'
import { resourceStates, resourceTypes } from '../../contract/states.ts'
import {
  anyOf,
  anyOfFilter,
  type Conditions,
  idFilter,
  idsFilter,
  isAnyOf,
  searched,
  searchFilter,
  whereAll,
} from '../../http/filters.ts'
import { ListOf, listPage, listQuery } from '../../http/list.ts'
import { readRoute } from '../../http/route.ts'
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
    'Groups, projects, drives, channels and documents at the vendors, by name, then id. `filter[search]` looks in name and handle.',
  access: 'directory.resource.view',
  params: {},
  query: listQuery(
    {
      state: anyOfFilter(resourceStates),
      type: anyOfFilter(resourceTypes),
      integration_id: idsFilter,
      parent_id: idsFilter,
      search: searchFilter,
    },
    resourceSorts,
  ),
  status: 200,
  response: ListOf(ListedResource),
  handler: (context) => {
    const base = baseUrl(context.services)
    const resources = whereAll(listedResources(context.db), conditions(context.query))
    return listPage(context, resources, {
      sorts: resourceSorts,
      defaultSort: 'name',
      id: sql`o.id`,
      present: (row) => presentListedResource(row, base),
    })
  },
})

// The expression of the index resource_search.
const searchText = sql`search_key(o.name || ' ' || coalesce(o.handle, ''))`

function conditions(query: Record<string, unknown>): Conditions {
  const states = anyOf(query['filter[state]'])
  const types = anyOf(query['filter[type]'])
  const integrations = idFilter(query, 'integration_id', 'integration')
  const parents = idFilter(query, 'parent_id', 'resource')
  return [
    states && isAnyOf(sql`o.state`, states),
    types && isAnyOf(sql`o.type`, types),
    integrations && isAnyOf(sql`o.integration_id`, integrations, 'uuid'),
    parents && isAnyOf(sql`o.parent_id`, parents, 'uuid'),
    searched(query, 'search', searchText),
  ]
}

import { sql } from 'kysely'
import { integrationTypes, integrationVendors, resourceStates } from '../../contract/states.ts'
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
  searched,
  searchFilter,
  textsFilter,
  whereAll,
} from '../../http/filters.ts'
import { ListOf, listPage, listQuery } from '../../http/list.ts'
import type { SortField } from '../../http/page-query.ts'
import { exactFirst } from '../../http/ranked-rows.ts'
import { readRoute } from '../../http/route.ts'
import { describedIntegrations, isFailing, presentIntegration } from './described-integration.ts'
import { DescribedIntegration } from './schema.ts'

const sorts: Record<string, SortField> = {
  name: { key: 'name', expression: sql`g.name`, type: 'text' },
  created_at: { key: 'created_at', expression: sql`g.created_at`, type: 'timestamptz' },
}

export const listIntegrations = readRoute({
  id: 'listIntegrations',
  method: 'GET',
  url: '/workspace/integrations',
  tag: 'workspace',
  summary: 'List integrations',
  description:
    'The connected vendors by name, then id. `filter[name_search]` looks in name and handle.',
  access: 'workspace.integration.view',
  params: {},
  query: listQuery(
    {
      id: idsFilter,
      state: anyOfFilter(resourceStates),
      handle: textsFilter('handles'),
      name: namesFilter,
      vendor: anyOfFilter(integrationVendors),
      type: anyOfFilter(integrationTypes),
      is_primary: flagFilter(),
      is_failing: flagFilter('Active, and its last run that has ended failed or was interrupted'),
      name_search: searchFilter,
      ...instantFilters('created', 'updated'),
    },
    sorts,
  ),
  status: 200,
  response: ListOf(DescribedIntegration),
  handler: (context) => {
    const integrations = whereAll(describedIntegrations(context.db), conditions(context.query))
    return listPage(context, integrations, {
      sorts,
      defaultSort: 'name',
      id: sql`g.id`,
      found: exactFirst(context.query, 'name_search', [sql`g.name`, sql`g.handle`]),
      present: (row) => presentIntegration(row, context.services),
    })
  },
})

function conditions(query: Record<string, unknown>): Conditions {
  const states = anyOf(query['filter[state]'])
  const vendors = anyOf(query['filter[vendor]'])
  const types = anyOf(query['filter[type]'])
  const ids = idFilter(query, 'id', 'integration')
  return [
    ids && isAnyOf(sql`g.id`, ids, 'uuid'),
    ...anyOfTexts(query, { handle: sql`g.handle` }),
    isNamed(query, sql`g.name`),
    searched(query, 'name_search', sql`search_key(g.name || ' ' || g.handle)`),
    ...between(query, { created: sql`g.created_at`, updated: sql`g.updated_at` }),
    states && isAnyOf(sql`g.state`, states),
    vendors && isAnyOf(sql`g.vendor`, vendors),
    types && isAnyOf(sql`g.type`, types),
    flagged(query, 'is_primary', sql`g.is_primary`),
    flagged(query, 'is_failing', isFailing),
  ]
}

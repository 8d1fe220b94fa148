import { sql } from 'kysely'
import { integrationTypes, integrationVendors, resourceStates } from '../../contract/states.ts'
import {
  anyOf,
  anyOfFilter,
  type Conditions,
  flagFilter,
  flagged,
  isAnyOf,
  whereAll,
} from '../../http/filters.ts'
import { ListOf, listPage, listQuery, type SortField } from '../../http/list.ts'
import { readRoute } from '../../http/route.ts'
import { describedIntegrations, presentIntegration } from './described-integration.ts'
import { DescribedIntegration } from './schema.ts'

const sorts: Record<string, SortField> = {
  name: { key: 'name', expression: sql`g.name`, type: 'text' },
}

export const listIntegrations = readRoute({
  id: 'listIntegrations',
  method: 'GET',
  url: '/workspace/integrations',
  tag: 'workspace',
  summary: 'List integrations',
  description: 'The connected vendors by name, then id.',
  access: 'workspace.integration.view',
  params: {},
  query: listQuery(
    {
      state: anyOfFilter(resourceStates),
      vendor: anyOfFilter(integrationVendors),
      type: anyOfFilter(integrationTypes),
      is_primary: flagFilter(),
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
      present: (row) => presentIntegration(row, context.services),
    })
  },
})

function conditions(query: Record<string, unknown>): Conditions {
  const states = anyOf(query['filter[state]'])
  const vendors = anyOf(query['filter[vendor]'])
  const types = anyOf(query['filter[type]'])
  return [
    states && isAnyOf(sql`g.state`, states),
    vendors && isAnyOf(sql`g.vendor`, vendors),
    types && isAnyOf(sql`g.type`, types),
    flagged(query, 'is_primary', sql`g.is_primary`),
  ]
}

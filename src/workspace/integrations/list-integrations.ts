import { sql } from 'kysely'
import { integrationTypes, integrationVendors, resourceStates } from '../../contract/states.ts'
import { whereAll } from '../../http/lists/filters.ts'
import {
  byFlag,
  byId,
  byInstant,
  byName,
  bySearch,
  byText,
  byWord,
  listFilters,
} from '../../http/lists/list-filters.ts'
import { ListOf, listPage, listQuery } from '../../http/lists/list.ts'
import type { SortField } from '../../http/lists/page.ts'
import { exactFirst } from '../../http/lists/ranked-rows.ts'
import { readRoute } from '../../http/route/route.ts'
import { describedIntegrations, isFailing, presentIntegration } from './described-integration.ts'
import { DescribedIntegration } from './schema.ts'

const sorts: Record<string, SortField> = {
  name: { key: 'name', expression: sql`g.name`, type: 'text' },
  created_at: { key: 'created_at', expression: sql`g.created_at`, type: 'timestamptz' },
}

const filters = listFilters({
  id: byId('integration', sql`g.id`),
  state: byWord(resourceStates, sql`g.state`),
  handle: byText('handles', sql`g.handle`),
  name: byName(sql`g.name`),
  vendor: byWord(integrationVendors, sql`g.vendor`),
  type: byWord(integrationTypes, sql`g.type`),
  is_primary: byFlag(sql`g.is_primary`),
  is_failing: byFlag(
    isFailing,
    'Active, and its last run that has ended failed or was interrupted',
  ),
  name_search: bySearch(sql`search_key(g.name || ' ' || g.handle)`),
  ...byInstant({ created: sql`g.created_at`, updated: sql`g.updated_at` }),
})

export const listIntegrations = readRoute({
  id: 'listIntegrations',
  url: '/workspace/integrations',
  summary: 'List integrations',
  description:
    'The connected vendors by name, then id. `filter[name_search]` looks in name and handle.',
  access: 'workspace.integration.view',
  query: listQuery(filters.schemas, sorts),
  response: ListOf(DescribedIntegration),
  handler: (context) => {
    const integrations = whereAll(describedIntegrations(context.db), filters.conditions(context))
    return listPage(context, integrations, {
      sorts,
      defaultSort: 'name',
      id: sql`g.id`,
      found: exactFirst(context.query, 'name_search', [sql`g.name`, sql`g.handle`]),
      present: (row) => presentIntegration(row, context.services),
    })
  },
})

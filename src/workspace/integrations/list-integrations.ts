import { sql } from 'kysely'
import { integrationTypes } from '../../contract/gen/vendors.ts'
import { integrationVendors, resourceStates } from '../../contract/states.ts'
import { by } from '../../http/lists/list-filters.ts'
import { sortFields } from '../../http/lists/page.ts'
import { exactFirst } from '../../http/lists/ranked-rows.ts'
import { readRoute } from '../../http/route/route.ts'
import { declareList } from '../../http/lists/list.ts'
import {
  describedIntegrations,
  hasUnknownStates,
  isFailing,
  presentIntegration,
} from './described-integration.ts'
import { DescribedIntegration } from './schema.ts'

const integrations = declareList({
  item: DescribedIntegration,
  filters: {
    id: by.id('integration', sql`g.id`),
    state: by.word(resourceStates, sql`g.state`),
    handle: by.text('handles', sql`g.handle`),
    name: by.name(sql`g.name`),
    vendor: by.word(integrationVendors, sql`g.vendor`),
    type: by.word(integrationTypes, sql`g.type`),
    is_primary: by.flag(sql`g.is_primary`),
    is_failing: by.flag(
      isFailing,
      'Active, and its last run that has ended failed or was interrupted',
    ),
    has_unknown_states: by.flag(
      hasUnknownStates,
      'Active, and its last run that has ended found accounts with a state that is not known',
    ),
    name_search: by.search(sql`search_key(g.name || ' ' || g.handle)`),
    ...by.instants({ created: sql`g.created_at`, updated: sql`g.updated_at` }),
  },
  sorts: sortFields({
    name: ['text', sql`g.name`],
    created_at: ['timestamptz', sql`g.created_at`],
  }),
  defaultSort: 'name',
  id: sql`g.id`,
  rows: ({ db }) => describedIntegrations(db),
  found: ({ query }) => exactFirst(query, 'name_search', [sql`g.name`, sql`g.handle`]),
  present: (row, { services }) => presentIntegration(row, services),
})

export const listIntegrations = readRoute({
  id: 'listIntegrations',
  url: '/workspace/integrations',
  summary: 'List integrations',
  description:
    'The connected vendors by name, then id. `filter[name_search]` looks in name and handle.',
  access: 'workspace.integration.view',
  query: integrations.query,
  response: integrations.response,
  handler: (context) => integrations.page(context),
})

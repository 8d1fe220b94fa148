import { sql } from 'kysely'
import { webhookStates } from '../../contract/states.ts'
import { by } from '../../http/lists/list-filters.ts'
import { declareList } from '../../http/lists/list.ts'
import { sortFields } from '../../http/lists/page.ts'
import { exactFirst } from '../../http/lists/ranked-rows.ts'
import { readRoute } from '../../http/route/route.ts'
import { selectWebhooks } from './queries.ts'
import { presentWebhook, WebhookSummary } from './schema.ts'

// They need no index: webhooks are few.
const webhooks = declareList({
  item: WebhookSummary,
  filters: {
    id: by.id('webhook', sql`w.id`),
    state: by.word(webhookStates, sql`w.state`),
    name: by.name(sql`w.name`),
    name_search: by.search(sql`search_key(w.name)`),
    ...by.instants({ created: sql`w.created_at`, updated: sql`w.updated_at` }),
  },
  sorts: sortFields({
    name: ['text', sql`w.name`],
    created_at: ['timestamptz', sql`w.created_at`],
  }),
  defaultSort: 'name',
  id: sql`w.id`,
  rows: ({ db }) => selectWebhooks(db),
  found: ({ query }) => exactFirst(query, 'name_search', [sql`w.name`]),
  present: (row, { services }) => presentWebhook(row, services),
})

export const listWebhooks = readRoute({
  id: 'listWebhooks',
  url: '/workspace/webhooks',
  summary: 'List webhooks',
  description: 'Where events are sent, by name unless sorted otherwise.',
  access: 'workspace.webhook.view',
  query: webhooks.query,
  response: webhooks.response,
  handler: (context) => webhooks.page(context),
})

import { sql } from 'kysely'
import { webhookAttemptStates } from '../../contract/states.ts'
import { by } from '../../http/lists/list-filters.ts'
import { declareList } from '../../http/lists/list.ts'
import { sortFields } from '../../http/lists/page.ts'
import { noSuch } from '../../http/refusals/problem.ts'
import { readRoute, writeRoute } from '../../http/route/route.ts'
import { lockAttempt, lockWebhook, recordAction, requireUndelivered } from './locked-webhook.ts'
import { findWebhook, selectAttempts, setWaiting } from './queries.ts'
import { presentAttempt, WebhookAttempt } from './schema.ts'
import { encodeId } from '../../contract/ids.ts'

const attempts = declareList({
  item: WebhookAttempt,
  filters: {
    id: by.id('webhookAttempt', sql`a.id`),
    event_id: by.id('auditLog', sql`a.audit_log_id`),
    state: by.word(webhookAttemptStates, sql`a.state`),
    subject: by.text('ids of people or records', sql`a.subject`),
    ...by.instants({ last: sql`a.last_at` }),
  },
  sorts: sortFields({ last_at: ['timestamptz', sql`a.last_at`] }),
  defaultSort: '-last_at',
  id: sql`a.id`,
  rows: ({ db }) => selectAttempts(db),
  present: (row, { services }) => presentAttempt(row, services),
})

export const listWebhookAttempts = readRoute({
  id: 'listWebhookAttempts',
  url: '/workspace/webhooks/:webhook/attempts',
  summary: 'List what was sent to a webhook',
  description:
    'The events that wait for another try, those that are no longer tried (`dead`), and the last that were accepted, the latest first. What was accepted is kept for 7 days, at most 1,000 for each webhook; what is dead for 90 days.',
  access: 'workspace.webhook.view',
  params: { webhook: 'webhook' },
  query: attempts.query,
  response: attempts.response,
  snapshot: () => true,
  handler: async (context) => {
    const { webhook } = context.params
    if ((await findWebhook(context.db, webhook)) === undefined) throw noSuch('webhook', webhook)
    return attempts.page(context, sql<boolean>`a.webhook_id = ${webhook}`)
  },
})

export const describeWebhookAttempt = readRoute({
  id: 'describeWebhookAttempt',
  url: '/workspace/webhooks/:webhook/attempts/:attempt',
  summary: 'Describe an event at a webhook',
  description: 'Whether it was accepted, how often it was sent, and what came of the last try.',
  access: 'workspace.webhook.view',
  params: { webhook: 'webhook', attempt: 'webhookAttempt' },
  response: WebhookAttempt,
  handler: async ({ db, params, services, etag }) => {
    const row = await selectAttempts(db)
      .where('a.id', '=', params.attempt)
      .where('a.webhook_id', '=', params.webhook)
      .executeTakeFirst()
    if (row === undefined) throw noSuch('webhookAttempt', params.attempt)
    etag(row.version, String(row.tries))
    return presentAttempt(row, services)
  },
})

export const retryWebhookAttempt = writeRoute({
  id: 'retryWebhookAttempt',
  method: 'POST',
  url: '/workspace/webhooks/:webhook/attempts/:attempt/retry',
  summary: 'Send an event again',
  description:
    'Sends an event that waits, or is dead, now, and again for a day if it fails. Later events of its subject may have been sent before it: `sequence` shows the order. 422 if it was accepted.',
  access: { locked: 'workspace.webhook.manage' },
  params: { webhook: 'webhook', attempt: 'webhookAttempt' },
  isVersioned: true,
  response: WebhookAttempt,
  handler: async (context) => {
    const { tx, params, services } = context
    await lockWebhook(context, params.webhook)
    const attempt = await lockAttempt(context, { webhookId: params.webhook, id: params.attempt })
    context.body()
    requireUndelivered(attempt)
    context.requireVersion(attempt.version)
    await setWaiting(tx, attempt.id)
    await recordAction(context, params.webhook, 'retry', {
      details: { event_id: encodeId('auditLog', attempt.audit_log_id) },
    })
    const row = await selectAttempts(tx).where('a.id', '=', attempt.id).executeTakeFirstOrThrow()
    context.etag(row.version, String(row.tries))
    return presentAttempt(row, services)
  },
})

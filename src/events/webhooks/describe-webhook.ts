import type { Static } from 'typebox'
import { noSuch } from '../../http/refusals/problem.ts'
import { readRoute, type ReadContext } from '../../http/route/route.ts'
import { countAttempts, findWebhook, type WebhookRow } from './queries.ts'
import { presentWebhook, Webhook } from './schema.ts'

export const describeWebhook = readRoute({
  id: 'describeWebhook',
  url: '/workspace/webhooks/:webhook',
  summary: 'Describe a webhook',
  description:
    'One webhook with how its delivery goes: when an event was accepted last, since when none is, and how many wait or are dead.',
  access: 'workspace.webhook.view',
  params: { webhook: 'webhook' },
  response: Webhook,
  snapshot: () => true,
  handler: async (context) => {
    const webhook = await findWebhook(context.db, context.params.webhook)
    if (webhook === undefined) throw noSuch('webhook', context.params.webhook)
    return answerWebhook(context, webhook)
  },
})

/** A webhook as it is answered alone, with its ETag: its delivery moves without its version. */
async function answerWebhook(
  context: ReadContext,
  webhook: WebhookRow,
): Promise<Static<typeof Webhook>> {
  const count = await countAttempts(context.db, webhook.id)
  const moves = [webhook.failures, webhook.succeeded_at?.getTime() ?? 0, webhook.next_at.getTime()]
  context.etag(webhook.version, [...moves, count.waiting, count.dead].join('-'))
  return { ...presentWebhook(webhook, context.services), count }
}

/** The webhook as it is after a write. */
export async function answerWritten(
  context: ReadContext,
  id: string,
): Promise<Static<typeof Webhook>> {
  const webhook = await findWebhook(context.db, id)
  if (webhook === undefined) throw new Error(`the webhook ${id} is not there`)
  return answerWebhook(context, webhook)
}

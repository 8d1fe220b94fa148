import { changesBetween } from '../../audit/record.ts'
import { writeRoute } from '../../http/route/route.ts'
import { lockWebhook, recordAction } from './locked-webhook.ts'
import { deleteWebhookRow } from './queries.ts'
import { webhookFacts } from './schema.ts'

export const deleteWebhook = writeRoute({
  id: 'deleteWebhook',
  method: 'DELETE',
  url: '/workspace/webhooks/:webhook',
  summary: 'Delete a webhook',
  description: 'Nothing more is sent. What waits for it is dropped, with its attempts.',
  access: { locked: 'workspace.webhook.manage' },
  params: { webhook: 'webhook' },
  handler: async (context) => {
    const webhook = await lockWebhook(context, context.params.webhook)
    context.requireVersion(webhook.version)
    await deleteWebhookRow(context.tx, webhook.id)
    const { state, paused_as } = webhook
    await recordAction(context, webhook.id, 'delete', {
      changes: changesBetween({ state, paused_as, ...webhookFacts(webhook) }, {}),
    })
  },
})

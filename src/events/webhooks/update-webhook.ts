import { Type } from 'typebox'
import { changesBetween } from '../../audit/record.ts'
import { permissionsOf } from '../../access/rights.ts'
import { requireEach } from '../../http/callers/authorise.ts'
import { writeRoute } from '../../http/route/route.ts'
import { Shape } from '../../http/shapes/schema.ts'
import { answerWritten } from './describe-webhook.ts'
import { lockWebhook, recordAction } from './locked-webhook.ts'
import { forgetFailures, updateWebhookRow } from './queries.ts'
import { requireWebhookUrl, storedFilters, Webhook, webhookFacts, WebhookInput } from './schema.ts'

export const updateWebhook = writeRoute({
  id: 'updateWebhook',
  method: 'PATCH',
  url: '/workspace/webhooks/:webhook',
  summary: 'Change a webhook',
  description:
    'Changes its name, its address or its filters, whichever are given. Another address needs the permissions that the webhook has (`permissions`): otherwise what its maker may read could be sent to someone who may not.',
  access: { locked: 'workspace.webhook.manage' },
  params: { webhook: 'webhook' },
  body: Shape({
    ...WebhookInput,
    name: Type.Optional(WebhookInput.name),
    url: Type.Optional(WebhookInput.url),
  }),
  isVersioned: true,
  response: Webhook,
  handler: async (context) => {
    const { tx, services } = context
    const webhook = await lockWebhook(context, context.params.webhook)
    const { name = webhook.name, url: sent, ...body } = context.body()
    const url = sent === undefined ? webhook.url : requireWebhookUrl(sent, services.webhookHosts)
    if (url !== webhook.url)
      requireEach(
        context.caller,
        permissionsOf(webhook.permissions),
        'Another address needs the permissions that the webhook has.',
      )
    context.requireVersion(webhook.version)
    const { event_types, resource_ids, integration_ids } = webhook
    const values = {
      name,
      url,
      event_types,
      resource_ids,
      integration_ids,
      ...storedFilters(body),
    }
    const changes = changesBetween(webhookFacts(webhook), webhookFacts(values))
    if (Object.keys(changes).length === 0) return answerWritten(context, webhook.id)
    await updateWebhookRow(tx, webhook.id, values)
    if (url !== webhook.url) await forgetFailures(tx, webhook.id)
    await recordAction(context, webhook.id, 'update', { changes })
    return answerWritten(context, webhook.id)
  },
})

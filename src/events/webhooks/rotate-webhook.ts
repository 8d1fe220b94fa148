import { Type } from 'typebox'
import { writeRoute } from '../../http/route/route.ts'
import { instant, instantOrNull, Shape } from '../../http/shapes/schema.ts'
import { answerWritten } from './describe-webhook.ts'
import { lockWebhook, recordAction } from './locked-webhook.ts'
import { replaceSecret } from './queries.ts'
import { CreatedWebhook } from './schema.ts'
import { newWebhookSecret, sealWebhookSecret } from './webhook-secrets.ts'

const hourMilliseconds = 3_600_000

export const rotateWebhook = writeRoute({
  id: 'rotateWebhook',
  method: 'POST',
  url: '/workspace/webhooks/:webhook/rotate',
  summary: 'Replace the secret of a webhook',
  description:
    'Messages are signed with both secrets until `keep_hours` have passed, so that the receiver can change to the new one meanwhile. A secret before the former one ends at once. `secret` is in this response only.',
  access: { locked: 'workspace.webhook.manage' },
  params: { webhook: 'webhook' },
  body: Shape({
    keep_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        description: 'By default 24; 0 if the former secret was exposed',
        examples: [24],
      }),
    ),
  }),
  isVersioned: true,
  response: CreatedWebhook,
  handler: async (context) => {
    const { tx, services, now } = context
    const { id, version, former_until } = await lockWebhook(context, context.params.webhook)
    const { keep_hours: hours = 24 } = context.body()
    context.requireVersion(version)
    context.countNewToken()
    const secret = newWebhookSecret()
    const until = new Date(now.getTime() + hours * hourMilliseconds)
    await replaceSecret(
      tx,
      id,
      await sealWebhookSecret(tx, services.secretKeys, { id, secret }),
      until,
    )
    await recordAction(context, id, 'rotate', {
      changes: { former_secret_until: { old: instantOrNull(former_until), new: instant(until) } },
    })
    context.showsSecret(null)
    return { secret, ...(await answerWritten(context, id)) }
  },
})

import { sql } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import { writeRoute } from '../../http/route/route.ts'
import { pingEvent } from '../feed/read-page.ts'
import { answerWritten } from './describe-webhook.ts'
import { lockWebhook, recordAction } from './locked-webhook.ts'
import { Webhook } from './schema.ts'

export const testWebhook = writeRoute({
  id: 'testWebhook',
  method: 'POST',
  url: '/workspace/webhooks/:webhook/test',
  summary: 'Send a ping to a webhook',
  description:
    'Sends one message of the type `muster.workspace.webhook.test`, also while the webhook is paused. It is tried once: the attempts of the webhook show what came of it.',
  access: { locked: 'workspace.webhook.manage' },
  params: { webhook: 'webhook' },
  isVersioned: true,
  response: Webhook,
  handler: async (context) => {
    const { id, version } = await lockWebhook(context, context.params.webhook)
    context.body()
    context.requireVersion(version)
    await recordAction(context, id, 'test')
    await sql`
      insert into webhook_attempt (webhook_id, audit_log_id, position, subject, event, state, tries, next_at)
      select record_id, id, sequence, ${encodeId('webhook', id)}, event, 'waiting', 0, clock_timestamp()
      from audit_log where record_id = ${id} and event = ${pingEvent} order by at desc, sequence desc limit 1`.execute(
      context.tx,
    )
    return answerWritten(context, id)
  },
})

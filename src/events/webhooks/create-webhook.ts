import { changesBetween } from '../../audit/record.ts'
import { encodeId } from '../../contract/ids.ts'
import type { Reader } from '../../database/database.ts'
import { newId } from '../../database/new-ids.ts'
import { requireEach } from '../../http/callers/authorise.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { writeRoute } from '../../http/route/route.ts'
import { Shape } from '../../http/shapes/schema.ts'
import { cursorAt, encodeCursor } from '../feed/cursor.ts'
import { eventIncarnation, positionBefore } from '../feed/read-page.ts'
import { answerWritten } from './describe-webhook.ts'
import { recordAction } from './locked-webhook.ts'
import { countWebhooks, insertWebhook } from './queries.ts'
import {
  CreatedWebhook,
  mostWebhooks,
  requireWebhookUrl,
  sentPermissions,
  storedFilters,
  webhookFacts,
  WebhookInput,
} from './schema.ts'
import { newWebhookSecret, sealWebhookSecret } from './webhook-secrets.ts'

export const createWebhook = writeRoute({
  id: 'createWebhook',
  method: 'POST',
  url: '/workspace/webhooks',
  summary: 'Create a webhook',
  description:
    'Events from now on are sent to the address, signed with `secret`, which is in this response only. What is sent is what the caller may read, within the scopes of this token, as long as they may: so it needs `audit.log.view` too. ' +
    `At most ${mostWebhooks}.`,
  access: 'workspace.webhook.manage',
  body: Shape(WebhookInput),
  isVersioned: true,
  status: 201,
  response: CreatedWebhook,
  handler: async (context) => {
    const { tx, caller, services } = context
    requireEach(caller, ['audit.log.view'], 'A webhook sends what its maker may read.')
    const { name, url: sent, ...body } = context.body()
    const url = requireWebhookUrl(sent, services.webhookHosts)
    if ((await countWebhooks(tx)) >= mostWebhooks)
      throw unprocessable({ name: [`would be one of more than ${mostWebhooks} webhooks`] })
    const none = { event_types: [], resource_ids: [], integration_ids: [] }
    const values = { ...none, name, url, ...storedFilters(body) }
    const id = await newId(tx)
    const secret = newWebhookSecret()
    context.countNewToken()
    await insertWebhook(tx, {
      ...values,
      id,
      workspace_user_id: caller.type === 'user' ? caller.id : null,
      service_id: caller.type === 'service' ? caller.id : null,
      permissions: sentPermissions.filter((each) => caller.permissions.has(each)),
      sealed: await sealWebhookSecret(tx, services.secretKeys, { id, secret }),
      cursor: await cursorNow(services.database.read, context.now),
    })
    const state = { state: 'active' }
    await recordAction(context, id, 'create', {
      changes: changesBetween({}, { ...state, ...webhookFacts(values) }),
    })
    context.showsSecret(null)
    context.location(`${baseUrl(services)}/workspace/webhooks/${encodeId('webhook', id)}`)
    return { secret, ...(await answerWritten(context, id)) }
  },
})

/** Of events from now on. */
async function cursorNow(db: Reader, now: Date): Promise<string> {
  const floor = await positionBefore(db, now)
  return encodeCursor(cursorAt(await eventIncarnation(db), floor, now))
}

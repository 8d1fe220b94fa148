import { record } from '../../audit/record.ts'
import type { AuditChanges } from '../../audit/record.ts'
import type { ActionOn } from '../../contract/audit-events.ts'
import type { JsonValue } from '../../contract/json.ts'
import { noSuch, unprocessable } from '../../http/refusals/problem.ts'
import type { WriteContext } from '../../http/route/route.ts'
import { selectAttempts, lockWebhookRow, type AttemptRow, type WebhookRow } from './queries.ts'

/** The webhook of the path, its row locked, for a caller who may manage webhooks; 404, then 403. */
export async function lockWebhook(context: WriteContext, id: string): Promise<WebhookRow> {
  const webhook = await lockWebhookRow(context.tx, id)
  if (webhook === undefined) throw noSuch('webhook', id)
  await context.ask('workspace.webhook.manage')
  return webhook
}

/** 422 unless it has that state. */
export function requireState({ state }: { state: string }, wanted: 'active' | 'paused'): void {
  if (state !== wanted) throw unprocessable({ state: [`is ${state}`] })
}

/** 422 for an event that was accepted: it can be replayed. */
export function requireUndelivered({ state }: Pick<AttemptRow, 'state'>): void {
  if (state === 'delivered')
    throw unprocessable({
      state: ['is delivered: replay the webhook from this event to send it again'],
    })
}

/** The attempt of the path at a webhook, its row locked. */
export async function lockAttempt(
  { tx }: WriteContext,
  { webhookId, id }: { webhookId: string; id: string },
): Promise<AttemptRow> {
  const attempt = await selectAttempts(tx)
    .where('a.id', '=', id)
    .where('a.webhook_id', '=', webhookId)
    .forUpdate()
    .executeTakeFirst()
  if (attempt === undefined) throw noSuch('webhookAttempt', id)
  return attempt
}

/** The audit row of an action on a webhook. */
export async function recordAction(
  { tx, actor }: WriteContext,
  id: string,
  action: ActionOn<'workspace.webhook'>,
  { changes, details }: { changes?: AuditChanges; details?: Record<string, JsonValue> } = {},
): Promise<void> {
  await record(tx, actor, [
    { event: `workspace.webhook.${action}`, record: { kind: 'webhook', id }, changes, details },
  ])
}

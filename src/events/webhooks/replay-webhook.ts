import { sql } from 'kysely'
import { Type } from 'typebox'
import { decodeId, encodeId } from '../../contract/ids.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import { writeRoute, type WriteContext } from '../../http/route/route.ts'
import { Id, instant, InstantInput, readInstant, Shape } from '../../http/shapes/schema.ts'
import { cursorAt, encodeCursor } from '../feed/cursor.ts'
import { eventIncarnation, lostBefore, positionBefore } from '../feed/read-page.ts'
import { answerWritten } from './describe-webhook.ts'
import { lockWebhook, recordAction } from './locked-webhook.ts'
import { setCursor } from './queries.ts'
import { Webhook } from './schema.ts'

export const replayWebhook = writeRoute({
  id: 'replayWebhook',
  method: 'POST',
  url: '/workspace/webhooks/:webhook/replay',
  summary: 'Send past events again',
  description:
    'The webhook goes back to an instant (`since`) or an event (`event_id`, which is sent too), and sends all events from there on in their order, whether it has sent them before or not. They have the same ids.',
  access: { locked: 'workspace.webhook.manage' },
  params: { webhook: 'webhook' },
  body: Shape(
    { since: Type.Optional(InstantInput), event_id: Type.Optional(Id('auditLog')) },
    { examples: [{ since: '2026-11-20T09:30:00Z' }] },
  ),
  isVersioned: true,
  response: Webhook,
  handler: async (context) => {
    const { tx, services } = context
    const { id, version } = await lockWebhook(context, context.params.webhook)
    const { floor, since, event } = await startOf(context, context.body())
    context.requireVersion(version)
    const cursor = cursorAt(await eventIncarnation(services.database.read), floor, since)
    const lost = await lostBefore(services.database.read, cursor)
    if (lost !== undefined)
      throw unprocessable({ since: [`is before ${instant(lost)}: older events are archived`] })
    await setCursor(tx, id, { cursor: encodeCursor(cursor), floor })
    await recordAction(context, id, 'replay', {
      details: since === null ? { event_id: event } : { since: instant(since) },
    })
    return answerWritten(context, id)
  },
})

type Start = { floor: number; since: Date | null; event: string }

async function startOf(
  { tx, services }: WriteContext,
  { since, event_id: event }: { since?: string | undefined; event_id?: string | undefined },
): Promise<Start> {
  if ((since === undefined) === (event === undefined))
    throw unprocessable({ since: ['or event_id is required, one of them'] })
  if (since !== undefined) {
    const at = readInstant(since)
    if (at === undefined) throw unprocessable({ since: ['is no date of the calendar'] })
    return { floor: await positionBefore(services.database.read, at), since: at, event: '' }
  }
  const uuid = decodeId('auditLog', event ?? '')
  const { rows } = await sql<{ position: number }>`
    select sequence as position from audit_log where id = ${uuid ?? null} and is_event(event)`.execute(
    tx,
  )
  const [found] = rows
  if (found === undefined || uuid === undefined) throw unprocessable({ event_id: ['is no event'] })
  return { floor: found.position - 1, since: null, event: encodeId('auditLog', uuid) }
}

import { record, systemActor } from '../../audit/record.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { WebhookPause } from '../../contract/states.ts'
import { dayMilliseconds } from '../../contract/time.ts'
import { bookkeeping } from '../../database/bookkeeping.ts'
import type { Database, Transaction } from '../../database/database.ts'
import type { SecretKeys } from '../../database/secrets/secret-keys.ts'
import type { WorkLease } from '../../jobs/work-lease.ts'
import type { ListedHost } from '../../outgoing/listed-hosts.ts'
import { presentEvents, subjectOf } from '../feed/cloud-events.ts'
import { encodeCursor } from '../feed/cursor.ts'
import type { LogPage } from '../feed/read-log-page.ts'
import { pingEvent, readEventPage, type EventRow } from '../feed/read-page.ts'
import { backoff, retries } from './backoff.ts'
import { openReceiver, type Posted, type Receiver } from './post-message.ts'
import {
  endPings,
  findSentWebhook,
  insertAttempts,
  selectBlocked,
  selectWaiting,
  setFailing,
  setPaused,
  setSucceeded,
  updateAttempts,
  updateCursor,
  type NewAttempt,
  type SentWebhook,
  type WaitingEvent,
} from './queries.ts'
import { sendGroup, type GroupOutcome, type Message } from './send-group.ts'
import { currentCursor, filterOf, rightsNow } from './sent-webhook.ts'
import { signing } from './signature.ts'

export type SendingTools = {
  database: Database
  publicOrigin: string
  secretKeys: SecretKeys
  webhookHosts: readonly ListedHost[]
}

/** A group is a page of that many events at most, so that a killed process repeats few. */
const groupSize = 64
/** Beyond so many events that wait, no new ones are read. */
const mostWaiting = 10_000
const pauses = { first: 5_000 }

type Sending = SendingTools & { lease: WorkLease; id: string }

/** Sends a webhook everything that it has to send, under its lease, until nothing is left, it has to wait, or the signal ends it. */
export async function sendWebhook(
  tools: SendingTools,
  id: string,
  lease: WorkLease,
): Promise<void> {
  const sending = { ...tools, id, lease }
  let open: { url: string; receiver: Receiver } | undefined
  try {
    for (let isMore = true; isMore && !lease.signal.aborted;) {
      const webhook = await findSentWebhook(tools.database.read, id)
      if (webhook === undefined) return
      if (open?.url !== webhook.url) {
        open?.receiver.close()
        const receiver = openReceiver(new URL(webhook.url), tools.webhookHosts)
        open = { url: webhook.url, receiver }
      }
      isMore = await sendSome(sending, webhook, open.receiver)
    }
  } finally {
    open?.receiver.close()
  }
}

/** @returns whether there is more to do at once */
async function sendSome(
  sending: Sending,
  webhook: SentWebhook,
  receiver: Receiver,
): Promise<boolean> {
  const may = await rightsNow(sending.database, webhook)
  if (!may('audit.log.view')) {
    if (webhook.state === 'active') await pause(sending, 'owner')
    await bookkeeping(sending.database, (tx) => endPings(tx, webhook.id))
    return false
  }
  const out = { ...sending, webhook, may, post: await signing(sending, receiver) }
  const again = await sendWaiting(out)
  if (again === 'stop' || webhook.state === 'paused' || !webhook.is_due) return again === 'more'
  if (webhook.waiting >= mostWaiting) return again === 'more'
  return (await sendNew(out)) || again === 'more'
}

type Out = Sending & {
  webhook: SentWebhook
  may: (permission: Permission) => boolean
  post: (message: Message) => Promise<Posted>
}

type Sendable<Row> = Message & { row: Row }

async function messagesOf<Row extends EventRow>(
  { database, publicOrigin, may }: Out,
  rows: readonly Row[],
): Promise<Sendable<Row>[]> {
  const events = await presentEvents(database.read, rows, { publicOrigin, may })
  return rows.flatMap((row, at) => {
    const event = events[at]
    if (event === undefined) return []
    return [{ row, subject: subjectOf(row), id: event.id, body: JSON.stringify(event) }]
  })
}

/** Sends events again whose time has come. */
async function sendWaiting(out: Out): Promise<'none' | 'more' | 'stop'> {
  const { database, webhook, lease, post, id } = out
  const pingsOnly = webhook.state === 'paused' || !webhook.is_due
  const isProbing = webhook.failures > 0 && !pingsOnly
  const limit = isProbing ? 4 : groupSize
  const rows = await selectWaiting(database.read, id, { limit, pingsOnly })
  if (rows.length === 0) return 'none'
  const outcome = await sendGroup(await messagesOf(out, rows), post, lease.signal)
  const gone = isGone(outcome)
  await bookkeeping(database, async (tx) => {
    await lease.requireHeld(tx)
    await updateAttempts(
      tx,
      [...outcome.sent].map(([{ row }, posted]) => triedAttempt(row, posted)),
    )
    if (outcome.delivered === 0 && isProbing) await noteFailure(tx, out, outcome)
    if (outcome.delivered > 0 && !pingsOnly) await noteSuccess(tx, out, outcome)
  })
  if (gone && !pingsOnly) await pause(out, 'gone')
  if (gone || lease.signal.aborted) return 'stop'
  if (outcome.delivered === 0 && isProbing) return giveUpAfterDay(out)
  return 'more'
}

function triedAttempt(row: WaitingEvent, posted: Posted) {
  const isOver = row.is_old || row.event === pingEvent
  const state = posted.isDelivered ? 'delivered' : isOver ? 'dead' : 'waiting'
  return {
    id: row.attempt_id,
    state,
    posted,
    waitMilliseconds: Math.max(backoff(row.tries + 1, retries), retryAfterOf(posted)),
  } as const
}

/** Sends new events. @returns whether there may be more */
async function sendNew(out: Out): Promise<boolean> {
  const { database, webhook, lease, id, post } = out
  const cursor = await currentCursor(database.read, webhook)
  const page = await readEventPage(database.read, cursor, {
    size: groupSize,
    filter: filterOf(webhook),
  })
  const messages = await messagesOf(out, page.rows)
  const subjects = messages.map(({ subject }) => subject)
  const blocked = await selectBlocked(database.read, id, subjects)
  const free = messages.filter(({ subject }) => !blocked.has(subject))
  const outcome = await sendGroup(free, post, lease.signal)
  if (lease.signal.aborted && outcome.sent.size < free.length) return false
  if (isGone(outcome)) {
    await pause(out, 'gone')
    return false
  }
  if (free.length > 0 && outcome.delivered === 0) {
    await bookkeeping(database, async (tx) => {
      await lease.requireHeld(tx)
      await noteFailure(tx, out, outcome)
    })
    await giveUpAfterDay(out)
    return false
  }
  await storeNew(out, { page, messages, outcome })
  return page.hasMore || page.rows.length > 0
}

type SentPage = {
  page: LogPage<EventRow>
  messages: readonly Sendable<EventRow>[]
  outcome: GroupOutcome<Sendable<EventRow>>
}

async function storeNew(out: Out, { page, messages, outcome }: SentPage): Promise<void> {
  const { database, webhook, lease, id } = out
  const attempts = messages.map((message): NewAttempt => {
    const { id: auditLogId, position, event } = message.row
    const posted = outcome.sent.get(message) ?? null
    return { auditLogId, position, subject: message.subject, event, posted }
  })
  await bookkeeping(database, async (tx) => {
    await lease.requireHeld(tx)
    const to = encodeCursor(page.next)
    const isMoved = await updateCursor(tx, id, { from: webhook.cursor, to })
    // After a replay the events are read again from elsewhere.
    if (!isMoved) return
    await insertAttempts(tx, id, attempts, backoff(1, retries))
    if (outcome.delivered > 0) await noteSuccess(tx, out, outcome)
  })
}

type Outcome = GroupOutcome<Message>

/** 410: the receiver wants nothing any more. */
function isGone({ sent }: Outcome): boolean {
  return [...sent.values()].some(({ status }) => status === 410)
}

async function noteSuccess(tx: Transaction, { id }: Out, { sent }: Outcome): Promise<void> {
  const delivered = [...sent.values()].find(({ isDelivered }) => isDelivered)
  await setSucceeded(tx, id, delivered?.status ?? 200)
}

/** Nothing could be sent: later tries wait longer each time, and as long as the receiver asks. */
async function noteFailure(
  tx: Transaction,
  { id, webhook }: Out,
  { sent }: Outcome,
): Promise<void> {
  const answers = [...sent.values()].filter((posted) => !posted.isDelivered)
  const [posted] = answers
  if (posted === undefined) return
  const asked = Math.max(...answers.map(retryAfterOf))
  const own = backoff(webhook.failures + 1, pauses)
  await setFailing(tx, id, { posted, waitMilliseconds: Math.max(own, asked) })
}

function retryAfterOf(posted: Posted): number {
  return posted.isDelivered ? 0 : (posted.retryAfterMilliseconds ?? 0)
}

async function giveUpAfterDay(out: Out): Promise<'stop'> {
  if ((out.webhook.failing_milliseconds ?? 0) > dayMilliseconds) await pause(out, 'failing')
  return 'stop'
}

async function pause({ database, id, lease }: Sending, as: WebhookPause): Promise<void> {
  await database.transaction(async ({ tx }) => {
    await lease.requireHeld(tx)
    if (!(await setPaused(tx, id, as))) return
    const changes = {
      state: { old: 'active', new: 'paused' },
      paused_as: { old: null, new: as },
    }
    await record(tx, systemActor, [
      { event: 'workspace.webhook.pause', record: { kind: 'webhook', id }, changes },
    ])
  })
}

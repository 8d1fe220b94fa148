import type { FastifyBaseLogger } from 'fastify'
import { encodeId } from '../../contract/ids.ts'
import type { Database } from '../../database/database.ts'
import type { BackgroundWork } from '../../http/limits/background-work.ts'
import type { Loop } from '../../jobs/loops.ts'
import { shortLeaseMilliseconds, underLease } from '../../jobs/work-lease.ts'
import { cursorAt, decodeCursor, type EventCursor } from '../feed/cursor.ts'
import { eventIncarnation, positionBefore, readEventPage } from '../feed/read-page.ts'
import { deleteOldAttempts, selectSendable } from './queries.ts'
import { sendWebhook, type SendingTools } from './send-webhook.ts'
import { bookkeeping } from '../../database/bookkeeping.ts'

type LoopTools = SendingTools & { background: BackgroundWork; log: FastifyBaseLogger }

/**
 * Looks each second which webhooks have something to send, and begins that in the background, so that a slow receiver holds up no
 * other. Each has a lease: one of several processes sends it. One look at the log tells whether there is anything new at all.
 */
export function webhookLoop(tools: LoopTools, pauseMilliseconds = 1000): Loop {
  const running = new Set<string>()
  /** Those that may have something to send: until a look has found nothing. */
  const open = new Set<string>()
  const known = new Set<string>()
  let tail: EventCursor | undefined
  return {
    failure: 'webhooks could not be sent',
    pauseMilliseconds,
    run: async () => {
      const sendable = await selectSendable(tools.database.read)
      if (sendable.length === 0) {
        tail = undefined
        return
      }
      const seen = await lookForNew(tools, tail)
      tail = seen.tail
      for (const { id } of sendable) {
        if (seen.isNew || !known.has(id)) open.add(id)
        known.add(id)
      }
      for (const { id, isWaiting, cursor } of sendable) {
        if (running.has(id)) continue
        if (!isWaiting && !(open.has(id) && (await hasNew(tools, cursor)))) {
          open.delete(id)
          continue
        }
        running.add(id)
        open.add(id)
        start(tools, id, () => running.delete(id))
      }
    },
  }
}

function start({ background, log, ...tools }: LoopTools, id: string, done: () => void): void {
  if (background.isClosing) return
  background.start(async ({ signal }) => {
    try {
      await underLease(tools.database, `webhook ${id}`, (lease) => sendWebhook(tools, id, lease), {
        signal,
        leaseMilliseconds: shortLeaseMilliseconds,
      })
    } catch (error) {
      log.warn({ err: error, webhook: encodeId('webhook', id) }, 'a webhook could not be sent')
    } finally {
      done()
    }
  })
}

/** Whether there are events that this process has not seen. */
async function lookForNew(
  { database }: LoopTools,
  tail: EventCursor | undefined,
): Promise<{ isNew: boolean; tail: EventCursor }> {
  const incarnation = await eventIncarnation(database.read)
  if (tail?.incarnation !== incarnation) {
    const floor = await positionBefore(database.read, new Date())
    return { isNew: true, tail: cursorAt(incarnation, floor, null) }
  }
  const page = await readEventPage(database.read, tail, { size: 500, filter: {} })
  // A page of rows that are no events says nothing of those behind it.
  return { isNew: page.rows.length > 0 || page.hasMore, tail: page.next }
}

async function hasNew({ database }: LoopTools, stored: string): Promise<boolean> {
  const cursor = decodeCursor(stored)
  if (cursor === undefined || cursor.to !== null) return true
  if (cursor.incarnation !== (await eventIncarnation(database.read))) return true
  const page = await readEventPage(database.read, cursor, { size: 1, filter: {} })
  return page.rows.length > 0 || page.hasMore
}

/** Deletes attempts that are kept no longer. */
export async function pruneAttempts(database: Database, signal: AbortSignal): Promise<void> {
  for (let isMore = true; isMore && !signal.aborted;)
    isMore = (await bookkeeping(database, deleteOldAttempts)) > 0
}

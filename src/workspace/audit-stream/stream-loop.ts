import type { FastifyBaseLogger } from 'fastify'
import { bookkeeping } from '../../database/bookkeeping.ts'
import type { Database } from '../../database/database.ts'
import type { EventCursor } from '../../events/feed/cursor.ts'
import { backoff } from '../../events/sending/backoff.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { pause, type Loop } from '../../jobs/loops.ts'
import { shortLeaseMilliseconds, underLease, type WorkLease } from '../../jobs/work-lease.ts'
import { noteFailing, noteTaken, readStreamPage, streamCursor } from './queries.ts'
import { presentStreamed } from './stream-lines.ts'
import { openTarget } from './open-target.ts'
import type { StreamTarget } from './stream-target.ts'
import type { AuditStreamSettings } from './stream-settings.ts'

export type AuditStreamTools = {
  database: Database
  publicOrigin: string
  log: FastifyBaseLogger
  settings: AuditStreamSettings
}

const pauses = { first: 1000, most: 60_000 }
const lookMilliseconds = 1000
const pageRows = 500

/** Writes the audit log where the setting says, in one of several processes: all rows, in their order, at least once. */
export function auditStreamLoop(tools: AuditStreamTools): Loop {
  const { database, settings } = tools
  return {
    failure: 'the audit log could not be streamed',
    pauseMilliseconds: 2000,
    run: (signal) =>
      underLease(database, `audit stream ${settings.target}`, (lease) => keepOn(tools, lease), {
        signal,
        leaseMilliseconds: shortLeaseMilliseconds,
      }),
  }
}

/** Until the signal ends it. After a failure it goes on where it was last settled. */
async function keepOn(tools: AuditStreamTools, lease: WorkLease): Promise<void> {
  const { database, settings, log } = tools
  for (let failures = 0; !lease.signal.aborted;) {
    const target = openTarget(settings)
    try {
      await stream(tools, { lease, target, onSettled: () => (failures = 0) })
    } catch (error) {
      if (lease.signal.aborted) return
      failures += 1
      log.warn({ err: error, target: settings.target }, 'the audit log could not be streamed')
      const cursor = await streamCursor(database.read, settings.target)
      await bookkeeping(database, async (tx) => {
        await lease.requireHeld(tx)
        await noteFailing(tx, settings.target, { cursor, error: messageOf(error) })
      })
      await pause(backoff(failures, pauses), lease.signal)
    } finally {
      await target.close()
    }
  }
}

type Streaming = { lease: WorkLease; target: StreamTarget; onSettled: () => void }

async function stream(tools: AuditStreamTools, streaming: Streaming): Promise<void> {
  const { database, settings } = tools
  const { lease, target } = streaming
  let cursor = await streamCursor(database.read, settings.target)
  let open: Unsettled | undefined
  for (;;) {
    const page = await readStreamPage(database.read, cursor, pageRows)
    cursor = page.next
    if (page.rows.length > 0) {
      open ??= { rows: 0, since: performance.now(), position: 0 }
      await target.write(page.rows.map((row) => presentStreamed(row, baseUrl(tools))))
      open.rows += page.rows.length
      open.position = Math.max(open.position, page.rows.at(-1)?.sequence ?? 0)
    }
    if (open !== undefined && (isDue(open, target) || lease.signal.aborted)) {
      await settle(tools, streaming, { cursor, position: open.position })
      open = undefined
    }
    if (lease.signal.aborted) return
    if (!page.hasMore) await pause(lookMilliseconds, lease.signal)
  }
}

type Unsettled = { rows: number; since: number; position: number }

function isDue({ rows, since }: Unsettled, { unsettled }: StreamTarget): boolean {
  return rows >= unsettled.rows || performance.now() - since >= unsettled.milliseconds
}

async function settle(
  { database, settings }: AuditStreamTools,
  { lease, target, onSettled }: Streaming,
  taken: { cursor: EventCursor; position: number },
): Promise<void> {
  await target.settle()
  await bookkeeping(database, async (tx) => {
    await lease.requireHeld(tx)
    await noteTaken(tx, settings.target, taken)
  })
  onSettled()
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { policyLockKey } from './policy-lock.ts'
import { connectClient, type Connection } from './session.ts'
import {
  endSession,
  findBlockingSessions,
  howToEnd,
  type BlockingSession,
  type Query,
} from './silent-sessions.ts'

/** More often than a migration gives back what it holds (begin-alone.ts). */
const lookMilliseconds = 150
const logMilliseconds = 5000

export type WatchOptions = { frozenAfterSeconds: number; log: (line: string) => void }

/**
 * Watches, in its own session, which sessions a client waits for, until it is closed. Logs them every five seconds,
 * and ends those whose process was silent for that many seconds in two consecutive checks. It never fails: it only
 * shortens and explains a wait.
 */
export async function watchBlockers(
  connection: Connection,
  waiting: Client,
  options: WatchOptions,
): Promise<{ close(): Promise<void> }> {
  const { rows } = await waiting.query<{ pid: number }>('select pg_backend_pid() as pid')
  const stopped = new AbortController()
  const watching = watch(connection, rows[0]?.pid ?? 0, options, stopped.signal)
  watching.catch(() => undefined)
  return {
    close: async () => {
      stopped.abort()
      await watching.catch(() => undefined)
    },
  }
}

async function watch(
  connection: Connection,
  waitingPid: number,
  { frozenAfterSeconds, log }: WatchOptions,
  signal: AbortSignal,
): Promise<void> {
  const client = await connectClient(connection, 'muster migrate', { isReadOnly: true })
  const query: Query = (text, values) => client.query(text, values)
  let frozen: readonly number[] = []
  let nextLog = 0
  try {
    for (;;) {
      await sleep(lookMilliseconds, undefined, { signal })
      const blocking = await findBlockingSessions(query, policyLockKey)
      const former = frozen
      frozen = blocking
        .filter((each) => each.process !== null && each.silentSeconds >= frozenAfterSeconds)
        .map(({ pid }) => pid)
      for (const pid of frozen.filter((each) => former.includes(each)))
        if (await endSession(query, pid))
          log(
            `Ended the session ${pid} of a process that does not answer: others wait for its locks`,
          )
      const direct = blocking.filter(({ blocks }) => blocks.includes(waitingPid))
      if (direct.length === 0 || performance.now() < nextLog) continue
      nextLog = performance.now() + logMilliseconds
      for (const each of direct) log(describe(each))
    }
  } finally {
    await client.end()
  }
}

function describe({ pid, process, heldSeconds }: BlockingSession): string {
  const owner = process === null ? '' : ` of process ${process}`
  return `The migration waits for the session ${pid}${owner}, whose transaction has been open for ${Math.floor(heldSeconds)} s: an import, a job or another client. It goes on when that has finished. ${howToEnd(pid)}`
}

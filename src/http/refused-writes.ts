import { encodeId } from '../contract/ids.ts'
import { record, type AuditActor, type AuditPosition } from '../audit/record.ts'
import type { Database } from '../database/database.ts'

const minuteMilliseconds = 60_000
const flushEveryMilliseconds = 5_000
const maximumCallers = 10_000
const maximumOperations = 50
const maximumCredentials = 50

/** One write that was refused: who tried what, with which credential. */
export type RefusedWrite = {
  actor: AuditActor
  credential: AuditPosition
  operation: string
  path: string
}

/** What a caller was refused in one minute after the first time. `credential` is the one of the first time. */
type Rest = {
  minute: number
  actor: AuditActor
  credential: AuditPosition
  count: number
  operations: Set<string>
  credentials: Set<string>
  first: { requestId: string | null; at: Date }
  last: { requestId: string | null; at: Date }
}

/**
 * Audits writes that are refused, at most two rows for each caller and minute, so that somebody without rights
 * can't fill the audit log, with however many tokens: the first refusal at once, and the others of that minute together when it is over. A
 * process that is killed loses the count of the latter.
 */
export class RefusedWrites {
  readonly #database: Database
  /** By caller and minute. */
  readonly #rest = new Map<string, Rest>()
  readonly #timer: NodeJS.Timeout

  constructor(database: Database) {
    this.#database = database
    this.#timer = setInterval(
      () => void this.flush().catch(() => undefined),
      flushEveryMilliseconds,
    )
    this.#timer.unref()
  }

  async note(write: RefusedWrite): Promise<void> {
    const now = this.#database.now()
    const minute = Math.floor(now.getTime() / minuteMilliseconds)
    const key = `${write.actor.type} ${write.actor.id} ${minute}`
    const rest = this.#rest.get(key)
    if (rest !== undefined) return count(rest, write, now)
    // What is flushed leaves the map before this waits, and what comes meanwhile is counted already.
    const flushed = this.flush(this.#rest.size >= maximumCallers)
    this.#rest.set(key, emptyRest(write, minute, now))
    await flushed
    await this.#database.transaction(({ tx }) => record(tx, write.actor, [firstEntry(write)]))
  }

  /** Writes what was counted in minutes that are over, or in all. What fails is tried again. */
  async flush(all = false): Promise<void> {
    const minute = Math.floor(this.#database.now().getTime() / minuteMilliseconds)
    const over = [...this.#rest].filter(([, rest]) => all || rest.minute < minute)
    for (const [key] of over) this.#rest.delete(key)
    const counted = over.filter(([, { count: more }]) => more > 0)
    if (counted.length === 0) return
    try {
      await this.#database.transaction(async ({ tx }) => {
        for (const [, rest] of counted) await record(tx, rest.actor, [restEntry(rest)])
      })
    } catch (error) {
      for (const [key, rest] of counted) this.#rest.set(key, rest)
      throw error
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush(true).catch(() => undefined)
  }
}

function emptyRest({ actor, credential }: RefusedWrite, minute: number, now: Date): Rest {
  const none = { requestId: null, at: now }
  const [operations, credentials] = [new Set<string>(), new Set<string>()]
  return { minute, actor, credential, count: 0, operations, credentials, first: none, last: none }
}

function count(rest: Rest, { actor, credential, operation }: RefusedWrite, at: Date): void {
  const one = { requestId: actor.requestId, at }
  if (rest.count === 0) rest.first = one
  rest.last = one
  rest.count += 1
  if (rest.operations.size < maximumOperations) rest.operations.add(operation)
  if (rest.credentials.size < maximumCredentials)
    rest.credentials.add(encodeId(credential.kind, credential.id))
}

const event = 'access.write.refuse'

function firstEntry({ actor, credential, operation, path }: RefusedWrite) {
  const details = {
    operation,
    path,
    ...requests(1, actor.requestId, actor.requestId),
  }
  return { event, record: credential, details }
}

function restEntry({ credential, count: more, operations, credentials, first, last }: Rest) {
  const details = {
    operations: [...operations].sort(),
    credentials: [...credentials].sort(),
    first_at: first.at.toISOString(),
    last_at: last.at.toISOString(),
    ...requests(more, first.requestId, last.requestId),
  }
  return { event, record: credential, details }
}

function requests(number: number, first: string | null, last: string | null) {
  return {
    count: number,
    first_request_id: first,
    last_request_id: last,
  }
}

import { encodeId } from '../contract/ids.ts'
import { record, type AuditActor, type AuditPosition } from '../audit/record.ts'
import type { Database } from '../database/database.ts'

const minuteMilliseconds = 60_000
const flushEveryMilliseconds = 5_000
const maximumCallers = 10_000
const maximumOperations = 50
const maximumCredentials = 50

/** A refused write: who tried what, with which credential. */
export type RefusedWrite = {
  actor: AuditActor
  credential: AuditPosition
  operation: string
  path: string
}

/** The refusals of a caller in one minute, without the first. `credential` is that of the first. */
type RepeatedRefusals = {
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
 * Audits writes that are refused, at most two rows for each caller and minute, so that a caller without rights can't fill
 * the audit log, even with many tokens: the first refusal at once, and the others of that minute together when it is over.
 * A process that is killed loses the count of the latter.
 */
export class RefusedWrites {
  readonly #database: Database
  /** By caller and minute. */
  readonly #repeated = new Map<string, RepeatedRefusals>()
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
    const repeats = this.#repeated.get(key)
    if (repeats !== undefined) return count(repeats, write, now)
    // Flushed entries leave the map before the first await, and refusals that come meanwhile find the new one.
    const flushed = this.flush(this.#repeated.size >= maximumCallers)
    this.#repeated.set(key, noRepeats(write, minute, now))
    await flushed
    await this.#database.transaction(({ tx }) => record(tx, write.actor, [firstEntry(write)]))
  }

  /** Writes the counts of minutes that are over, or of all. If that fails, the next flush tries again. */
  async flush(all = false): Promise<void> {
    const minute = Math.floor(this.#database.now().getTime() / minuteMilliseconds)
    const over = [...this.#repeated].filter(([, repeats]) => all || repeats.minute < minute)
    for (const [key] of over) this.#repeated.delete(key)
    const counted = over.filter(([, { count: more }]) => more > 0)
    if (counted.length === 0) return
    try {
      await this.#database.transaction(async ({ tx }) => {
        for (const [, repeats] of counted) await record(tx, repeats.actor, [repeatsEntry(repeats)])
      })
    } catch (error) {
      for (const [key, repeats] of counted) this.#repeated.set(key, repeats)
      throw error
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush(true).catch(() => undefined)
  }
}

function noRepeats(
  { actor, credential }: RefusedWrite,
  minute: number,
  now: Date,
): RepeatedRefusals {
  const none = { requestId: null, at: now }
  const [operations, credentials] = [new Set<string>(), new Set<string>()]
  return { minute, actor, credential, count: 0, operations, credentials, first: none, last: none }
}

function count(
  repeats: RepeatedRefusals,
  { actor, credential, operation }: RefusedWrite,
  at: Date,
): void {
  const one = { requestId: actor.requestId, at }
  if (repeats.count === 0) repeats.first = one
  repeats.last = one
  repeats.count += 1
  if (repeats.operations.size < maximumOperations) repeats.operations.add(operation)
  if (repeats.credentials.size < maximumCredentials)
    repeats.credentials.add(encodeId(credential.kind, credential.id))
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

function repeatsEntry({
  credential,
  count: more,
  operations,
  credentials,
  first,
  last,
}: RepeatedRefusals) {
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

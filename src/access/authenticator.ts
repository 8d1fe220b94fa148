import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { CommitWatcher, Database, Effects } from '../database/database.ts'
import { loadCaller, type Caller } from './caller.ts'

const maximumCallers = 10_000

/**
 * Finds callers by the secrets of tokens and sessions. While `isAlone()` is true no other process can change tokens
 * or grants: callers are cached and evicted by this process's commits. Otherwise every request queries the
 * database, so that a revocation counts from the next request.
 */
export class Authenticator implements CommitWatcher {
  readonly #database: Database
  readonly #isAlone: () => boolean
  readonly #callers = new Map<string, Caller>()
  #generation = 0
  #held = 0
  readonly #used = new Set<string>()

  constructor(database: Database, isAlone: () => boolean) {
    this.#database = database
    this.#isAlone = isAlone
    database.watch(this)
  }

  /** The caller of that {@link secretKey}, if memory may answer; undefined says: ask {@link find}. */
  remembered(key: string): Caller | undefined {
    if (this.#held > 0 || !this.#isAlone()) return undefined
    const caller = this.#callers.get(key)
    if (caller === undefined || caller.endsAt <= this.#database.now()) return undefined
    this.#used.add(caller.credential.id)
    return caller
  }

  async find(secret: string): Promise<Caller | undefined> {
    const generation = this.#generation
    const caller = await loadCaller(this.#database.read, secret, this.#database.now())
    if (caller !== undefined) this.#used.add(caller.credential.id)
    const unchanged = generation === this.#generation && this.#held === 0
    if (caller !== undefined && unchanged && this.#isAlone())
      this.#remember(secretKey(secret), caller)
    return caller
  }

  /** Notes that a caller who was found by another statement than {@link find}'s used their credential. */
  noteUse({ credential }: Caller): void {
    this.#used.add(credential.id)
  }

  #remember(key: string, caller: Caller): void {
    if (this.#callers.size >= maximumCallers) this.#callers.clear()
    this.#callers.set(key, caller)
  }

  /** Evicts all callers: another process may have changed them. */
  forget(): void {
    this.#generation++
    this.#callers.clear()
  }

  /** Writes down which tokens and sessions were used, at most once a minute each; where that fails, the next call does it. */
  async noteUses(): Promise<void> {
    const ids = [...this.#used]
    this.#used.clear()
    if (ids.length === 0) return
    try {
      await this.#writeUses(ids)
    } catch (error) {
      for (const id of ids) this.#used.add(id)
      throw error
    }
  }

  async #writeUses(ids: readonly string[]): Promise<void> {
    await this.#database.transaction(async ({ tx, now }) => {
      for (const table of ['token', 'session']) {
        await sql`
          update ${sql.table(table)} set last_used_at = ${now}
          where id = any (${ids}::uuid[]) and (last_used_at is null or last_used_at < ${now}::timestamptz - interval '1 minute')`.execute(
          tx,
        )
      }
    })
  }

  /** Writes the last uses. When a database that is going away refuses them, the server stops all the same. */
  async close(): Promise<void> {
    await this.noteUses().catch(() => undefined)
  }

  hold(effects: Effects): void {
    if (!effects.access) return
    this.#held++
    this.forget()
  }

  release(effects: Effects): void {
    if (!effects.access) return
    this.#held--
    // Rows read during the commit may be from before it.
    this.forget()
  }
}

/** The key of a secret in memory, which does not reveal the secret. */
export function secretKey(secret: string): string {
  return hash('sha256', secret, 'base64')
}

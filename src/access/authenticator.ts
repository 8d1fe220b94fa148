import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { CommitWatcher, Database, Effects } from '../database/database.ts'
import { loadCaller, type Caller } from './caller.ts'
import { isSessionSecret } from './token-secret.ts'

const maximumCallers = 10_000

/** How old a use is that another one replaces. A session ends when it is not used, so its last use counts. */
const pauses = [
  ['token', '1 minute'],
  ['session', '0'],
] as const
/** The use of a session that has less time left is written down at once: it must not end because of this process's delay. */
const nearEndMilliseconds = 10 * 60_000

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
  /** When which credentials were last used, until that is written down. */
  readonly #used = new Map<string, Date>()
  #writing: Promise<unknown> | undefined

  constructor(database: Database, isAlone: () => boolean) {
    this.#database = database
    this.#isAlone = isAlone
    database.watch(this)
  }

  /**
   * The caller of that {@link secretKey}, if memory may answer; undefined says: ask {@link find}. `isUse` is false for what a
   * page reads by itself: its session is found, and ends as if nothing had been read.
   */
  remembered(key: string, isUse = true): Caller | undefined {
    if (this.#held > 0 || !this.#isAlone()) return undefined
    const caller = this.#callers.get(key)
    if (caller === undefined || caller.endsAt <= this.#database.now()) return undefined
    this.noteUse(caller, isUse)
    return caller
  }

  async find(secret: string, isUse = true): Promise<Caller | undefined> {
    const generation = this.#generation
    const caller = await this.#load(secret, isUse)
    if (caller !== undefined) this.noteUse(caller, isUse)
    const unchanged = generation === this.#generation && this.#held === 0
    if (caller !== undefined && unchanged && this.#isAlone())
      this.#remember(secretKey(secret), caller)
    return caller
  }

  async #load(secret: string, isUse: boolean): Promise<Caller | undefined> {
    const { read, now } = this.#database
    const caller = await loadCaller(read, secret, now())
    if (!isSessionSecret(secret)) return caller
    if (caller !== undefined) {
      this.noteUse(caller, isUse)
      if (caller.endsAt.getTime() - now().getTime() < nearEndMilliseconds) await this.#tryNoting()
      return caller
    }
    // Its last use may be known to this process alone.
    if (this.#used.size === 0 && this.#writing === undefined) return undefined
    await this.#tryNoting()
    return loadCaller(read, secret, now())
  }

  async #tryNoting(): Promise<void> {
    await this.noteUses().catch(() => undefined)
  }

  /** Notes that a caller who was found by another statement than {@link find}'s used their credential. Any use of a token is one. */
  noteUse({ credential }: Caller, isUse = true): void {
    if (isUse || credential.type === 'token') this.#used.set(credential.id, this.#database.now())
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

  /** Writes down when tokens and sessions were used, of a token at most once a minute; where that fails, the next call does it. */
  async noteUses(): Promise<void> {
    const uses = [...this.#used]
    this.#used.clear()
    const own = uses.length === 0 ? undefined : this.#writeOrKeep(uses)
    // A use that another call is writing down is waited for too: it may be the one that counts.
    const all = Promise.allSettled([this.#writing, own])
    this.#writing = all
    await all
    if (this.#writing === all) this.#writing = undefined
    await own
  }

  async #writeOrKeep(uses: readonly (readonly [id: string, at: Date])[]): Promise<void> {
    try {
      await this.#writeUses(uses)
    } catch (error) {
      for (const [id, at] of uses) if (!this.#used.has(id)) this.#used.set(id, at)
      throw error
    }
  }

  async #writeUses(uses: readonly (readonly [id: string, at: Date])[]): Promise<void> {
    const ids = uses.map(([id]) => id)
    const times = uses.map(([, at]) => at.toISOString())
    await this.#database.transaction(async ({ tx }) => {
      for (const [table, pause] of pauses) {
        await sql`
          update ${sql.table(table)} as t set last_used_at = used.at
          from unnest(${ids}::uuid[], ${times}::timestamptz[]) as used (id, at)
          where t.id = used.id and (last_used_at is null or last_used_at < used.at - ${pause}::interval)`.execute(
          tx,
        )
      }
    })
  }

  /** Writes the last uses. When a database that is going away refuses them, the server stops all the same. */
  async close(): Promise<void> {
    await this.#tryNoting()
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

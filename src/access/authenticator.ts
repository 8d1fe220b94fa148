import { hash } from 'node:crypto'
import { isIP } from 'node:net'
import { sql, type RawBuilder } from 'kysely'
import type { Permission } from '../contract/permissions.ts'
import type { CommitWatcher, Database, Effects, Transaction } from '../database/database.ts'
import { loadCaller, type Caller } from './caller.ts'
import { isIn } from './networks.ts'
import { isSessionSecret } from './token-secret.ts'

const maximumCallers = 10_000

/** The use of a credential: the address that it comes from, and whether it is one, or what a page reads by itself. */
export type Use = { address: string; isUse?: boolean }

type LastUse = { at: Date; address: string }
type NotedUse = readonly [id: string, use: LastUse]
type NotedPermission = readonly [tokenId: string, permission: Permission]

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
  /** When and from where which credentials were last used, until that is written down. */
  readonly #used = new Map<string, LastUse>()
  /** Which permissions of which tokens were used, until that is written down. */
  readonly #permissions = new Map<string, Set<Permission>>()
  #writing: Promise<unknown> | undefined
  /** How often uses were written down. */
  #written = 0

  constructor(database: Database, isAlone: () => boolean) {
    this.#database = database
    this.#isAlone = isAlone
    database.watch(this)
  }

  /**
   * The caller of that {@link secretKey}, if memory may answer; undefined says: ask {@link find}. What a page reads by itself is
   * no use: its session is found, and ends as if nothing had been read.
   */
  remembered(key: string, use: Use): Caller | undefined {
    if (this.#held > 0 || !this.#isAlone()) return undefined
    const caller = this.#callers.get(key)
    const now = this.#database.now()
    if (caller === undefined || caller.endsAt <= now) return undefined
    return caller.changesAt !== null && caller.changesAt <= now
      ? undefined
      : this.admit(caller, use)
  }

  async find(secret: string, use: Use): Promise<Caller | undefined> {
    const generation = this.#generation
    const caller = await this.#load(secret, use)
    const unchanged = generation === this.#generation && this.#held === 0
    if (caller !== undefined && unchanged && this.#isAlone())
      this.#remember(secretKey(secret), caller)
    return caller && this.admit(caller, use)
  }

  async #load(secret: string, use: Use): Promise<Caller | undefined> {
    const { read, now } = this.#database
    const written = this.#written
    const caller = await loadCaller(read, secret, now())
    if (!isSessionSecret(secret)) return caller
    if (caller !== undefined) {
      this.admit(caller, use)
      if (caller.endsAt.getTime() - now().getTime() < nearEndMilliseconds) await this.#tryNoting()
      return caller
    }
    // Its last use may be known to this process alone, or was written down while the row was read.
    const isSure = this.#used.size === 0 && this.#writing === undefined && written === this.#written
    if (isSure) return undefined
    await this.#tryNoting()
    return loadCaller(read, secret, now())
  }

  async #tryNoting(): Promise<void> {
    await this.noteUses().catch(() => undefined)
  }

  /**
   * Lets a caller in who was found, and notes the use of their credential; undefined where they may not come from that address.
   * Any use of a token is one.
   */
  admit(caller: Caller, { address, isUse = true }: Use): Caller | undefined {
    const { credential, networks } = caller
    if (networks !== null && !isIn(networks, address)) return undefined
    if (isUse || credential.type === 'token')
      this.#used.set(credential.id, { at: this.#database.now(), address })
    return this.noting(caller)
  }

  /** Has permission checks record use for the token of a caller. Sessions are of people, who are asked instead. */
  noting(caller: Caller): Caller {
    const { type, id } = caller.credential
    if (type === 'token') caller.noteUse ??= (permission) => this.#permissionsOf(id).add(permission)
    return caller
  }

  #permissionsOf(tokenId: string): Set<Permission> {
    const known = this.#permissions.get(tokenId)
    if (known !== undefined) return known
    const permissions = new Set<Permission>()
    this.#permissions.set(tokenId, permissions)
    return permissions
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

  /** Writes down when tokens and sessions were used, of a token and a service at most once a minute; where that fails, the next call does it. */
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

  async #writeOrKeep(uses: readonly NotedUse[]): Promise<void> {
    try {
      await this.#database.transaction(({ tx }) => writeUses(tx, uses))
      this.#written++
    } catch (error) {
      for (const [id, use] of uses) if (!this.#used.has(id)) this.#used.set(id, use)
      throw error
    }
  }

  /** {@link noteUses} and {@link notePermissions}; that one fails does not keep back the other. */
  async note(): Promise<void> {
    const done = await Promise.allSettled([this.noteUses(), this.notePermissions()])
    for (const each of done) if (each.status === 'rejected') throw each.reason
  }

  /** Writes down which permissions of tokens were used, of each once an hour; where that fails, the next call does it. */
  async notePermissions(): Promise<void> {
    const permissions = [...this.#permissions].flatMap(([id, names]) =>
      [...names].map((name): NotedPermission => [id, name]),
    )
    this.#permissions.clear()
    if (permissions.length === 0) return
    try {
      await this.#database.transaction(({ tx, now }) => writePermissions(tx, permissions, now))
    } catch (error) {
      for (const [id, permission] of permissions) this.#permissionsOf(id).add(permission)
      throw error
    }
  }

  /** Writes the last uses. When a database that is going away refuses them, the server stops all the same. */
  async close(): Promise<void> {
    await this.note().catch(() => undefined)
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

/** In the order in which whoever changes services and their tokens locks them. */
async function writeUses(tx: Transaction, uses: readonly NotedUse[]): Promise<void> {
  const ids = uses.map(([id]) => id)
  const times = uses.map(([, { at }]) => at.toISOString())
  const addresses = uses.map(([, { address }]) =>
    // PostgreSQL knows no zone (fe80::1%eth0).
    isIP(address) === 0 ? null : address.replace(/%.*$/s, ''),
  )
  const used = sql`unnest(${ids}::uuid[], ${times}::timestamptz[], ${addresses}::inet[]) as used (id, at, address)`
  await sql`
    update service s set last_used_at = latest.at, last_used_address = latest.address from (
      select distinct on (t.service_id) t.service_id, used.at, used.address
      from ${used} join token t on t.id = used.id where t.service_id is not null
      order by t.service_id, used.at desc) latest
    where s.id = latest.service_id and ${isOlder(sql`latest.at`, '1 minute')}`.execute(tx)
  await sql`
    update session set last_used_at = used.at from ${used}
    where session.id = used.id and ${isOlder(sql`used.at`, '0')}`.execute(tx)
  await sql`
    update token set last_used_at = used.at, last_used_address = used.address from ${used}
    where token.id = used.id and ${isOlder(sql`used.at`, '1 minute')}`.execute(tx)
}

async function writePermissions(
  tx: Transaction,
  permissions: readonly NotedPermission[],
  now: Date,
): Promise<void> {
  const ids = permissions.map(([id]) => id)
  const names = permissions.map(([, permission]) => permission)
  await sql`
    insert into token_permission as p (token_id, permission, last_used_at)
    select used.id, used.permission, ${now}::timestamptz
    from unnest(${ids}::uuid[], ${names}::text[]) as used (id, permission) join token on token.id = used.id
    where not exists (select from token_permission known where known.token_id = used.id and known.permission = used.permission
      and known.last_used_at >= ${now}::timestamptz - interval '1 hour')
    order by 1, 2
    on conflict (token_id, permission) do update set last_used_at = greatest(p.last_used_at, excluded.last_used_at)`.execute(
    tx,
  )
}

/** Whether a use is written down. A session ends when it is not used, so that its last use counts. */
function isOlder(at: RawBuilder<unknown>, pause: string): RawBuilder<boolean> {
  return sql<boolean>`(last_used_at is null or last_used_at < ${at} - ${pause}::interval)`
}

/** The key of a secret in memory, which does not reveal the secret. */
export function secretKey(secret: string): string {
  return hash('sha256', secret, 'base64')
}

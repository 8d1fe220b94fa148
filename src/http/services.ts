import type { Authenticator } from '../access/authenticator.ts'
import type { Permission } from '../contract/permissions.ts'
import type { Caller } from '../access/caller.ts'
import type { Database, Transaction } from '../database/database.ts'
import type { DueInstants } from '../database/due.ts'
import type { Lease } from '../database/lease.ts'
import type { HeavyRequests } from './request-cost.ts'
import type { ReadyBodies } from './ready-bodies.ts'
import type { NewTokens } from './new-tokens.ts'
import type { RefusedWrites } from './refused-writes.ts'
import type { WrongTokens } from './wrong-tokens.ts'

/** Work of an endpoint that moves too much for its request. */
export type LeftWork = {
  /** The work as data, with an `op`. */
  operation: object
  /** The version of the record that it is about, as it was found. */
  requiredVersion: number | null
  /** The rulesets (uuids) that it was seen to move. */
  rulesetIds: readonly string[]
}

/** Work of an endpoint that was stored as data. */
export type StoredWork = {
  /** @returns the uuid of the record that it changed */
  run(context: { tx: Transaction; readonly caller: Caller }, stored: unknown): Promise<string>
}

/** What one running server owns, created in one place (app.ts) and passed to every request. */
export type Services = {
  database: Database
  lease: Lease
  authenticator: Authenticator
  bodies: ReadyBodies
  /** Settled before anything reads or writes what a passed instant affects. */
  due: DueInstants
  /** Audits writes that are refused. */
  refusedWrites: RefusedWrites
  /** Scheme and authority under which clients reach this server, without a trailing slash. From configuration only. */
  publicOrigin: string
  /** Signs the cursors of lists; the same on every process, because it is stored in the database. */
  cursorKey: Buffer
  /** A change of the policy that moves more stays than this is done by a job. */
  rowsAtOnce: number
  /** Makes what a handler throws to be rolled back and have a job do the work. */
  leaveToJob: (work: LeftWork) => Error
  /**
   * Returns an error that a handler throws to roll back and answer 409 with a plan of the operation; `why`: the
   * message besides its limits.
   */
  planInstead: (operation: object, why: string) => Error
  /** What a plan or a job can do besides operations of policy, by its `op`. */
  works: ReadonlyMap<string, StoredWork>
  /** The permission to follow work of a job that is not about a ruleset, by its `op`. */
  rightsToFollow: ReadonlyMap<string, Permission>
  /** The permission to read an operation of a plan, besides those for the rulesets and people in it, by its `op`. */
  rightsToRead: ReadonlyMap<string, Permission>
  /** Bounds how many heavy requests run at a time. */
  heavy: HeavyRequests
  /** Requests a second per token, and the burst; null when the limit is off. */
  rateLimit: { perSecond: number; burst: number } | null
  /** Undefined when the limit is off. */
  wrongTokens: WrongTokens | undefined
  /** Limits the tokens that one caller makes; undefined when the limit is off. */
  newTokens: NewTokens | undefined
}

/** `{base_url}` of the contract. */
export function baseUrl(services: Services): string {
  return `${services.publicOrigin}/api/v1`
}

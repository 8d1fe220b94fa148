import type { Authenticator } from '../access/authenticator.ts'
import type { Permission } from '../contract/permissions.ts'
import type { Database } from '../database/database.ts'
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

/** What one running server owns, made in one place (app.ts) and handed to every request. */
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
  /** Signs the cursors of lists; the same on every process, because it stands in the database. */
  cursorKey: Buffer
  /** A change of the policy that moves more stays than this is done by a job. */
  rowsAtOnce: number
  /** Makes what a handler throws to be rolled back and have a job do the work. */
  leaveToJob: (work: LeftWork) => Error
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

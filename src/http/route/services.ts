import type { Authenticator } from '../../access/authenticator.ts'
import type { WorkloadIssuers } from '../../access/workload-identity.ts'
import type { ErasureList } from '../../audit/erasure-list.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { Database } from '../../database/database.ts'
import type { DueInstants } from '../../database/due.ts'
import type { Lease } from '../../database/lease.ts'
import type { SecretKeys } from '../../database/secrets/secret-keys.ts'
import type { BackgroundWork } from '../limits/background-work.ts'
import type { ClientAddresses } from '../limits/client-addresses.ts'
import type { FindConsole } from '../bodies/console-files.ts'
import type { HeavyRequests } from '../limits/heavy-requests.ts'
import type { KeptCounts } from '../limits/kept-counts.ts'
import type { ReadyBodies } from '../bodies/ready-bodies.ts'
import type { BodyTimes } from '../bodies/slow-bodies.ts'
import type { NewTokens } from '../limits/new-tokens.ts'
import type { RequestCounts } from './request-counts.ts'
import type { RefusedWrites } from '../limits/refused-writes.ts'
import type { WrongTokens } from '../limits/wrong-tokens.ts'

/** What one running server owns, created in one place (app.ts) and passed to every request. */
export type Services = {
  /** A session without a request for so long ends. */
  sessionIdleSeconds: number
  /** A session whose person signed in longer ago signs in again before what fresh-sign-in.ts names. */
  freshSignInSeconds: number
  database: Database
  lease: Lease
  authenticator: Authenticator
  bodies: ReadyBodies
  /** Settled before anything reads or writes what a passed instant affects. */
  due: DueInstants
  /** Has each erasure before it is committed; null without a list. */
  erasures: ErasureList | null
  /** Audits writes that are refused. */
  refusedWrites: RefusedWrites
  /** Scheme, authority and path under which clients reach this server, without a trailing slash. From configuration only. */
  publicOrigin: string
  /** The web console, where it is built. */
  findConsole: FindConsole
  /** Where people sign in by OpenID Connect: the page that begins it. In the order of the configuration. */
  issuers: readonly {
    handle: string
    name: string
    url: string
    /** Its own address. */
    provider: string
    /** Whether only addresses of some domains sign in there. */
    isRestricted: boolean
    /** The name of the role that everybody gets there. */
    defaultGrant: string | undefined
  }[]
  /** Who may sign the identities of jobs and workloads. */
  workloadIssuers: WorkloadIssuers
  /** Signs the cursors of lists; the same on every process, because it is stored in the database. */
  cursorKey: Buffer
  /** For the hashes of bodies that are sent with an Idempotency-Key; the same on every process too. */
  bodyKey: Buffer
  /** A change of the policy that moves more stays than this is done by a job. */
  rowsAtOnce: number
  /** The permission to follow what a plan or a job can do besides operations of policy, by its `op`; null for none. */
  storedChanges: ReadonlyMap<string, { right: Permission | null }>
  /** Counts of values of people that are kept for a short while. */
  counts: KeptCounts
  /** Encrypt the credentials of sources. */
  secretKeys: SecretKeys
  /** The hosts that connectors may reach; without a port every port of it. */
  connectorHosts: readonly { host: string; port: number | null }[]
  /** The hosts that events may be sent to. */
  webhookHosts: readonly { host: string; port: number | null }[]
  /** Where the audit log is streamed to; null for nowhere. */
  auditStream: { target: string } | null
  /** The mail server for notices, and the address that they come from; null without one. */
  smtp: { url: string; from: string } | null
  /** How long bodies may take. */
  bodyTimes: BodyTimes
  /** Work that goes on after its request. */
  background: BackgroundWork
  /** Bounds how many heavy requests run at a time. */
  heavy: HeavyRequests
  /** Requests a second per token, and the burst; null when the limit is off. */
  rateLimit: { perSecond: number; burst: number } | null
  /** The addresses of clients, behind the proxies of the configuration. */
  clientAddresses: ClientAddresses
  /** Undefined when the limit is off. */
  wrongTokens: WrongTokens | undefined
  /** Undefined where nothing shows what was counted. */
  requests: RequestCounts | undefined
  /** Limits the tokens that one caller makes; undefined when the limit is off. */
  newTokens: NewTokens | undefined
}

import type { FastifyRequest } from 'fastify'
import type { AuditActor } from '../../audit/record.ts'
import { secretKey, type Use } from '../../access/authenticator.ts'
import { loadCaller, type Actor, type Caller } from '../../access/caller.ts'
import { countedLater, may, type On } from '../../access/rights.ts'
import { freshPermissions, type Permission } from '../../contract/permissions.ts'
import type { Transaction } from '../../database/database.ts'
import { invalidCredential } from '../callers/authenticate.ts'
import { arrivalPermission, requirePermission } from '../callers/authorise.ts'
import { formatEtag, requireMatch, takesIfMatch } from '../route/etag.ts'
import { requireFreshSignIn } from '../callers/fresh-sign-in.ts'
import { clearedSessionCookie } from '../callers/session-cookie.ts'
import type { PermissionCheck, ShownSecret } from './idempotency.ts'
import { noCredential, Problem } from '../refusals/problem.ts'
import { isReceivedFile } from '../bodies/received-file.ts'
import type { AnyWriteRoute, RouteAccess, WriteContext } from '../route/route.ts'
import type { Services } from '../route/services.ts'
import { whileAsked } from '../route/while-asked.ts'

/** The caller on arrival, and the secret: the right is checked again under the locks, by the same secret. */
export type Arrival = { caller: Caller; secret: string; use: Use }

/** The parts of the context of a write. */
export type WriteParts = {
  services: Services
  route: AnyWriteRoute
  request: FastifyRequest
  arrival: Arrival | undefined
  params: Record<string, string>
  query: unknown
  readBody: () => unknown
  tx: Transaction
  now: Date
}

/**
 * The context of a write in its transaction; `asked` and `granted` are the permissions that its answer depends on.
 */
export function writeContext(parts: WriteParts) {
  const { services, request, arrival, tx, now } = parts
  const asked: PermissionCheck[] = []
  const granted: PermissionCheck[] = []
  const told: HandlerSettings = { headers: {}, ...nothingTold }
  const counts: (() => void)[] = []
  const counting = (found: Caller | undefined) => {
    const counted = found && countedLater(found)
    if (counted !== undefined) counts.push(counted.count)
    return counted?.caller
  }
  let caller = counting(arrival?.caller)
  const context: WriteContext = {
    ...factsOf(parts),
    ...settersOf(told, services),
    get caller() {
      if (caller === undefined) throw noCredential()
      return caller
    },
    may: (permission, on = {}) => {
      const isGranted = may(context.caller, permission, on)
      // Who may everywhere is noted once, however many rows they were asked on.
      const isGlobal = context.caller.permissions.has(permission)
      if (isGranted) granted.push({ permission, on: isGlobal ? {} : on })
      return isGranted
    },
    // The caller is loaded again here, after the handler has locked its row: a right that was just revoked no
    // longer counts.
    ask: async (permission: Permission, on: On = {}) => {
      caller = counting(arrival && (await callerNow(services, arrival, { tx, now })))
      if (caller === undefined) throw invalidCredential(arrival?.secret ?? '')
      requirePermission(caller, permission, on)
      if (freshPermissions.has(permission) && parts.route.isDryRun !== true)
        requireFreshSignIn(context)
      asked.push({ permission, on })
    },
    get actor() {
      return actorOf(context.caller, request)
    },
    body: () => {
      if (asked.length === 0 && mustAskBeforeBody(parts.route.access)) {
        throw new Error(`${parts.route.id} read its body before it asked for a permission`)
      }
      told.bodyWasRead = true
      return parts.readBody()
    },
    requireVersion: (version) => {
      told.versionWasCompared = true
      requireMatch(request.headers['if-match'], version)
    },
    file: () => {
      told.bodyWasRead = true
      if (!isReceivedFile(request.body)) throw new Problem(400, 'Send the file as the body.')
      return request.body
    },
    countNewToken: (owner) => services.newTokens?.take(owner ?? context.caller, request),
  }
  return { context, asked, granted, told, countUses: () => counts.forEach((count) => count()) }
}

/** The caller as they are in the transaction; undefined where they have no power any more. */
async function callerNow(
  { authenticator }: Services,
  { secret, use }: Arrival,
  { tx, now }: Pick<WriteParts, 'tx' | 'now'>,
): Promise<Caller | undefined> {
  const remembered = authenticator.remembered(secretKey(secret), use)
  if (remembered !== undefined) return remembered
  const caller = await loadCaller(tx, secret, now)
  return caller && authenticator.admit(caller, use)
}

const nothingTold = {
  secret: undefined,
  bodyWasRead: false,
  versionWasCompared: false,
  afterCommit: undefined,
}

/** What of the context is known from the beginning. */
function factsOf({ services, route, request, params, query, tx, now }: WriteParts) {
  return {
    params,
    query,
    db: tx,
    tx,
    now,
    // Handlers that depend on what is due take the policy lock, and settle under it.
    isSettled: true,
    // A long evaluation would keep its locks.
    isHeavy: false,
    services,
    operation: route.id,
    requestId: request.id,
    requestUrl: request.url,
    address: () => services.clientAddresses.of(request.raw),
    whileAsked: <T>(work: (signal: AbortSignal) => Promise<T>) => whileAsked(request.raw, work),
    ifMatch: takesIfMatch(route) ? request.headers['if-match'] : undefined,
    rowsAtMost: route.accepted === undefined ? undefined : services.rowsAtOnce,
  }
}

/** What a handler says of its answer. */
function settersOf(told: HandlerSettings, { publicOrigin }: Pick<Services, 'publicOrigin'>) {
  return {
    etag(version: number, representation = '0') {
      told.headers['etag'] = formatEtag(version, representation)
    },
    location(path: string) {
      told.headers['location'] = path
    },
    signOut() {
      told.headers['set-cookie'] = clearedSessionCookie(publicOrigin)
      told.headers['clear-site-data'] = '"cache"'
    },
    showsSecret(tokenId: string | null) {
      told.secret = { tokenId }
    },
    afterCommit(work: () => void) {
      told.afterCommit = work
    },
  }
}

export function needsPermission(access: RouteAccess): boolean {
  return access !== 'public' && access !== 'token'
}

/** A body error must not come before a 403. */
function mustAskBeforeBody(access: RouteAccess): boolean {
  return needsPermission(access) && arrivalPermission(access) === undefined
}

/**
 * A context with the permissions that were asked and granted through it, and what the handler set for the answer.
 */
export type Asking = ReturnType<typeof writeContext>

/** What a handler said through its context, beside what it returned. */
export type HandlerSettings = {
  headers: Record<string, string>
  secret: ShownSecret | undefined
  bodyWasRead: boolean
  versionWasCompared: boolean
  afterCommit: (() => void) | undefined
}

/** The caller, as the actor of audit rows. */
export function actorOf(caller: Caller, request: FastifyRequest): AuditActor & Actor {
  const via = caller.credential.type === 'session' ? 'console' : 'api'
  return { type: caller.type, id: caller.id, via, requestId: request.id }
}

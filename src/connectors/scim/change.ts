import type { TransactionContext } from '../../database/database.ts'
import { failureOf } from '../../database/failure.ts'
import type { Services } from '../../http/route/services.ts'
import { preconditionFailed, Problem } from '../../http/refusals/problem.ts'
import type { Integration } from '../../workspace/integrations/queries.ts'
import { waitForImports } from '../import/import-lock.ts'
import { findScimCaller, type ScimCaller } from './authenticate-scim.ts'
import type { Endpoint } from './present.ts'
import type { PushContext } from './push.ts'
import { PushQueue, type SharedTransaction } from './push-queue.ts'
import type { PatchWork } from './patch-work.ts'
import type { Reading } from './read-value.ts'
import { findResource, type StoredResource } from './store.ts'
import type { ResourceType } from './schema.ts'

/** A request of a SCIM client that writes. */
export type ScimWrite = {
  services: Services
  caller: ScimCaller
  endpoint: Endpoint
  requestId: string
  /** What the list of runs calls it, such as `SCIM POST /Users`. */
  name: string
  ifMatch: string | undefined
  reading: Reading
  work: PatchWork
}

/** The pushes of each integration, which are written in the order in which they came, so that those that wait keep no connection. */
const queues = new WeakMap<Services, Map<string, PushQueue<PushTransaction>>>()
const longestWaitMilliseconds = 10_000
/** What is left for locks of a request whose turn came at the last moment. */
const shortestWaitMilliseconds = 500

/** `integrationOf`: the integration as it is now, if the secret of the caller still has its power. */
type PushTransaction = TransactionContext &
  SharedTransaction & { integrationOf: (caller: ScimCaller) => Promise<Integration> }

function queueOf({ services, caller: { integration } }: ScimWrite): PushQueue<PushTransaction> {
  const known = queues.get(services) ?? new Map<string, PushQueue<PushTransaction>>()
  queues.set(services, known)
  const { database } = services
  const own =
    known.get(integration.id) ??
    new PushQueue<PushTransaction>(
      (work, until) =>
        database.transaction((context) => aloneWith(integration.handle, context, work), {
          lockTimeoutMilliseconds: Math.max(
            Math.round(until - performance.now()),
            shortestWaitMilliseconds,
          ),
        }),
      () =>
        waitedInVain('Earlier requests of this integration, which are made one after the other,'),
    )
  known.set(integration.id, own)
  return own
}

/** Waits for imports of the integration, which is sent together with what reads the first secret. */
async function aloneWith<T>(
  handle: string,
  { tx, now }: TransactionContext,
  work: (context: PushTransaction) => Promise<T>,
): Promise<T> {
  const locking = Promise.allSettled([waitForImports(tx, handle)])
  const alone = async () => {
    const [waited] = await locking
    if (waited.status === 'rejected') explainLock(waited.reason)
  }
  const integrationOf: PushTransaction['integrationOf'] = async (caller) => {
    const [found] = await Promise.allSettled([findScimCaller(tx, caller, { isLocked: true })])
    await alone()
    if (found.status === 'rejected') throw found.reason
    return found.value.integration
  }
  return work({ tx, now, alone, integrationOf })
}

/**
 * Runs a change in one transaction, alone with the source and maybe with changes that arrived with it: it waits for imports of the
 * integration, and makes sure that the secret still has its power.
 */
export async function change<T>(
  write: ScimWrite,
  kind: ResourceType['kind'],
  work: (context: PushContext) => Promise<T>,
): Promise<T> {
  const { services, caller, requestId, name, reading } = write
  const { left } = write.work
  await services.due.settle()
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  queueOf(write).add({
    until: performance.now() + longestWaitMilliseconds,
    kind,
    reject,
    async perform({ tx, now, integrationOf }) {
      const integration = await integrationOf(caller)
      const actor = { type: 'integration', id: integration.id, via: 'sync', requestId } as const
      reading.notes.length = 0
      // It may run again, with all that the request has left.
      write.work.left = left
      const { database } = services
      const context = { tx, now, database, integration, actor, name, notes: reading.notes }
      const result = await work(context)
      return () => resolve(result)
    },
  })
  return promise
}

/** Another process takes turns of its own, so it may be a push that holds the lock. */
function explainLock(error: unknown): never {
  throw failureOf(error) === 'busy'
    ? waitedInVain('An import of this integration, or requests that it makes to another process,')
    : error
}

function waitedInVain(what: string): Problem {
  const seconds = longestWaitMilliseconds / 1000
  return new Problem(
    503,
    `${what} took longer than ${seconds} s. Nothing was changed. Send the request again.`,
    { headers: { 'retry-after': '5' } },
  )
}

/**
 * The stored resource, locked and of the version that If-Match names.
 * @throws Problem 404 or 412
 */
export async function lockResource(
  { tx, integration }: PushContext,
  { ifMatch }: ScimWrite,
  { type, id }: { type: ResourceType; id: string },
): Promise<StoredResource> {
  const wanted = { integrationId: integration.id, kind: type.kind }
  // Only one request of an integration writes at a time, so its resources need no locks of their own.
  const found = await findResource(tx, wanted, id)
  if (found === undefined) throw noResource(type, id)
  requireVersion(ifMatch, found)
  return found
}

export function noResource({ kind }: ResourceType, id: string): Problem {
  return new Problem(404, `There is no ${kind} ${id.slice(0, 80)}.`)
}

/** If-Match names a version; what its tag says of memberships plays no part. */
function requireVersion(ifMatch: string | undefined, { version }: StoredResource): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const sent = ifMatch.split(',').map((tag) => /^\s*(?:W\/)?"(\d+)(?:\.[^"]*)?"\s*$/.exec(tag)?.[1])
  if (!sent.includes(String(version))) throw preconditionFailed(version)
}

import { failureOf, NoTurn } from '../../database/failure.ts'
import { Semaphore } from '../../database/semaphore.ts'
import type { Services } from '../../http/route/services.ts'
import { preconditionFailed, Problem } from '../../http/refusals/problem.ts'
import { waitForImports } from '../import/import-lock.ts'
import { findScimCaller, type ScimCaller } from './authenticate-scim.ts'
import type { Endpoint } from './present.ts'
import type { PushContext } from './push.ts'
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

/** The writes of an integration take turns, so that those that wait keep no connection. */
const turns = new WeakMap<Services, Map<string, Semaphore>>()
const longestWaitMilliseconds = 10_000
/** What is left for locks of a request whose turn came at the last moment. */
const shortestWaitMilliseconds = 500

function turnsOf({ services, caller }: ScimWrite): Semaphore {
  const known = turns.get(services) ?? new Map<string, Semaphore>()
  turns.set(services, known)
  const own = known.get(caller.integration.id) ?? new Semaphore(1)
  known.set(caller.integration.id, own)
  return own
}

/**
 * Runs a change in one transaction, alone with the source: it waits for imports of the integration, and makes sure that the secret still
 * has its power.
 */
export async function change<T>(
  write: ScimWrite,
  work: (context: PushContext) => Promise<T>,
): Promise<T> {
  const { services, caller, requestId, name, reading } = write
  await services.due.settle()
  const { database } = services
  const until = performance.now() + longestWaitMilliseconds
  let hasTurn = false
  const run = () => {
    hasTurn = true
    const left = Math.round(until - performance.now())
    return database.transaction(
      async ({ tx, now }) => {
        await waitForImports(tx, caller.integration.handle).catch(explainLock)
        const { integration } = await findScimCaller(tx, caller, { isLocked: true })
        const actor = { type: 'integration', id: integration.id, via: 'sync', requestId } as const
        reading.notes.length = 0
        return work({ tx, now, database, integration, actor, name, notes: reading.notes })
      },
      { lockTimeoutMilliseconds: Math.max(left, shortestWaitMilliseconds) },
    )
  }
  return turnsOf(write)
    .run(run, longestWaitMilliseconds)
    .catch((error: unknown) => {
      throw error instanceof NoTurn && !hasTurn
        ? waitedInVain('Earlier requests of this integration, which are made one after the other,')
        : error
    })
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

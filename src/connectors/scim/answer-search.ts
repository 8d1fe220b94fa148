import { sql } from 'kysely'
import { errorCode, NoTurn } from '../../database/failure.ts'
import { Semaphore } from '../../database/semaphore.ts'
import { Problem } from '../../http/refusals/problem.ts'
import { heavyCost } from '../../http/limits/request-cost.ts'
import { clientProfiles } from './client-profiles.ts'
import { comparisonsIn, parseFilter } from './filter.ts'
import type { ResourceType } from './schema.ts'
import type { ScimAnswer, ScimRequest } from './scim-route.ts'
import { searchResources, type SearchRequest } from './search.ts'

/** So many searches run at a time, of an integration and of all; the others wait without a connection. */
const mostSearches = { ofOne: 3, ofAll: 6 } as const
const longestWaitSeconds = 20
const longestSearchSeconds = 10

/**
 * Searches resources of these kinds. Each comparison of the filter counts for the rate limit, and a search with many is heavy, because
 * most of them read everything that is stored.
 */
export async function answerSearch(
  request: ScimRequest,
  types: readonly ResourceType[],
  search: SearchRequest,
): Promise<ScimAnswer> {
  const { services, endpoint, caller } = request
  const client = clientProfiles[caller.profile]
  const filter = search.filter === undefined ? undefined : parseFilter(search.filter, client)
  const cost = filter === undefined ? 1 : comparisonsIn(filter)
  request.charge(cost - 1)
  const run = () =>
    services.database.snapshot(async (db) => {
      await sql`select set_config('statement_timeout', ${`${longestSearchSeconds}s`}, true)`.execute(
        db,
      )
      return searchResources({ db, services, endpoint, client, filter }, types, search)
    })
  const body = await inTurn(request, { isHeavy: cost >= heavyCost }, run).catch(explainTimeout)
  return { status: 200, body }
}

/** Of all integrations, and of each. */
type SearchTurns = { ofAll: Semaphore; ofOne: Map<string, Semaphore> }
const turns = new WeakMap<ScimRequest['services'], SearchTurns>()

function inTurn<T>(
  { services, endpoint: { integrationId } }: ScimRequest,
  { isHeavy }: { isHeavy: boolean },
  run: () => Promise<T>,
): Promise<T> {
  if (isHeavy) return services.heavy.run(integrationId, run)
  const known = turns.get(services) ?? {
    ofAll: new Semaphore(mostSearches.ofAll),
    ofOne: new Map(),
  }
  turns.set(services, known)
  const own = known.ofOne.get(integrationId) ?? new Semaphore(mostSearches.ofOne)
  known.ofOne.set(integrationId, own)
  const wait = longestWaitSeconds * 1000
  return own.run(() => known.ofAll.run(run, wait), wait)
}

const queryCanceled = '57014'

function explainTimeout(error: unknown): never {
  if (error instanceof NoTurn)
    throw busy(`Other searches took longer than ${longestWaitSeconds} s.`)
  if (errorCode(error) === queryCanceled)
    throw busy(`The search took longer than ${longestSearchSeconds} s.`)
  throw error
}

function busy(why: string): Problem {
  return new Problem(
    503,
    `${why} Compare less in a filter, or only userName, displayName, externalId or id with eq, for which there are indexes.`,
    { headers: { 'retry-after': String(longestSearchSeconds) } },
  )
}

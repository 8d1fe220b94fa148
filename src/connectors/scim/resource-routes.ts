import { isRecord } from '../../contract/json.ts'
import { clientProfiles } from './client-profiles.ts'
import { noResource, type ScimWrite } from './change.ts'
import { etagOf, locationOf, presentIfFew, tooManyMemberships } from './present.ts'
import { patchCost } from './patch-operations.ts'
import { PatchWork } from './patch-work.ts'
import { readNames, readProjections, type Projections } from './projection.ts'
import { requireSchemas } from './read-resource.ts'
import { groupType, resourceTypes, userType, type ResourceType } from './schema.ts'
import { urns } from './attributes.ts'
import { invalidSyntax, invalidValue, ScimProblem } from './scim-problem.ts'
import type { ScimAnswer, ScimRequest, ScimRoute } from './scim-route.ts'
import { answerSearch } from './answer-search.ts'
import type { SearchRequest } from './search.ts'
import { findResource, type StoredResource } from './store.ts'
import { createGroup, deleteGroup, patchGroup, replaceGroup } from './write-group.ts'
import { createUser, deleteUser, patchUser, replaceUser } from './write-user.ts'

/** How each kind of resource is written. */
export const writers = {
  Users: {
    type: userType,
    create: createUser,
    replace: replaceUser,
    patch: patchUser,
    remove: deleteUser,
  },
  Groups: {
    type: groupType,
    create: createGroup,
    replace: replaceGroup,
    patch: patchGroup,
    remove: deleteGroup,
  },
} as const

type Writers = (typeof writers)[keyof typeof writers]

/** The users and groups of an endpoint. */
export const resourceRoutes: readonly ScimRoute[] = [
  ...routesOf(writers.Users),
  ...routesOf(writers.Groups),
  {
    method: 'POST',
    path: '/.search',
    operation: 'scimSearch',
    handle: (request) => answerSearch(request, resourceTypes, readSearchBody(request)),
  },
]

function routesOf(all: Writers): ScimRoute[] {
  return [...readsOf(all), ...writesOf(all)]
}

function readsOf({ type }: Writers): ScimRoute[] {
  const { kind, endpoint: path } = type
  return [
    {
      method: 'GET',
      path,
      operation: `scimList${kind}s`,
      handle: (request) => answerSearch(request, [type], readSearchQuery(request.query)),
    },
    {
      method: 'POST',
      path: `${path}/.search`,
      operation: `scimSearch${kind}s`,
      handle: (request) => answerSearch(request, [type], readSearchBody(request)),
    },
    {
      method: 'GET',
      path: `${path}/:id`,
      operation: `scimRead${kind}`,
      handle: (request) => readOne(request, type),
    },
  ]
}

function writesOf({ type, create, replace, patch, remove }: Writers): ScimRoute[] {
  const { kind, endpoint: path } = type
  const one = `${path}/:id`
  return [
    {
      method: 'POST',
      path,
      operation: `scimCreate${kind}`,
      handle: async (request) => {
        projectionsOf(request)
        return answer(request, await create(writeOf(request), request.body), { status: 201 })
      },
    },
    {
      method: 'PUT',
      path: one,
      operation: `scimReplace${kind}`,
      handle: async (request) => {
        projectionsOf(request)
        return answer(request, await replace(writeOf(request), request.id, request.body))
      },
    },
    {
      method: 'PATCH',
      path: one,
      operation: `scimPatch${kind}`,
      handle: async (request) => {
        projectionsOf(request)
        request.charge(patchCost(request.body))
        const resource = await patch(writeOf(request), request.id, request.body)
        const { answersPatchWithNothing } = clientProfiles[request.caller.profile]
        const isShort = answersPatchWithNothing && !request.query.has('attributes')
        const shown = isShort ? undefined : await answerIfFew(request, resource)
        // It has been changed, whether or not it can be shown.
        return shown ?? { status: 204, body: null, headers: { etag: etagOf(resource) } }
      },
    },
    {
      method: 'DELETE',
      path: one,
      operation: `scimDelete${kind}`,
      handle: async (request) => {
        await remove(writeOf(request), request.id)
        return { status: 204, body: null }
      },
    },
  ]
}

/** What a change needs of its request. */
export function writeOf({
  services,
  caller,
  endpoint,
  requestId,
  name,
  headers,
}: ScimRequest): ScimWrite {
  const client = clientProfiles[caller.profile]
  const ifMatch = headers['if-match']
  const reading = { client, notes: [] }
  return { services, caller, endpoint, requestId, name, ifMatch, reading, work: new PatchWork() }
}

function projectionsOf({ query }: ScimRequest): Projections {
  return readProjections({
    attributes: readNames(query.get('attributes') ?? undefined),
    excluded: readNames(query.get('excludedAttributes') ?? undefined),
  })
}

async function answer(
  request: ScimRequest,
  resource: StoredResource,
  { status = 200 } = {},
): Promise<ScimAnswer> {
  const shown = await answerIfFew(request, resource)
  if (shown === undefined) throw tooManyMemberships()
  return { ...shown, status }
}

/** Undefined where the memberships of the resource are more than one answer may have. */
async function answerIfFew(
  request: ScimRequest,
  resource: StoredResource,
): Promise<ScimAnswer | undefined> {
  const { endpoint, services } = request
  const { read } = services.database
  const [shown] = (await presentIfFew(read, endpoint, [resource], projectionsOf(request))) ?? []
  if (shown === undefined) return undefined
  const headers = { etag: shown.etag, location: locationOf(endpoint, resource) }
  return { status: 200, body: shown.body, headers }
}

async function readOne(request: ScimRequest, type: ResourceType): Promise<ScimAnswer> {
  const { services, endpoint, id, headers } = request
  const where = { integrationId: endpoint.integrationId, kind: type.kind }
  const found = await findResource(services.database.read, where, id)
  if (found === undefined) throw noResource(type, id)
  const answered = await answer(request, found)
  const etag = answered.headers?.['etag'] ?? ''
  const sent = headers['if-none-match']?.split(',').map(withoutWeakness) ?? []
  const isKnown = sent.includes('*') || sent.includes(withoutWeakness(etag))
  return isKnown ? { status: 304, body: null, headers: { etag } } : answered
}

function withoutWeakness(tag: string): string {
  return tag.trim().replace(/^W\//, '')
}

/** Parameters that RFC 7644 does not name are passed over. */
function readSearchQuery(query: URLSearchParams): SearchRequest {
  const text = (name: string) => query.get(name) ?? undefined
  return {
    filter: text('filter'),
    sortBy: text('sortBy'),
    sortOrder: text('sortOrder'),
    cursor: text('cursor'),
    attributes: readNames(text('attributes')),
    excludedAttributes: readNames(text('excludedAttributes')),
    startIndex: readInteger('startIndex', text('startIndex')),
    count: readInteger('count', text('count')),
  }
}

function readInteger(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  const message = `${name} must be a whole number.`
  if (!/^[+-]?\d+$/.test(text))
    throw name === 'count' ? new ScimProblem(400, 'invalidCount', message) : invalidValue(message)
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER)
}

/** RFC 7644, section 3.4.3. */
function readSearchBody({ body }: ScimRequest): SearchRequest {
  if (!isRecord(body)) throw invalidSyntax('The body must be a JSON object.')
  requireSchemas(urns.search, body)
  const text = (name: string) => {
    const value = body[name]
    if (value === undefined || value === null) return undefined
    if (typeof value !== 'string') throw invalidValue(`${name} must be a string.`)
    return value
  }
  const number = (name: string) => {
    const value = body[name]
    if (value === undefined || value === null) return undefined
    if (typeof value !== 'number') throw invalidValue(`${name} must be a whole number.`)
    return readInteger(name, String(value))
  }
  return {
    filter: text('filter'),
    sortBy: text('sortBy'),
    sortOrder: text('sortOrder'),
    cursor: text('cursor'),
    attributes: readList('attributes', body['attributes']),
    excludedAttributes: readList('excludedAttributes', body['excludedAttributes']),
    startIndex: number('startIndex'),
    count: number('count'),
  }
}

function readList(name: string, value: unknown): string[] {
  if (value === undefined || value === null) return []
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return list.flatMap((each) => {
    if (typeof each !== 'string') throw invalidValue(`${name} must be a list of strings.`)
    return readNames(each)
  })
}

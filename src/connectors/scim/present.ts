import { hash } from 'node:crypto'
import type { JsonObject, JsonValue } from '../../contract/json.ts'
import type { Reader } from '../../database/database.ts'
import { isUrn } from './attribute-path.ts'
import { project, shows, type Projection, type Projections } from './projection.ts'
import { groupType, userType, type ResourceType } from './schema.ts'
import { ScimProblem } from './scim-problem.ts'
import { selectMemberships, type Membership, type StoredResource } from './store.ts'

/** The address of the SCIM endpoint of an integration, and its uuid. */
export type Endpoint = { base: string; integrationId: string }

function typeOf({ kind }: Pick<StoredResource, 'kind'>): ResourceType {
  return kind === 'User' ? userType : groupType
}

/**
 * `W/"<version>.<memberships>"`: the version of what the client wrote and, where memberships are shown, what they are, because they also
 * change from the other side. If-Match means the version.
 */
export function etagOf(
  { version }: Pick<StoredResource, 'version'>,
  memberships: readonly JsonValue[] = [],
): string {
  if (memberships.length === 0) return `W/"${version}"`
  return `W/"${version}.${hash('md5', JSON.stringify(memberships)).slice(0, 16)}"`
}

export function locationOf({ base }: Endpoint, { id, kind }: Pick<StoredResource, 'id' | 'kind'>) {
  return `${base}${typeOf({ kind }).endpoint}/${id}`
}

/** So many memberships are in one answer at most. */
const mostMemberships = 100_000

/** A resource as it is answered, and its ETag. */
export type PresentedResource = { body: JsonObject; etag: string }

/**
 * Resources as they are answered, with their memberships, which are read for all of them at once; undefined where these are more
 * than one answer may have.
 */
export async function presentIfFew(
  db: Reader,
  endpoint: Endpoint,
  resources: readonly StoredResource[],
  projections: Projections,
): Promise<PresentedResource[] | undefined> {
  const memberships = await findMemberships(db, endpoint, { resources, projections })
  return (
    memberships &&
    resources.map((resource) =>
      presentResource(endpoint, resource, { memberships, projection: projections[resource.kind] }),
    )
  )
}

/** {@link presentIfFew}. @throws ScimProblem 400 tooMany */
export async function presentResources(
  ...asked: Parameters<typeof presentIfFew>
): Promise<PresentedResource[]> {
  const shown = await presentIfFew(...asked)
  if (shown === undefined) throw tooManyMemberships()
  return shown
}

export function tooManyMemberships(): ScimProblem {
  return new ScimProblem(
    400,
    'tooMany',
    `The answer would have more than ${mostMemberships} memberships. Ask with a smaller count, or with excludedAttributes=members,groups.`,
  )
}

type Shown = { resources: readonly StoredResource[]; projections: Projections }

async function findMemberships(
  db: Reader,
  { integrationId }: Endpoint,
  { resources, projections }: Shown,
): Promise<ReadonlyMap<string, readonly Membership[]> | undefined> {
  const found = new Map<string, Membership[]>()
  for (const side of ['groups', 'users'] as const) {
    const kind = side === 'groups' ? 'Group' : 'User'
    const name = membershipName(kind)
    if (!shows(projections[kind], name)) continue
    const ids = resources.filter((each) => each.kind === kind).map(({ id }) => id)
    const limit = mostMemberships + 1
    const rows = await selectMemberships(db, integrationId, { of: side, ids, limit })
    if (rows.length === limit) return undefined
    for (const row of rows) {
      const id = side === 'groups' ? row.group_id : row.user_id
      const list = found.get(id)
      if (list === undefined) found.set(id, [row])
      else list.push(row)
    }
  }
  return found
}

function membershipName(kind: StoredResource['kind']): 'members' | 'groups' {
  return kind === 'Group' ? 'members' : 'groups'
}

function presentResource(
  endpoint: Endpoint,
  resource: StoredResource,
  {
    memberships,
    projection,
  }: { memberships: ReadonlyMap<string, readonly Membership[]>; projection: Projection },
): PresentedResource {
  const { id, kind, document, created_at, updated_at } = resource
  const { core } = typeOf(resource)
  const list = (memberships.get(id) ?? []).map((each) => presentMembership(endpoint, kind, each))
  const etag = etagOf(resource, list)
  const whole = {
    schemas: [core.id, ...Object.keys(document).filter(isUrn)],
    id,
    ...document,
    ...(list.length > 0 && { [membershipName(kind)]: list }),
    meta: {
      resourceType: kind,
      created: created_at.toISOString(),
      lastModified: updated_at.toISOString(),
      location: locationOf(endpoint, resource),
      version: etag,
    },
  }
  return { body: project(whole, projection), etag }
}

function presentMembership(
  endpoint: Endpoint,
  kind: StoredResource['kind'],
  { group_id, user_id, group, user }: Membership,
): JsonValue {
  if (kind === 'User')
    return {
      value: group_id,
      $ref: locationOf(endpoint, { id: group_id, kind: 'Group' }),
      display: group,
      type: 'direct',
    }
  return {
    value: user_id,
    $ref: locationOf(endpoint, { id: user_id, kind: 'User' }),
    display: user,
    type: 'User',
  }
}

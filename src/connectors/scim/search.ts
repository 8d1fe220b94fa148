import { sql, type RawBuilder } from 'kysely'
import type { JsonObject } from '../../contract/json.ts'
import type { Reader } from '../../database/database.ts'
import { readCursor, signCursor } from '../../http/cursor.ts'
import type { Services } from '../../http/services.ts'
import { clip } from '../../contract/text.ts'
import { attributeNamed, resolvePath } from './attribute-path.ts'
import { bounds } from './describe-schemas.ts'
import { documentAt, filterCondition } from './filter-sql.ts'
import { parseFilter } from './filter.ts'
import { presentResources, type Endpoint } from './present.ts'
import { readProjection } from './projection.ts'
import { urns, type ResourceType } from './schema.ts'
import { invalidFilter, invalidValue, ScimProblem } from './scim-problem.ts'
import { countResources, selectResources } from './store.ts'

/** What a client searches for (RFC 7644, section 3.4.2; RFC 9865). Lists of names are split already. */
export type SearchRequest = {
  filter?: string | undefined
  attributes?: readonly string[] | undefined
  excludedAttributes?: readonly string[] | undefined
  sortBy?: string | undefined
  sortOrder?: string | undefined
  startIndex?: number | undefined
  count?: number | undefined
  cursor?: string | undefined
}

/** A page of the users or groups of an endpoint. @throws ScimProblem 400 */
export async function searchResources(
  { db, services, endpoint }: { db: Reader; services: Services; endpoint: Endpoint },
  type: ResourceType,
  request: SearchRequest,
): Promise<JsonObject> {
  const { kind } = type
  const projection = readProjection(type, {
    attributes: request.attributes,
    excluded: request.excludedAttributes,
  })
  const condition =
    request.filter === undefined ? null : filterCondition(type, parseFilter(request.filter))
  const selected = { integrationId: endpoint.integrationId, kind, condition }
  const totalResults = await countResources(db, selected)
  const paging = pagingOf(services, { type, request, endpoint })
  const rows =
    paging.limit === 0
      ? []
      : await selectResources(db, { ...selected, ...paging, limit: paging.limit + 1 })
  const page = rows.slice(0, paging.limit)
  const last = page.at(-1)
  const next =
    paging.usesCursor && rows.length > page.length && last !== undefined
      ? { nextCursor: paging.sign([last.sort_key, last.id]) }
      : {}
  return {
    schemas: [urns.list],
    totalResults,
    itemsPerPage: page.length,
    ...(paging.usesCursor ? next : { startIndex: paging.offset + 1 }),
    Resources: (await presentResources(db, endpoint, page, projection)).map(({ body }) => body),
  }
}

/** Several kinds at once, one after the other: by index only. */
export async function searchAll(
  context: { db: Reader; services: Services; endpoint: Endpoint },
  types: readonly ResourceType[],
  request: SearchRequest,
): Promise<JsonObject> {
  if (request.cursor !== undefined || request.sortBy !== undefined)
    throw invalidValue('A search of all kinds takes no cursor and no sortBy.')
  const limit = limitOf(request.count)
  let skipped = Math.max(request.startIndex ?? 1, 1) - 1
  let totalResults = 0
  const resources: unknown[] = []
  for (const type of types) {
    const wanted = { ...request, startIndex: skipped + 1, count: limit - resources.length }
    const found = await searchKind(context, type, wanted)
    totalResults += found.total
    resources.push(...found.resources)
    skipped = Math.max(skipped - found.total, 0)
  }
  const list = {
    schemas: [urns.list],
    totalResults,
    itemsPerPage: resources.length,
    startIndex: Math.max(request.startIndex ?? 1, 1),
    Resources: resources,
  }
  return JSON.parse(JSON.stringify(list))
}

/** A filter on what the kind does not have matches none of it. */
async function searchKind(
  context: { db: Reader; services: Services; endpoint: Endpoint },
  type: ResourceType,
  request: SearchRequest,
): Promise<{ total: number; resources: readonly unknown[] }> {
  try {
    const { totalResults, Resources } = await searchResources(context, type, request)
    return {
      total: Number(totalResults),
      resources: Array.isArray(Resources) ? Resources : [],
    }
  } catch (error) {
    const isOther = error instanceof ScimProblem && /has no attribute/.test(error.message)
    if (isOther) return { total: 0, resources: [] }
    throw error
  }
}

type Paging = {
  usesCursor: boolean
  limit: number
  offset: number
  order: RawBuilder<unknown>
  sortKey: RawBuilder<unknown>
  after: RawBuilder<boolean> | undefined
  sign: (position: readonly [string, string]) => string
}

function pagingOf(
  { cursorKey }: Services,
  { type, request, endpoint }: { type: ResourceType; request: SearchRequest; endpoint: Endpoint },
): Paging {
  const { cursor, startIndex = 1 } = request
  const sortKey = sortKeyOf(type, request.sortBy)
  const isDescending = isDescendingOrder(request.sortOrder)
  const isById = request.sortBy === undefined
  const order = orderOf({ sortKey, isById, isDescending })
  const { filter = '', sortBy = '', sortOrder = '' } = request
  const purpose = JSON.stringify([
    'scim',
    endpoint.integrationId,
    type.kind,
    filter,
    sortBy,
    sortOrder,
  ])
  const common = {
    limit: limitOf(request.count),
    order,
    sortKey,
    sign: (position: readonly [string, string]) => signCursor(cursorKey, purpose, position),
  }
  if (cursor === undefined)
    return { ...common, usesCursor: false, offset: Math.max(startIndex, 1) - 1, after: undefined }
  if (cursor === '') return { ...common, usesCursor: true, offset: 0, after: undefined }
  const [value, id] = positionOf(cursorKey, purpose, cursor)
  const operator = isDescending ? sql`<` : sql`>`
  const after = isById
    ? sql<boolean>`r.id ${operator} ${id}`
    : sql<boolean>`(${sortKey}, r.id) ${operator} (${value} collate "C", ${id})`
  return { ...common, usesCursor: true, offset: 0, after }
}

type Order = { sortKey: RawBuilder<unknown>; isById: boolean; isDescending: boolean }

function orderOf({ sortKey, isById, isDescending }: Order): RawBuilder<unknown> {
  const direction = isDescending ? sql`desc` : sql`asc`
  return isById ? sql`r.id ${direction}` : sql`${sortKey} ${direction}, r.id ${direction}`
}

function positionOf(key: Buffer, purpose: string, cursor: string): [string, string] {
  try {
    return readCursor(key, purpose, cursor)
  } catch {
    throw new ScimProblem(
      400,
      'invalidCursor',
      'This cursor does not belong to this search. Begin again with an empty cursor.',
    )
  }
}

function limitOf(count: number | undefined): number {
  return Math.min(Math.max(count ?? bounds.pageSize, 0), bounds.largestPage)
}

function isDescendingOrder(sortOrder: string | undefined): boolean {
  const order = sortOrder?.toLowerCase() ?? 'ascending'
  if (order !== 'ascending' && order !== 'descending')
    throw invalidValue('sortOrder must be ascending or descending.')
  return order === 'descending'
}

/** The text by which rows are sorted: of several values the preferred one, else the first. */
function sortKeyOf(type: ResourceType, sortBy: string | undefined): RawBuilder<unknown> {
  if (sortBy === undefined) return sql`''::text`
  const path = resolvePath(type, sortBy)
  if (path === undefined)
    throw invalidFilter(`sortBy names no attribute: ${JSON.stringify(clip(sortBy))}.`)
  const [first] = path.keys
  const { attribute, around } = path
  if (first === 'id') return sql`r.id collate "C"`
  if (first === 'externalId') return sql`coalesce(r.external_id, '') collate "C"`
  if (first === 'meta' && attribute.name === 'created') return instantKey(sql`r.created_at`)
  if (first === 'meta' && attribute.name === 'lastModified') return instantKey(sql`r.updated_at`)
  const isUnsorted = ['meta', 'members', 'groups', 'schemas'].includes(first)
  const list = around?.isMany === true ? around : attribute.isMany ? attribute : null
  const part = around?.isMany === true ? attribute.name : 'value'
  const isWhole = attribute.type === 'complex' && !attribute.isMany
  if (isUnsorted || isWhole || (list !== null && !attributeNamed(list.subAttributes, part)))
    throw invalidFilter(`${sortBy} can't be sorted by.`)
  const text =
    list === null
      ? sql`${documentAt(path.keys)} #>> '{}'`
      : sql`(select v.value ->> ${part} from jsonb_array_elements(
          case jsonb_typeof(${documentAt([first])}) when 'array' then ${documentAt([first])} else '[]' end) with ordinality as v (value, n)
        order by (v.value ->> 'primary') is not distinct from 'true' desc, v.n limit 1)`
  return sql`coalesce(lower(${text}), '') collate "C"`
}

/** Of the same length, so that its order as a text is its order in time. */
function instantKey(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') collate "C"`
}

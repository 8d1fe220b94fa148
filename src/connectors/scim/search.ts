import { sql, type RawBuilder } from 'kysely'
import type { Filter } from 'scim2-parse-filter'
import type { JsonObject } from '../../contract/json.ts'
import type { Reader } from '../../database/database.ts'
import { readCursor, signCursor } from '../../http/lists/cursor.ts'
import type { Services } from '../../http/route/services.ts'
import { clip } from '../../contract/text.ts'
import { attributeNamed, resolvePath, type AttributePath } from './attribute-path.ts'
import type { ClientProfile } from './client-profiles.ts'
import { bounds } from './describe-schemas.ts'
import { documentAt, filterCondition, folded, nameKey, nameOf } from './filter-sql.ts'
import { presentResources, type Endpoint } from './present.ts'
import { readProjections } from './projection.ts'
import { urns } from './attributes.ts'
import { type ResourceType } from './schema.ts'
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

/** `filter` is that of the search, parsed. */
type SearchContext = {
  db: Reader
  services: Services
  endpoint: Endpoint
  client: ClientProfile
  filter: Filter | undefined
}

/** A page of the resources of these kinds. @throws ScimProblem 400 */
export async function searchResources(
  { db, services, endpoint, client, filter }: SearchContext,
  types: readonly ResourceType[],
  request: SearchRequest,
): Promise<JsonObject> {
  const projections = readProjections({
    attributes: request.attributes,
    excluded: request.excludedAttributes,
  })
  const { integrationId } = endpoint
  const condition = conditionOf(types, filter, client)
  const paging = pagingOf(services, { types, request, endpoint })
  const limit = paging.limit + 1
  const mostBytes = bounds.documentsBytes
  const rows =
    paging.limit === 0
      ? []
      : await selectResources(db, { integrationId, condition, ...paging, limit, mostBytes })
  if (rows === undefined)
    throw new ScimProblem(
      400,
      'tooMany',
      `The answer would have more than ${mostBytes} bytes. Ask with a smaller count.`,
    )
  const page = rows.slice(0, paging.limit)
  const isFirst = paging.limit > 0 && paging.offset === 0 && paging.after === undefined
  const isWhole = isFirst && rows.length === page.length
  const totalResults = isWhole
    ? rows.length
    : await countResources(db, { integrationId, condition })
  const last = page.at(-1)
  const next =
    paging.usesCursor && rows.length > page.length && last !== undefined
      ? { nextCursor: paging.sign(last) }
      : {}
  return {
    schemas: [urns.list],
    totalResults,
    itemsPerPage: page.length,
    ...(paging.usesCursor ? next : { startIndex: paging.offset + 1 }),
    Resources: (await presentResources(db, endpoint, page, projections)).map(({ body }) => body),
  }
}

function conditionOf(
  types: readonly ResourceType[],
  filter: Filter | undefined,
  client: ClientProfile,
): RawBuilder<boolean> {
  const conditions = types.map((type) => {
    const others = types.filter((each) => each !== type)
    const isFound = filter && filterCondition({ type, others, client }, filter)
    return sql<boolean>`(r.kind = ${type.kind} and ${isFound ?? sql`true`})`
  })
  return sql`(${sql.join(conditions, sql` or `)})`
}

type Paging = {
  usesCursor: boolean
  limit: number
  offset: number
  order: RawBuilder<unknown>
  direction: RawBuilder<unknown>
  sortKey: RawBuilder<unknown>
  after: RawBuilder<boolean> | undefined
  sign: (last: { sort_key: string; id: string }) => string
}

function pagingOf(
  { cursorKey }: Services,
  {
    types,
    request,
    endpoint,
  }: { types: readonly ResourceType[]; request: SearchRequest; endpoint: Endpoint },
): Paging {
  const { cursor, startIndex, filter = '', sortBy = '', sortOrder = '' } = request
  const sortKey = sortKeyOf(types, request.sortBy)
  const isDescending = isDescendingOrder(request.sortOrder)
  const isById = request.sortBy === undefined
  const direction = isDescending ? sql`desc` : sql`asc`
  const order = isById ? sql`r.id ${direction}` : sql`${sortKey} ${direction}, r.id ${direction}`
  const kinds = types.map(({ kind }) => kind).join()
  const { integrationId } = endpoint
  const purpose = JSON.stringify(['scim', integrationId, kinds, filter, sortBy, sortOrder])
  const pageOf = (limit: number) => ({
    limit,
    order,
    direction,
    sortKey,
    sign: ({ sort_key: value, id }: { sort_key: string; id: string }) =>
      signCursor(cursorKey, purpose, [value, `${limit} ${id}`]),
  })
  const limit = limitOf(request.count)
  if (cursor === undefined)
    return {
      ...pageOf(limit),
      usesCursor: false,
      offset: Math.max(startIndex ?? 1, 1) - 1,
      after: undefined,
    }
  if (startIndex !== undefined) throw invalidCursor('Send a cursor or a startIndex, not both.')
  if (cursor === '') return { ...pageOf(limit), usesCursor: true, offset: 0, after: undefined }
  const position = positionOf(cursorKey, purpose, cursor)
  if (request.count !== undefined && limit !== position.limit)
    throw new ScimProblem(
      400,
      'invalidCount',
      `This cursor belongs to a search with a count of ${position.limit}. Send the same, or none.`,
    )
  const operator = isDescending ? sql`<` : sql`>`
  const { value, id } = position
  const after = isById
    ? sql<boolean>`r.id ${operator} ${id}`
    : sql<boolean>`(${sortKey}, r.id) ${operator} (${value} collate "C", ${id})`
  return { ...pageOf(position.limit), usesCursor: true, offset: 0, after }
}

/** Where a page ended, and how many its search wants for a page. */
function positionOf(key: Buffer, purpose: string, cursor: string) {
  try {
    const [value, rest] = readCursor(key, purpose, cursor)
    const [limit = '', id = ''] = rest.split(' ')
    return { value, id, limit: Number(limit) }
  } catch {
    throw invalidCursor(
      'This cursor does not belong to this search. Begin again with an empty cursor.',
    )
  }
}

function invalidCursor(message: string): ScimProblem {
  return new ScimProblem(400, 'invalidCursor', message)
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

/** The text by which rows are sorted. Rows without a value come last, and first in descending order. */
function sortKeyOf(
  types: readonly ResourceType[],
  sortBy: string | undefined,
): RawBuilder<unknown> {
  if (sortBy === undefined) return sql`''::text`
  const keys = types.flatMap((type) => {
    const path = resolvePath(type, sortBy)
    return path === undefined ? [] : [{ type, text: sortedText(type, path, sortBy) }]
  })
  if (keys.length === 0)
    throw invalidFilter(`sortBy names no attribute: ${JSON.stringify(clip(sortBy))}.`)
  const cases = keys.map(({ type, text }) => sql`when ${type.kind} then ${text}`)
  const text = sql`case r.kind ${sql.join(cases, sql` `)} end`
  return sql`coalesce('0' || nullif(${text}, ''), '1') collate "C"`
}

/** Of several values the preferred one, else the first. */
function sortedText(
  type: ResourceType,
  { keys, attribute, around }: AttributePath,
  sortBy: string,
): RawBuilder<unknown> {
  const [first] = keys
  if (first === 'id') return sql`r.id`
  if (first === 'externalId') return sql`r.external_id`
  if (first === 'meta' && attribute.name === 'created') return instantText(sql`r.created_at`)
  if (first === 'meta' && attribute.name === 'lastModified') return instantText(sql`r.updated_at`)
  if (first === nameOf(type)) return nameKey
  const isUnsorted = ['meta', 'members', 'groups', 'schemas'].includes(first)
  const list = around?.isMany === true ? around : attribute.isMany ? attribute : null
  const part = around?.isMany === true ? attribute.name : 'value'
  const isWhole = attribute.type === 'complex' && !attribute.isMany
  const sorted =
    list === null
      ? attribute
      : list === attribute
        ? attributeNamed(list.subAttributes, part)
        : attribute
  if (isUnsorted || isWhole || sorted === undefined)
    throw invalidFilter(`${sortBy} can't be sorted by.`)
  const text =
    list === null
      ? sql`${documentAt(keys)} #>> '{}'`
      : sql`(select v.value ->> ${part} from jsonb_array_elements(
          case jsonb_typeof(${documentAt([first])}) when 'array' then ${documentAt([first])} else '[]' end) with ordinality as v (value, n)
        order by (v.value ->> 'primary') is not distinct from 'true' desc, v.n limit 1)`
  return sorted.isCaseExact ? text : folded(text)
}

/** Of the same length, so that its order as a text is its order in time. */
function instantText(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`
}

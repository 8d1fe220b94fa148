import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { Type } from 'typebox'
import { decodeId, idPrefixes, type IdKind } from '../../contract/ids.ts'
import { clip } from '../../contract/text.ts'
import { plannedForValues } from '../../database/statement-marks.ts'
import { badRequest, type Problem } from '../refusals/problem.ts'
import { readInstant } from '../shapes/schema.ts'

const maximumValues = 100

/** `filter[x]=a,b`: any of a vocabulary. Declared here, read by {@link anyOf}. */
export function anyOfFilter(values: readonly string[]) {
  const one = `(${values.join('|')})`
  return Type.String({
    pattern: `^${one}(,${one})*$`,
    maxLength: 1000,
    description: `Any of ${values.join(', ')}, separated by commas`,
  })
}

/** `filter[x]=id,id`: any of up to 100 values. */
export const idsFilter = Type.String({
  maxLength: 3400,
  description: 'Up to 100 ids, separated by commas',
})
export const searchFilter = Type.String({
  minLength: 3,
  maxLength: 200,
  description: 'At least 3 characters, blind to case and accents',
})

/** `filter[x]=true` or `false`. Read by {@link flagged}. */
export function flagFilter(description?: string) {
  return Type.Enum(['true', 'false'], description === undefined ? {} : { description })
}

/** The values of a comma-separated parameter, or undefined when it was not given; 400 for more than 100. */
export function anyOf(value: unknown): string[] | undefined {
  if (typeof value !== 'string') return undefined
  const values = value.split(',')
  if (values.length > maximumValues)
    throw badRequest(`A filter takes at most ${maximumValues} values, not ${values.length}.`)
  return values
}

/** A filter on an instant; 400 naming it when it is none. */
export function instantFilter(query: Record<string, unknown>, name: string): Date | undefined {
  const value = query[`filter[${name}]`]
  if (typeof value !== 'string') return undefined
  const at = readInstant(value)
  if (at === undefined)
    throw badRequest(`The query parameter filter[${name}] must be an ISO 8601 instant.`)
  return at
}

/** `filter[x]=a,b`: any of up to 100 texts, which `what` describes in the docs. Read by {@link anyText}. */
export function textsFilter(what: string) {
  return Type.String({
    minLength: 1,
    maxLength: 4000,
    description: `Any of these ${what}, separated by commas. To find a text that has a comma, send it alone`,
  })
}

/** The texts of a comma-separated parameter, without the blanks around each, and the whole value, because a name may contain a comma. */
export function anyText(value: unknown): string[] | undefined {
  const texts = anyOf(value)
  return texts && [...new Set([String(value), ...texts.map((text) => text.trim())])]
}

/** The uuids of `filter[name]=id,id`, or undefined when it was not given; 400 for an id of another kind. */
export function idFilter(
  query: Record<string, unknown>,
  name: string,
  kind: IdKind,
): string[] | undefined {
  return anyOf(query[`filter[${name}]`])?.map((id) => {
    const uuid = decodeId(kind, id.trim())
    if (uuid === undefined)
      throw malformedFilter(name, id, `ids that begin with ${idPrefixes[kind]}_`)
    return uuid
  })
}

/** 400 for an id in `filter[name]` that is none of those wanted. */
export function malformedFilter(name: string, id: string, wanted: string): Problem {
  return badRequest(
    `The query parameter filter[${name}] takes ${wanted}, not ${JSON.stringify(clip(id))}.`,
  )
}

/** `=` for one value, so that an index that leads with the column also provides the order; `= any` for several. */
export function isAnyOf(
  column: RawBuilder<unknown>,
  values: readonly string[],
  type: 'uuid' | 'text' = 'text',
): RawBuilder<boolean> {
  const cast = sql.raw(type)
  return values.length === 1
    ? sql<boolean>`${column} = ${values[0]}::${cast}`
    : sql<boolean>`${column} = any (${values}::${cast}[])`
}

/** Greater than every text that begins with the one before it, byte by byte. */
export const lastCharacter = sql`chr(1114111)`

/** Tests whether an expression, indexed by its bytes, begins with the text: a range of its index. */
export function beginsWith(indexed: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const key = sql`search_key(${text}::text)`
  return sql<boolean>`(${indexed}) collate "C" >= ${key} and (${indexed}) collate "C" < ${key} || ${lastCharacter}`
}

const trigram = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]/u

/**
 * Whether an index of trigrams can find what contains the text. PostgreSQL takes them from letters and digits, and pads a
 * word where it begins or ends within the text. Without one, every row would be read.
 */
export function hasTrigram(text: string): boolean {
  return trigram.test(text.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, ''))
}

/** Tests whether the indexed expression contains the searched text. */
export function containsText(indexed: RawBuilder<unknown>, searched: string): RawBuilder<boolean> {
  return sql<boolean>`${indexed} like ${patternOf(searched)} ${sql.raw(plannedForValues)}`
}

/** The pattern of texts that contain the searched one. */
export function patternOf(searched: string): RawBuilder<string> {
  const escaped = searched.replace(/[\\%_]/g, (character) => `\\${character}`)
  return sql`'%' || search_key(${escaped}) || '%'`
}

// A list's query may select from any tables under any names.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnySelect<Row> = SelectQueryBuilder<any, any, Row>

/** What a request asks of rows; undefined is nothing. */
export type Conditions = readonly (RawBuilder<boolean> | undefined)[]

/** The rows that meet all conditions. */
export function whereAll<Row>(rows: AnySelect<Row>, conditions: Conditions): AnySelect<Row> {
  return conditions
    .filter((condition) => condition !== undefined)
    .reduce((found, condition) => found.where(condition), rows)
}

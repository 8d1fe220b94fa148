import { stringify } from 'csv-stringify/sync'
import { Type, type TSchema } from 'typebox'
import { csvOptions } from '../../contract/csv-options.ts'
import { acceptedOf } from '../bodies/media-types.ts'
import { Problem } from '../refusals/problem.ts'
import type { Route } from '../route/route.ts'

/** What a whole list can be written as, besides JSON page by page. */
export const exportTypes = ['application/x-ndjson', 'text/csv'] as const
export type ExportType = (typeof exportTypes)[number]
type ListType = 'application/json' | ExportType

/** What the rows of a route can be sent as, the first by default; `row`: their schema, where that is not JSON alone. */
export type ListFormats = { types: readonly ListType[]; row: TSchema | undefined }

/** The formats of a route with rows: without pages, or without a caller, they are JSON alone. */
export function formatsOf(route: Route): ListFormats | undefined {
  const { access, response } = route
  if (route.method !== 'GET' || !Type.IsObject(response)) return undefined
  const { data, meta } = response.properties
  if (data === undefined || !Type.IsArray(data)) return undefined
  if (access === 'public' || meta === undefined)
    return { types: ['application/json'], row: undefined }
  const isOnlyExport = route.exportedAs !== undefined
  return {
    types: isOnlyExport ? exportTypes : ['application/json', ...exportTypes],
    row: data.items,
  }
}

/** Whether all rows of a route are always sent, and never as JSON. */
export function isOnlyExported(route: Route): boolean {
  return formatsOf(route)?.types === exportTypes
}

/** What a client wants rows as, by its Accept header; undefined where it takes none of the types that there are. */
export function acceptedType(
  accept: string | undefined,
  { types }: ListFormats,
): ListType | undefined {
  if (accept === undefined || accept === '' || accept === '*/*') return types[0]
  return acceptedOf(accept, types)[0]
}

export function notAcceptable({ types }: ListFormats): Problem {
  const [only, ...others] = types
  return new Problem(
    406,
    others.length === 0
      ? `It can be sent as ${only}: Accept does not name that.`
      : `A list can be sent as ${types.join(', ')}: Accept names none of them.`,
  )
}

/** A column of the CSV: its name, such as `timestamp.created_at`, and its value in a row. */
type Column = { name: string; read: (row: unknown) => unknown }

/** The text of some rows, each of which ends with a line end. */
export type WriteRows = (rows: readonly unknown[]) => string

/** How rows are written. `first` are the rows that decide whether the CSV has a column for what only some requests add. */
export function rowWriter(
  type: ExportType,
  schema: TSchema,
  first: readonly unknown[],
): { head: string; write: WriteRows } {
  if (type === 'application/x-ndjson')
    return { head: '', write: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join('') }
  const columns = columnsOf(schema, first)
  return {
    head: stringify([columns.map(({ name }) => name)], csvOptions),
    write: (rows) =>
      stringify(
        rows.map((row) => columns.map(({ read }) => read(row))),
        csvOptions,
      ),
  }
}

/** The fields of a row, those of objects under their path. Links are left out. */
function columnsOf(row: TSchema, first: readonly unknown[]): Column[] {
  return Object.entries(fieldsOf(row)).flatMap(([name, schema]) =>
    name === 'links' ? [] : columnsAt(name, schema, first, (each) => field(each, name)),
  )
}

function columnsAt(
  name: string,
  schema: TSchema,
  first: readonly unknown[],
  read: (row: unknown) => unknown,
): Column[] {
  if (Type.IsOptional(schema) && first.every((row) => read(row) === undefined)) return []
  const fields = Object.entries(fieldsOf(schema))
  if (fields.length === 0) return [{ name, read }]
  return fields.flatMap(([key, inner]) =>
    columnsAt(`${name}.${key}`, inner, first, (row) => field(read(row), key)),
  )
}

/** The known keys of an object or null. Others, like `org`, are one cell. A copy with another description has lost its kind. */
function fieldsOf(schema: TSchema): Record<string, TSchema> {
  if (hasProperties(schema)) return schema.properties
  if (!hasAlternatives(schema)) return {}
  const [only, ...others] = schema.anyOf.filter((each) => !Type.IsNull(each))
  return only === undefined || others.length > 0 ? {} : fieldsOf(only)
}

function hasProperties(
  schema: TSchema,
): schema is TSchema & { properties: Record<string, TSchema> } {
  return 'properties' in schema
}

function hasAlternatives(schema: TSchema): schema is TSchema & { anyOf: TSchema[] } {
  return 'anyOf' in schema
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

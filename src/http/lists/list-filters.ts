import { sql, type RawBuilder } from 'kysely'
import type { TSchema } from 'typebox'
import type { IdKind } from '../../contract/ids.ts'
import {
  anyOf,
  anyOfFilter,
  anyText,
  containsText,
  flagFilter,
  idFilter,
  idsFilter,
  instantFilter,
  isAnyOf,
  searchFilter,
  textsFilter,
  type Conditions,
} from './filters.ts'
import { InstantInput } from '../shapes/schema.ts'

type Query = Record<string, unknown>
type Condition = RawBuilder<boolean> | undefined
type Column = RawBuilder<unknown>
type ColumnAt = Column | ((now: Date) => Column)

/** A filter of a list: what its parameter takes, and what it requires of a row; nothing where it is not given. */
export type ListFilter = {
  schema: TSchema
  requires: (query: Query, name: string, now: Date) => Condition
}

/** The filters of a list by their names. */
export type ListFilters = {
  /** For the query of the route. */
  schemas: Record<string, TSchema>
  /** What a request requires of a row. */
  conditions: (request: { query: unknown; now: Date }) => Conditions
}

/** Declares each filter of a list once, with the column that it reads. */
export function listFilters(filters: Readonly<Record<string, ListFilter>>): ListFilters {
  const entries = Object.entries(filters)
  return {
    schemas: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
    conditions({ query, now }) {
      // The route's query schema has checked it: an object of strings.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const asked = query as Query
      return entries.map(([name, { requires }]) => requires(asked, name, now))
    },
  }
}

/** The filters that lists have, each of a column. What depends on the instant of the request is a function of it. */
export const by = {
  /** `filter[x]=id,id`: any of these ids of a kind. */
  id: (kind: IdKind, column: Column): ListFilter => ({
    schema: idsFilter,
    requires(query, name) {
      const ids = idFilter(query, name, kind)
      return ids && isAnyOf(column, ids, 'uuid')
    },
  }),
  /** `filter[x]=a,b`: any of a vocabulary. */
  word: (words: readonly string[], column: ColumnAt): ListFilter => ({
    schema: anyOfFilter(words),
    requires(query, name, now) {
      const values = anyOf(query[`filter[${name}]`])
      return values && isAnyOf(columnAt(column, now), values)
    },
  }),
  /** `filter[x]=a,b`: an array column that has any of these values of a vocabulary. */
  words: (words: readonly string[], column: Column): ListFilter => ({
    schema: anyOfFilter(words),
    requires(query, name) {
      const values = anyOf(query[`filter[${name}]`])
      return values && sql<boolean>`${column} && ${values}::text[]`
    },
  }),
  /** `filter[x]=a,b`: any of these texts, to the letter; `what` they are is for the docs. */
  text: (what: string, column: Column): ListFilter => ({
    schema: textsFilter(what),
    requires(query, name) {
      const values = anyText(query[`filter[${name}]`])
      return values && isAnyOf(column, values)
    },
  }),
  /** `filter[name]`: whole names. */
  name: (column: Column): ListFilter => ({
    schema: textsFilter('whole names, regardless of their case and accents'),
    requires(query, name) {
      const names = anyText(query[`filter[${name}]`])
      return (
        names &&
        sql<boolean>`search_key(${column}) collate "C" = any (array(
          select search_key(n) from unnest(${names}::text[]) n))`
      )
    },
  }),
  /** `filter[x_search]`: a part of the indexed expression, or of that of a short table. */
  search: (indexed: Column): ListFilter => ({
    schema: searchFilter,
    requires(query, name) {
      const text = query[`filter[${name}]`]
      return typeof text === 'string' ? containsText(indexed, text) : undefined
    },
  }),
  /** `filter[x]=true` or `false`. */
  flag: (flag: ColumnAt, description?: string): ListFilter => ({
    schema: flagFilter(description),
    requires(query, name, now) {
      const value = query[`filter[${name}]`]
      return value === undefined
        ? undefined
        : sql<boolean>`${columnAt(flag, now)} = ${value === 'true'}`
    },
  }),
  /** `filter[x_after]` and `filter[x_before]` of each of these: at that instant or later, and earlier than it. */
  instants: (columns: Readonly<Record<string, Column>>): Record<string, ListFilter> =>
    Object.fromEntries(
      Object.entries(columns).flatMap(([field, column]) => [
        [`${field}_after`, bound((at) => sql`${column} >= ${at}`)],
        [`${field}_before`, bound((at) => sql`${column} < ${at}`)],
      ]),
    ),
} as const

function columnAt(column: ColumnAt, now: Date): Column {
  return typeof column === 'function' ? column(now) : column
}

function bound(test: (at: Date) => Condition): ListFilter {
  return {
    schema: InstantInput,
    requires(query, name) {
      const at = instantFilter(query, name)
      return at && test(at)
    },
  }
}

import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../database/database.ts'
import { beginsWith, containsText, hasTrigram, searchFilter } from '../../http/filters.ts'
import { amongRows } from '../../http/rows-among.ts'

/** The fields of an account (`i`) that can be searched alone, as searches compare them. */
const fields = {
  full_name: sql`search_key(i.full_name)`,
  email: sql`coalesce(i.email_key, '')`,
  handle: sql`search_key(coalesce(i.handle, ''))`,
}
const everyField = sql`(${sql.join(Object.values(fields), sql` || ' ' || `)})`

/** The expression of the index identity_search. */
const indexed = sql`search_key(i.full_name || ' ' || coalesce(i.email, '') || ' ' || coalesce(i.handle, ''))`

export const identitySearches = {
  search: searchFilter,
  full_name_search: searchFilter,
  email_search: searchFilter,
  handle_search: searchFilter,
}

type Query = Readonly<Record<string, unknown>>
type Search = { text: string; field: RawBuilder<unknown>; exact: readonly RawBuilder<unknown>[] }

function searchesOf(query: Query): Search[] {
  const anywhere = { field: everyField, exact: Object.values(fields) }
  const named = Object.entries(fields).map(([name, field]) => ({ name, field, exact: [field] }))
  return [{ name: '', ...anywhere }, ...named].flatMap(({ name, field, exact }) => {
    const text = query[`filter[${name === '' ? '' : `${name}_`}search]`]
    return typeof text === 'string' ? [{ text, field, exact }] : []
  })
}

/** What the searches of the request require of an account (`i`). */
export function searchedIdentities(db: Reader, query: Query): Promise<RawBuilder<boolean>[]> {
  const searches = searchesOf(query)
  return Promise.all(
    searches.map(({ text, field }) =>
      among(db, sql`${place(text)} and ${containsText(field, text)}`),
    ),
  )
}

/** The accounts (`i`) that are exactly what a search has; undefined without one. */
export async function exactIdentities(
  db: Reader,
  query: Query,
): Promise<RawBuilder<boolean> | undefined> {
  const found = await Promise.all(
    searchesOf(query).map(({ text, exact }) => {
      const isOne = exact.map((field) => sql`${field} = search_key(${text.trim()}::text)`)
      return among(db, sql`${place(text.trim())} and (${sql.join(isOne, sql` or `)})`)
    }),
  )
  return found.length === 0 ? undefined : sql<boolean>`(${sql.join(found, sql` or `)})`
}

/** Where an index finds the text: anywhere, or at the beginning of handles if it has neither letters nor digits. */
function place(text: string): RawBuilder<boolean> {
  return hasTrigram(text)
    ? containsText(indexed, text)
    : beginsWith(sql`search_key(i.handle)`, text)
}

function among(db: Reader, is: RawBuilder<unknown>): Promise<RawBuilder<boolean>> {
  return amongRows(db, sql`i.id`, {
    ids: sql`select i.id from identity i where ${is}`,
    isOne: sql<boolean>`(${is})`,
  })
}

/** Whether an account (`i`) has one of these handles, to the letter. */
export function hasHandle(handles: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(search_key(i.handle) collate "C" = any (array(select search_key(h) from unnest(${handles}::text[]) h))
    and i.handle = any (${handles}::text[]))`
}

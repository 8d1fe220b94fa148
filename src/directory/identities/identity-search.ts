import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../database/database.ts'
import { beginsWith, containsText, hasTrigram, searchFilter } from '../../http/filters.ts'
import type { Found, Rank } from '../../http/list.ts'
import { amongRows } from '../../http/rows-among.ts'
import {
  beginning,
  foundByAll,
  inOrderOf,
  onlyOnce,
  wantedText,
  type SearchedKey,
} from '../../http/searched-rows.ts'

/** The fields of an account (`i`) that can be searched alone, as searches compare them. */
const fields = {
  full_name: sql`search_key(i.full_name)`,
  email: sql`coalesce(i.email_key, '')`,
  handle: sql`search_key(coalesce(i.handle, ''))`,
}
type Field = keyof typeof fields
const fieldNames = ['full_name', 'email', 'handle'] as const
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

/** The accounts (`i`) that the searches of a request find, anywhere or in one field; undefined without a search. */
export async function foundIdentities(db: Reader, query: Query): Promise<Found | undefined> {
  const textOf = (name: string) => {
    const text = query[`filter[${name}]`]
    return typeof text === 'string' ? wantedText(text) : undefined
  }
  const anywhere = textOf('search')
  const searches = [
    anywhere === undefined ? [] : [foundAnywhere(db, anywhere)],
    ...fieldNames.map((field) => {
      const text = textOf(`${field}_search`)
      return text === undefined ? [] : [foundInField(db, field, text)]
    }),
  ]
  return foundByAll(await Promise.all(searches.flat()))
}

async function foundAnywhere(db: Reader, text: string): Promise<Found> {
  const isExact = Object.values(fields).map((field) => isExactly(field, text))
  const exact = await among(db, sql`${place(text)} and (${sql.join(isExact, sql` or `)})`)
  return {
    ranks: [{ isOne: exact }, beginning(fields.full_name, text)],
    all: onlyOnce(() => among(db, sql`${place(text)} and ${containsText(everyField, text)}`)),
  }
}

async function foundInField(db: Reader, field: Field, text: string): Promise<Found> {
  return {
    ranks: await ranksOf(db, field, text),
    all: onlyOnce(() => among(db, sql`${place(text)} and ${containsText(fields[field], text)}`)),
  }
}

/** In the order of these accounts stand together whose field begins with a text. Addresses have none. */
const orders: Readonly<Record<Field, SearchedKey | undefined>> = {
  full_name: { key: fields.full_name },
  email: undefined,
  handle: { key: sql`search_key(i.handle)`, where: sql`i.handle is not null` },
}

async function ranksOf(db: Reader, field: Field, text: string): Promise<Rank[]> {
  const order = orders[field]
  if (order !== undefined) return inOrderOf(order, order.key, text)
  return [{ isOne: await among(db, sql`${place(text)} and ${isExactly(fields[field], text)}`) }]
}

function isExactly(field: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql<boolean>`${field} = search_key(${text}::text)`
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

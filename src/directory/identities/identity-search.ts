import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../database/database.ts'
import { beginsWith, containsText, hasTrigram, searchFilter } from '../../http/lists/filters.ts'
import type { Found, Rank } from '../../http/lists/ranked-rows.ts'
import { amongRows } from '../../http/lists/row-set.ts'
import {
  beginning,
  foundByAll,
  inOrderOf,
  onlyOnce,
  others,
  wantedText,
  type SearchedKey,
} from '../../http/lists/search.ts'

/** The fields of an account (`i`) that can be searched alone, as searches compare them. */
const fields = {
  full_name: sql`search_key(i.full_name)`,
  email: sql`coalesce(i.email_key, '')`,
  handle: sql`search_key(coalesce(i.handle, ''))`,
}
type Field = keyof typeof fields
const fieldNames = ['full_name', 'email', 'handle'] as const
const everyField = sql`(${sql.join(Object.values(fields), sql` || ' ' || `)})`

/** Where a search looks for accounts (`i`), by the index identity_search. */
const searchedAccounts = {
  table: sql`identity`,
  from: sql`identity i`,
  id: sql`i.id`,
  contains: sql`coalesce(i.search_text, search_key(i.full_name || ' ' || coalesce(i.email, '') || ' ' || coalesce(i.handle, '')))`,
}

export const identitySearches = {
  search: searchFilter,
  full_name_search: searchFilter,
  email_search: searchFilter,
  handle_search: searchFilter,
}

type Query = Readonly<Record<string, unknown>>

/** What the searches of a request find among accounts (`i`), in all fields or in one; undefined without a search. */
export async function foundIdentities(db: Reader, query: Query): Promise<Found | undefined> {
  const textOf = (name: string) => {
    const text = query[`filter[${name}]`]
    return typeof text === 'string' ? wantedText(text) : undefined
  }
  const anywhere = textOf('search')
  return foundByAll([
    ...(anywhere === undefined ? [] : [await foundAnywhere(db, anywhere)]),
    ...fieldNames.flatMap((field) => {
      const text = textOf(`${field}_search`)
      return text === undefined ? [] : [foundInField(db, field, text)]
    }),
  ])
}

async function foundAnywhere(db: Reader, text: string): Promise<Found> {
  const exact = Object.values(exactly).map((is) => is(text))
  const ids = exact.map((is) => sql`select i.id from identity i where ${is}`)
  const isOne = sql<boolean>`(${sql.join(exact, sql` or `)})`
  return {
    ranks: [
      {
        isOne: await amongRows(db, sql`i.id`, {
          ids: sql.join(ids, sql` union all `),
          isOne,
          hasOnePlan: true,
        }),
      },
      beginning(fields.full_name, text),
    ],
    all: onlyOnce(() => among(db, sql`${place(text)} and ${containsText(everyField, text)}`)),
    ...others(db, searchedAccounts, text, everyField),
  }
}

function foundInField(db: Reader, field: Field, text: string): Found {
  return {
    ranks: ranksOf(field, text),
    all: onlyOnce(() => among(db, sql`${place(text)} and ${containsText(fields[field], text)}`)),
    ...others(db, searchedAccounts, text, fields[field]),
  }
}

/** An account (`i`) of which the field is exactly the text: each by an index of its own. */
const exactly: Readonly<Record<Field, (text: string) => RawBuilder<boolean>>> = {
  full_name: (text) => sql`search_key(i.full_name) collate "C" = search_key(${text}::text)`,
  email: (text) => sql`i.email_key = search_key(${text}::text)`,
  handle: (text) =>
    sql`(search_key(i.handle) collate "C" = search_key(${text}::text) and i.handle is not null)`,
}

/** In the order of these accounts stand together whose field begins with a text. Addresses have none. */
const orders: Readonly<Record<Field, SearchedKey | undefined>> = {
  full_name: { key: fields.full_name },
  email: undefined,
  handle: { key: sql`search_key(i.handle)`, where: sql`i.handle is not null` },
}

function ranksOf(field: Field, text: string): Rank[] {
  const order = orders[field]
  return order === undefined ? [{ isOne: exactly[field](text) }] : inOrderOf(order, text)
}

/** Where an index finds the text: anywhere, or at the beginning of handles if it has neither letters nor digits. */
function place(text: string): RawBuilder<boolean> {
  return hasTrigram(text)
    ? containsText(searchedAccounts.contains, text)
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

import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../../database/database.ts'
import { amongRows } from '../../../http/lists/row-set.ts'

/** What people are called. */
export const personFields = ['full_name', 'first_name', 'last_name', 'email', 'username'] as const
export type PersonField = (typeof personFields)[number]

/** The fields of a person (`p`) as searches compare them. */
export const fieldKeys: Readonly<Record<PersonField, RawBuilder<unknown>>> = {
  full_name: sql`search_key(p.full_name)`,
  first_name: sql`search_key(p.first_name)`,
  last_name: sql`search_key(p.last_name)`,
  email: sql`coalesce(p.email_key, '')`,
  username: sql`search_key(coalesce(p.username, ''))`,
}

/** Begins with `w.key`, as a range of an index. */
const begins = (indexed: RawBuilder<unknown>, ending = sql`''`) =>
  sql`(${indexed}) collate "C" >= w.key || ${ending} and (${indexed}) collate "C" < w.key || ${ending} || chr(1114111)`

/** The people (`p`) whose field may be `w.key`, as an index finds them. Other usernames begin an address. */
const places: Readonly<Record<PersonField, RawBuilder<unknown>>> = {
  full_name: sql`search_key(p.full_name) collate "C" = w.key`,
  first_name: begins(sql`search_key(p.full_name)`),
  last_name: begins(sql`search_key(p.last_name || ' ' || p.first_name)`),
  email: sql`p.email_key collate "C" = w.key`,
  username: sql`(search_key(p.username) collate "C" = w.key and p.username_is_override
    or ${begins(sql`p.email_key`, sql`'@'`)})`,
}

/** Whether a person (`p`) is called one of the texts, blind to case and accents. */
export function peopleNamed(
  db: Reader,
  field: PersonField,
  texts: readonly string[],
): Promise<RawBuilder<boolean>> {
  const wanted = sql`(select search_key(btrim(t)) as key from unnest(${texts}::text[]) t offset 0)`
  return amongRows(db, sql`p.id`, {
    // With offset 0 each text is looked up by the index. PostgreSQL would rather read everyone and compare them with all texts.
    ids: sql`select found.id from ${wanted} w cross join lateral (
      select p.id from directory_user p where ${places[field]} and ${fieldKeys[field]} collate "C" = w.key offset 0) found`,
    isOne: sql<boolean>`${fieldKeys[field]} collate "C" = any (array(select key from ${wanted} w))`,
  })
}

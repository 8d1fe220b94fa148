import { sql, type RawBuilder } from 'kysely'
import { Type } from 'typebox'
import { searched } from '../../http/filters.ts'

/** `filter[search]` of the people of an effect. Read by {@link searchedEffect}. */
export const effectSearchFilter = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Anywhere in full name, e-mail address or username, blind to case and accents',
})

/** The person (`p`), or the held account (`h`) that would create them. */
const searchText = sql`search_key(coalesce(
  p.full_name || ' ' || coalesce(p.email, '') || ' ' || coalesce(p.username, ''),
  h.full_name || ' ' || coalesce(h.email, ''), ''))`

/** What `filter[search]` requires of a row of `selectEffects`; undefined when it was not given. */
export function searchedEffect(query: Record<string, unknown>): RawBuilder<boolean> | undefined {
  return searched(query, 'search', searchText)
}

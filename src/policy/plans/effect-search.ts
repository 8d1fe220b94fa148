import { sql } from 'kysely'
import { Type } from 'typebox'
import { effectKinds } from '../../contract/states.ts'
import type { Reader } from '../../database/database.ts'
import { oppositeId } from '../../database/uuids.ts'
import { containsText } from '../../http/lists/filters.ts'
import { by } from '../../http/lists/list-filters.ts'
import type { Found } from '../../http/lists/ranked-rows.ts'
import { lookUp } from '../../http/lists/row-set.ts'
import { exactRows, wantedText } from '../../http/lists/search.ts'
import { searchedPersons } from '../shapes/person-summary.ts'

/** `filter[search]` of the people of an effect. */
export const effectSearchFilter = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Anywhere in full name, e-mail address or username, blind to case and accents',
})

/** What the rows of an effect (`e`) can be filtered by. What the list finds reads the search. */
export const effectFilters = {
  ruleset_id: by.id('ruleset', sql`e.ruleset_id`),
  kind: by.words(effectKinds, sql`e.kinds`),
  search: { schema: effectSearchFilter, requires: () => undefined },
}

/** The person (`p`) of a row of an effect, or the account that would create them: a held one (`h`) or a stored one (`a`). */
const searchText = sql`search_key(coalesce(
  p.full_name || ' ' || coalesce(p.email, '') || ' ' || coalesce(p.username, ''),
  h.full_name || ' ' || coalesce(h.email, ''), a.full_name || ' ' || coalesce(a.email, ''), ''))`

/** What `filter[search]` finds among the rows of `selectEffectsOfPeople`: people who are called exactly so come first. */
export async function foundEffects(
  db: Reader,
  query: Readonly<Record<string, unknown>>,
): Promise<Found | undefined> {
  const sent = query['filter[search]']
  if (typeof sent !== 'string') return undefined
  const text = wantedText(sent)
  const exact = await lookUp(db, sql`e.directory_user_id`, {
    ids: sql`(${exactRows([searchedPersons], text).ids})
      union all select ${oppositeId(sql`a.id`)} from identity a where ${isCalled('a', text)}
      union all select h.new_person_id from held_account h where ${isCalled('h', text)} and h.new_person_id is not null`,
    isOne: sql<boolean>`(case when p.id is not null then ${isCalled('p', text)} or ${isKey(sql`p.username`, text)}
      else ${isCalled('h', text)} or ${isCalled('a', text)} end)`,
  })
  // An account that is called so may be of a person whose name is another one now.
  const isFound = sql`strpos(${searchText}, search_key(${text}::text)) > 0`
  return {
    ranks: [{ ...exact, isOne: sql<boolean>`(${exact.isOne} and ${isFound})` }],
    all: async () => containsText(searchText, text),
  }
}

/** Indexes have these expressions, but for the names of held accounts. */
function isCalled(alias: 'p' | 'a' | 'h', text: string) {
  const [name, address] = [sql.ref(`${alias}.full_name`), sql.ref(`${alias}.email_key`)]
  return sql<boolean>`(${isKey(name, text)} or ${address} = search_key(${text}::text))`
}

function isKey(value: ReturnType<typeof sql>, text: string) {
  return sql`search_key(${value}) collate "C" = search_key(${text}::text)`
}

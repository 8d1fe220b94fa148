import { Type } from 'typebox'
import type { Reader } from '../../../database/database.ts'
import type { Found } from '../../../http/lists/ranked-rows.ts'
import { foundRows, onlyExactFirst } from '../../../http/lists/search.ts'
import { searchedPersons } from '../../shapes/person-summary.ts'

/** `filter[search]` of people, which may find `more`. Read by {@link foundOfSome}. */
export function personSearch(more = '') {
  return Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      'Blind to case and accents. From three letters or digits on they may be anywhere in full name, e-mail address or username; ' +
      `fewer are the beginning of full name, last name, e-mail address or username${more}`,
  })
}

export const personSearchFilter = personSearch()

/** What `filter[search]` finds of some people (`p`), those of a ruleset: who is called exactly so comes first. */
export async function foundOfSome(
  db: Reader,
  query: Record<string, unknown>,
  name = 'search',
): Promise<Found | undefined> {
  return onlyExactFirst(await foundRows(db, [searchedPersons], query[`filter[${name}]`]))
}

import type { Reader } from '../../../database/database.ts'
import { searchFilter } from '../../../http/lists/filters.ts'
import type { Found, Rank } from '../../../http/lists/ranked-rows.ts'
import {
  foundByAll,
  foundRows,
  inOrderOf,
  matching,
  onlyOnce,
  others,
  type SearchedRecords,
  wantedText,
} from '../../../http/lists/search.ts'
import { fieldKeys, peopleNamed, type PersonField, personFields } from './person-names.ts'
import { personKeys, searchedPersons } from '../../shapes/person-summary.ts'

type Query = Readonly<Record<string, unknown>>

/** `filter[<field>_search]` of each field of a person. Read by {@link foundPeople}. */
export const fieldSearchFilters = Object.fromEntries(
  personFields.map((field) => [`${field}_search`, searchFilter]),
)

/** What the searches of a request find among people (`p`), in all fields or in one; undefined without a search. */
export async function foundPeople(
  db: Reader,
  query: Query,
  people: SearchedRecords = searchedPersons,
): Promise<Found | undefined> {
  const anywhere = foundRows(db, [people], query['filter[search]'])
  const inFields = personFields.map((field) => {
    const text = query[`filter[${field}_search]`]
    return typeof text === 'string' ? foundInField(db, field, wantedText(text)) : undefined
  })
  const found = await Promise.all([anywhere, ...inFields])
  return foundByAll(found.filter((each) => each !== undefined))
}

/** The search looks in the index for all fields, and at the field. */
async function foundInField(db: Reader, field: PersonField, text: string): Promise<Found> {
  return {
    ranks: await ranksOf(db, field, text),
    all: onlyOnce(() => matching(db, [searchedPersons], text, fieldKeys[field])),
    ...others(db, searchedPersons, text, fieldKeys[field]),
  }
}

/** Exact matches, then people whose field begins with the text. */
async function ranksOf(db: Reader, field: PersonField, text: string): Promise<Rank[]> {
  const { full_name, last_name, email, username } = personKeys
  const key = fieldKeys[field]
  switch (field) {
    case 'full_name':
      return inOrderOf(full_name, text)
    case 'first_name':
      return inOrderOf(full_name, text, key)
    case 'last_name':
      return inOrderOf(last_name, text, key)
    case 'email':
      return inOrderOf(email, text)
    case 'username': {
      // Other usernames are the beginnings of addresses.
      const begins = [username, email].map((order) => inOrderOf(order, text, key)[1])
      return [{ isOne: await peopleNamed(db, field, [text]) }, ...begins]
    }
  }
}

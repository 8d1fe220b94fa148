import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../database/database.ts'
import { searchFilter } from '../../http/filters.ts'
import { exactRows, searchedRows } from '../../http/searched-rows.ts'
import { searchedPersons } from '../shapes/person-summary.ts'
import { fieldKeys, peopleCalled, personFields, type PersonField } from './people-called.ts'

type Query = Readonly<Record<string, unknown>>

/** `filter[<field>_search]` of each field of a person. Read by {@link searchedFields}. */
export const fieldSearchFilters = Object.fromEntries(
  personFields.map((field) => [`${field}_search`, searchFilter]),
)

/** What the searches in one field require of a person (`p`). They look in the index for all fields, and at the field. */
export function searchedFields(db: Reader, query: Query) {
  return Promise.all(
    personFields.map((field) =>
      searchedRows(db, [searchedPersons], query[searchOf(field)], fieldKeys[field]),
    ),
  )
}

/** The people (`p`) who are exactly what a search has, for the list to begin with; undefined without a search. */
export async function exactPeople(
  db: Reader,
  query: Query,
): Promise<RawBuilder<boolean> | undefined> {
  const ofFields = personFields.map((field) => {
    const text = query[searchOf(field)]
    return typeof text === 'string' ? peopleCalled(db, field, [text]) : undefined
  })
  const all = await Promise.all([
    exactRows(db, [searchedPersons], query['filter[search]']),
    ...ofFields,
  ])
  const best = all.filter((each) => each !== undefined)
  return best.length === 0 ? undefined : sql<boolean>`(${sql.join(best, sql` or `)})`
}

function searchOf(field: PersonField): string {
  return `filter[${field}_search]`
}

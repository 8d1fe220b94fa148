import { sql, type RawBuilder } from 'kysely'
import { Type } from 'typebox'
import type { Reader } from '../../database/database.ts'
import { plannedForValues } from '../../database/statement-names.ts'
import { beginsWith, hasTrigram, searched } from '../../http/filters.ts'
import { personKeys, personSearchText } from '../shapes/person-summary.ts'
import { amongPeople } from './people-set.ts'

/** `filter[search]` of people. Read by {@link searchedPeople}. */
export const personSearchFilter = Type.String({
  minLength: 1,
  maxLength: 200,
  description:
    'Blind to case and accents. From three letters or digits on they may be anywhere in full name, e-mail address or username; ' +
    'fewer are the beginning of full name, last name, e-mail address or username',
})

/**
 * What `filter[search]` requires of a person (`p`); undefined when it was not given. The people are found by an index first:
 * PostgreSQL would rather walk along everybody in the order of the page, because it expects to meet them evenly spread.
 */
export async function searchedPeople(
  db: Reader,
  query: Record<string, unknown>,
  name = 'search',
): Promise<RawBuilder<boolean> | undefined> {
  const text = query[`filter[${name}]`]
  if (typeof text === 'string' && !hasTrigram(text)) return peopleBeginningWith(db, text)
  const found = searched(query, name, personSearchText)
  if (found === undefined) return undefined
  // Materialized, it is planned to be read to its end, and read only as far as it is needed.
  const ids = sql`with found as materialized (select p.id from directory_user p where ${found}) select id from found`
  return amongPeople(db, { ids, isOne: found })
}

function peopleBeginningWith(db: Reader, text: string): Promise<RawBuilder<boolean>> {
  const begins = personKeys.map(
    ({ key, where }) => sql<boolean>`${beginsWith(key, text)} and ${where}`,
  )
  return amongPeople(db, {
    ids: sql.join(
      begins.map((each) => sql`select p.id from directory_user p where ${each}`),
      sql` union all `,
    ),
    isOne: sql`(${sql.join(begins, sql` or `)} ${sql.raw(plannedForValues)})`,
  })
}

import { sql, type RawBuilder } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import { containsText } from '../../http/lists/filters.ts'
import type { Found } from '../../http/lists/ranked-rows.ts'
import { exactRows, wantedText } from '../../http/lists/search.ts'
import { personSearchText, searchedPersons } from '../../policy/shapes/person-summary.ts'

/** The columns of a person of a plan (`x`), and of the directory (`u`) if they exist already. */
export const plannedPerson = [
  sql<string | null>`x.directory_user_id`.as('user_id'),
  sql<string>`coalesce(u.full_name, x.full_name, '')`.as('full_name'),
  sql<string | null>`case when x.directory_user_id is null then x.email else u.email end`.as(
    'email',
  ),
] as const

type PlannedPerson = { user_id: string | null; full_name: string; email: string | null }

export function presentPlannedPerson({ user_id: id, full_name, email }: PlannedPerson) {
  return { id: id === null ? null : encodeId('directoryUser', id), full_name, email }
}

/**
 * What `filter[search]` finds in a list of people of the run's plan, whose place in it is `position`: those who are called exactly so
 * come first.
 */
export function foundPlanned(
  query: Readonly<Record<string, unknown>>,
  runId: string,
  position: RawBuilder<unknown>,
): Found | undefined {
  const sent = query['filter[search]']
  if (typeof sent !== 'string') return undefined
  const text = wantedText(sent)
  const key = sql`search_key(${text}::text)`
  const among = (
    known: RawBuilder<unknown>,
    isNew: RawBuilder<unknown>,
  ) => sql<boolean>`${position} in (
    select x.position from (${known}) p (id) join import_run_person x on x.directory_user_id = p.id
    where x.run_id = ${runId}
    union all
    select x.position from import_run_person x where x.run_id = ${runId} and ${isNew})`
  const exact = among(
    exactRows([searchedPersons], text).ids,
    sql`(starts_with(x.searched, ${key}) and search_key(x.full_name) = ${key} or email_key(x.email) = ${key})`,
  )
  const contains = among(
    sql`select p.id from directory_user p where ${containsText(personSearchText, text)}`,
    containsText(sql`x.searched`, text),
  )
  return { ranks: [{ isOne: exact }], all: async () => contains }
}

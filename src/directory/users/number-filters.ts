import { sql } from 'kysely'
import type { Reader } from '../../database/database.ts'
import { anyText, type Conditions, textsFilter } from '../../http/lists/filters.ts'
import { amongRows } from '../../http/lists/row-set.ts'

/** The numbers that a person has in their primary account, with the key of the profile (of the integration `pg`). */
const keys = {
  badge_id: sql`pg.badge_id_profile_key`,
  employee_id: sql`pg.employee_id_profile_key`,
  employee_alt_id: sql`pg.employee_alt_id_profile_key`,
} as const

export const numberFilters = {
  badge_id: textsFilter('badge numbers, to the letter'),
  employee_id: textsFilter('employee numbers, to the letter'),
  employee_alt_id: textsFilter('second employee numbers, to the letter'),
}

/** What the filters on numbers require of a person (`p`) with their primary account (`pi`) and its integration (`pg`). */
export async function numbered(db: Reader, query: Record<string, unknown>): Promise<Conditions> {
  return Promise.all(
    Object.entries(keys).map(async ([name, key]) => {
      const values = anyText(query[`filter[${name}]`])
      if (values === undefined) return undefined
      const has = sql<boolean>`profile_text(pi.profile, ${key}) = any (${values}::text[])`
      return amongRows(db, sql`p.id`, {
        // An account may have the value as another number, or have had it.
        ids: sql`select p.id from account_number n join identity pi on pi.id = n.identity_id
          join integration pg on pg.id = pi.integration_id join directory_user p on p.primary_identity_id = pi.id
          where n.value = any (array(select left(v, 200) from unnest(${values}::text[]) v)) and ${has}`,
        isOne: has,
      })
    }),
  )
}

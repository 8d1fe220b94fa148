import { sql, type RawBuilder } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import { containsText } from '../../http/filters.ts'
import { personSearchText } from '../../policy/shapes/person-summary.ts'

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

/** Whether `position` is that of a person of the run's plan in whose name or address the text occurs; undefined without a text. */
export function isPlannedPerson(
  query: Readonly<Record<string, unknown>>,
  runId: string,
  position: RawBuilder<unknown>,
): RawBuilder<boolean> | undefined {
  const text = query['filter[search]']
  if (typeof text !== 'string') return undefined
  return sql<boolean>`${position} in (
    select x.position from directory_user p join import_run_person x on x.directory_user_id = p.id
    where x.run_id = ${runId} and ${containsText(personSearchText, text)}
    union all
    select x.position from import_run_person x
    where x.run_id = ${runId} and ${containsText(sql`x.searched`, text)})`
}

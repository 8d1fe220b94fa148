import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../database/database.ts'
import { amongRows } from '../../http/rows-among.ts'

/** The same people in two forms: a select of their ids, and a condition on a person (`p`). */
export type PeopleSet = { ids: RawBuilder<unknown>; isOne: RawBuilder<boolean> }

/** Tests whether a person (`p`) is in the set. */
export function amongPeople(db: Reader, people: PeopleSet): Promise<RawBuilder<boolean>> {
  return amongRows(db, { id: sql`p.id`, ...people })
}

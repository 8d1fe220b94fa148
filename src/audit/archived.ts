import { sql } from 'kysely'
import type { Reader } from '../database/database.ts'

/** The instant before which the log is in archives, but for erasures; undefined where all of it is here. */
export async function archivedBefore(db: Reader): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date | null }>`
    select max(until) as until from audit_archive`.execute(db)
  return rows[0]?.until ?? undefined
}

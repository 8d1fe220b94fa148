import { sql } from 'kysely'
import type { Reader } from './database.ts'

/** A scheduled backup may take that long, or be tried again. */
export const backupGraceHours = 2

/** What an operator should know of a backup that `muster backup --schedule` has not made. */
export async function overdueBackup(db: Reader): Promise<string | undefined> {
  const { rows } = await sql<{ due: Date }>`
    select due_at as due from schedule
    where name = 'backup' and due_at < clock_timestamp() - ${backupGraceHours} * interval '1 hour'`.execute(
    db,
  )
  const [found] = rows
  return (
    found &&
    `The backup that was due at ${found.due.toISOString()} was not made: look at \`muster backup --schedule\`.`
  )
}

import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'

const manyRows = 100

/** Merges the rows of the tally of people, so that a summary reads few of them. */
export async function mergeTallies(database: Database): Promise<void> {
  const { rows } = await sql`select from directory_user_tally offset ${manyRows} limit 1`.execute(
    database.read,
  )
  if (rows.length === 0) return
  await database.transaction(({ tx }) =>
    sql`
      with taken as (delete from directory_user_tally returning state, people)
      insert into directory_user_tally (state, people)
      select state, sum(people) from taken group by state having sum(people) <> 0`.execute(tx),
  )
}

import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { conflict } from '../../http/refusals/problem.ts'

/** One runs, the others wait: each with a session of the database and its file. */
export const mostUnfinished = 10

/** 409 for another run of an integration (a uuid) that has many already. Of requests at the same time, one counts after the other. */
export async function requirePlace(tx: Transaction, integrationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('place ' || ${integrationId}, 0))`.execute(
    tx,
  )
  const { rows } = await sql`
    select from import_run where integration_id = ${integrationId}::uuid and finished_at is null
    limit ${mostUnfinished}`.execute(tx)
  if (rows.length === mostUnfinished)
    throw conflict(
      `${mostUnfinished} runs of this integration have not finished. Wait until one has, and send this again.`,
    )
}

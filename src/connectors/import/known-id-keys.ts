import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'

/** So many accounts tell. */
const mostAccounts = 1000

/** The keys of profiles that hold the ids of the accounts of an integration, most frequent first. */
export async function knownIdKeys(tx: Transaction, integrationId: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select said.key from (
      select vendor_id, profile from identity
      where integration_id = ${integrationId} and jsonb_typeof(profile) = 'object'
      order by id desc limit ${mostAccounts}
    ) known cross join jsonb_each_text(known.profile) said
    where lower(said.value) = lower(known.vendor_id)
    group by said.key order by count(*) desc, said.key limit 20`.execute(tx)
  return rows.map(({ key }) => key)
}

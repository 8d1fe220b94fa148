import { sql } from 'kysely'
import { auditIdentities } from './account-audit.ts'
import type { SourceRun } from './integration-facts.ts'
import { keepIdentities } from './snapshots.ts'
import { prepareAccountMerge } from './stage-accounts.ts'

/** Ends all accounts of an integration that is deleted, with their audit rows, and forgets what was rejected of them. */
export async function endAccountsOf(run: SourceRun): Promise<void> {
  const { tx, integration } = run
  const ending = sql`
    select id from identity where integration_id = ${integration.id} and vendor_state <> 'deactivated'`
  await sql`delete from held_account where integration_id = ${integration.id}`.execute(tx)
  await prepareAccountMerge(tx)
  if ((await keepIdentities(tx, ending)) === 0) return
  await sql`
    update identity set vendor_state = 'deactivated', state = 'deactivated', days = null
    where id in (${ending})`.execute(tx)
  await auditIdentities(run)
}

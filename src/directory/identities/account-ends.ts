import { sql } from 'kysely'
import { fewRowsOf, planKept } from '../../database/planning.ts'
import { recordAccountEnds } from '../../policy/limits/account-ends.ts'
import { endOf } from './changed-accounts.ts'
import type { SourceRun } from './integration-facts.ts'
import { auditIdentities } from './account-audit.ts'
import { keepIdentities } from './snapshots.ts'
import { prepareAccountMerge } from './stage-accounts.ts'

/**
 * Counts the accounts that have stopped being active by a merge or got an earlier last day, and no longer those that are active again or
 * have a later one.
 */
export async function countAccountEnds(
  { tx, integration, facts }: SourceRun,
  now: Date,
): Promise<void> {
  if (facts?.turns === false) return
  const was = sql`c.before ->> 'vendor_state' = 'active'`
  const endBefore = endOf(sql`c.before -> 'days'`)
  const moves = {
    ended: sql`${was} and (i.vendor_state <> 'active' and ${endBefore} > current_instant() or ${endOf(sql`i.days`)} < ${endBefore})`,
    back: sql`i.vendor_state = 'active' and (not (${was}) or ${endOf(sql`i.days`)} > ${endBefore})`,
  }
  // From the changes to their accounts: a new source has no statistics, and each account would be compared with all changes.
  const turned = (move: keyof typeof moves) => sql`
    select i.id from ${fewRowsOf(tx, 'identity_change')} c
    cross join lateral (select * from identity where id = c.identity_id offset 0) i
    where i.integration_id = ${integration.id} and not c.is_new and ${moves[move]}`
  const { rows } =
    await sql`${turned('ended')} union all ${turned('back')} limit 1 ${planKept(tx)}`.execute(tx)
  if (rows.length === 0) return
  const ends = { ended: turned('ended'), back: turned('back'), now }
  await recordAccountEnds(tx, integration.id, ends)
}

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

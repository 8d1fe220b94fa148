import { sql } from 'kysely'
import { fewRowsOf, planKept } from '../../database/planning.ts'
import { recordAccountEnds } from '../../policy/limits/account-ends.ts'
import type { SourceRun } from './integration-facts.ts'

/** Counts the accounts that have stopped being active by a merge, and no longer those that are active again. */
export async function countAccountEnds({ tx, integration }: SourceRun, now: Date): Promise<void> {
  const turned = (before: 'active' | 'inactive') => sql`
    select i.id from ${fewRowsOf(tx, 'identity_change')} c join identity i on i.id = c.identity_id
    where i.integration_id = ${integration.id} and not c.is_new
      and (c.before ->> 'vendor_state' = 'active') = ${before === 'active'}
      and (i.vendor_state = 'active') = ${before !== 'active'}`
  const { rows } =
    await sql`${turned('active')} union all ${turned('inactive')} limit 1 ${planKept(tx)}`.execute(
      tx,
    )
  if (rows.length === 0) return
  const ends = { ended: turned('active'), back: turned('inactive'), now }
  await recordAccountEnds(tx, integration.id, ends)
}

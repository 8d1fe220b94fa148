import { sql } from 'kysely'
import type { Database, Transaction } from '../../database/database.ts'

const rowsPerBatch = 10_000

/**
 * Empties plans whose day is over: effects, rulesets, operations, and everything else that may contain data about
 * people or values of profiles. Their states, totals and authors stay. Runs in small transactions; several
 * processes may run it at once. @returns how many plans
 */
export async function emptyPlans(database: Database): Promise<number> {
  for (let plans = 0; ; plans += 1) {
    // A write, even of no row, would evict this process's cached callers, and most runs find nothing.
    const { rows } = await sql<{ id: string }>`
      select id from plan where ${isOver(database.now())} limit 1`.execute(database.read)
    const [plan] = rows
    if (plan === undefined) return plans
    while (!(await database.transaction(({ tx, now }) => emptySome(tx, plan.id, now))));
  }
}

/** Nothing of a plan that a job still works on. */
function isOver(now: Date) {
  return sql`expires_at < ${now} and operations <> '[]' and state not in ('planning', 'applying')`
}

/** @returns whether the plan is empty now */
async function emptySome(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const { rows: locked } = await sql`
    select from plan where id = ${id} and ${isOver(now)} for no key update`.execute(tx)
  if (locked.length === 0) return true
  const { numAffectedRows = 0n } = await sql`
    delete from plan_effect where ctid = any (array(
      select ctid from plan_effect where plan_id = ${id} limit ${rowsPerBatch}))`.execute(tx)
  if (numAffectedRows >= BigInt(rowsPerBatch)) return false
  await tx.deleteFrom('plan_ruleset').where('plan_id', '=', id).execute()
  await sql`
    update plan set operations = '[]', findings = '[]', not_reverted = '[]', description = null, applier = null,
      failure = case when failure is not null then ${'It failed; why is no longer kept.'} end
    where id = ${id}`.execute(tx)
  return true
}

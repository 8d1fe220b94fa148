import { sql } from 'kysely'
import { isPassing } from '../changes/change-context.ts'
import { causeOf, type Exceeded } from '../limits/counting.ts'
import { carriedOut } from '../limits/stopped.ts'
import type { Transaction } from '../../database/database.ts'
import { endRules } from '../manifests/end-rules.ts'
import { recalculate } from '../manifests/recalculate.ts'
import { changeContextOf, type OperationCall } from '../changes/operation-kind.ts'
import { putInForce, type BeginningRule } from '../stored-rules/begin-rules.ts'

/**
 * Judges a rule that gets a date as if it began now. What an approved plan exceeds is kept for when the rule begins.
 * @returns the limits that it exceeds
 */
export async function judgeBeginning(
  work: OperationCall,
  { rule, replaced }: Omit<BeginningRule, 'at'>,
): Promise<readonly Exceeded[]> {
  const { tx, now, context } = work
  const exceeded = await judgeAsNow(work, rule.rulesetId, () =>
    putInForce(tx, changeContextOf(context).actor, { rule, replaced, at: now }),
  )
  if (exceeded.length > 0 && isPassing(context))
    await sql`update rule set begin_approved = ${JSON.stringify(exceeded)} where id = ${rule.id}`.execute(
      tx,
    )
  return exceeded
}

/**
 * Judges the end that a rule gets as if it were now, for rulesets that depend on its own: by the clock they move uncounted. Its own
 * people are counted as they get their end.
 * @returns the limits that it exceeds
 */
export async function judgeEnding(
  work: OperationCall,
  { id, rulesetId }: { id: string; rulesetId: string },
): Promise<readonly Exceeded[]> {
  const { tx, now, context } = work
  if (!(await isNamed(tx, rulesetId))) return []
  const exceeded = await judgeAsNow(work, rulesetId, () =>
    endRules(tx, changeContextOf(context).actor, { ids: [id], at: now }),
  )
  return exceeded.filter((each) => each.rulesetId !== rulesetId)
}

/** Whether a condition asks for what a ruleset decides. */
async function isNamed(tx: Transaction, rulesetId: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from condition c join ruleset s on s.attribute_id = c.attribute_id where s.id = ${rulesetId})
      or exists (select from condition c join ruleset s on s.resource_id = c.vendor_resource_id where s.id = ${rulesetId}) as is`.execute(
    tx,
  )
  return rows[0]?.is === true
}

/** The limits that a change of the policy would exceed. Nothing stays of it. */
async function judgeAsNow(
  { tx, now, context }: OperationCall,
  rulesetId: string,
  change: () => Promise<unknown>,
): Promise<readonly Exceeded[]> {
  const { actor, policies } = changeContextOf(context)
  const rulesets = [rulesetId]
  await sql`savepoint before_judging`.execute(tx)
  await change()
  const judged = await recalculate(tx, {
    now,
    actor,
    people: 'all',
    rulesets,
    counting: { cause: causeOf(actor), ownRulesets: rulesets },
    limits: 'report',
    isDryRun: true,
    observe: context.foresee,
    policies,
  })
  await sql`rollback to savepoint before_judging`.execute(tx)
  return carriedOut(judged).exceeded
}

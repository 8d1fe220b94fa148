import { sql } from 'kysely'
import { isPassing } from '../changes/change-context.ts'
import { causeOf, type Exceeded } from '../limits/counting.ts'
import { carriedOut } from '../limits/stopped.ts'
import { recalculate } from '../manifests/recalculate.ts'
import { changeContextOf, type OperationCall } from '../changes/operation-kind.ts'
import { putInForce, type BeginningRule } from '../stored-rules/begin-rules.ts'

/**
 * Judges a rule that gets a date as if it began now. What an approved plan exceeds is kept for when the rule begins.
 * @returns the limits that it exceeds
 */
export async function judgeBeginning(
  { tx, now, context }: OperationCall,
  { rule, replaced }: Omit<BeginningRule, 'at'>,
): Promise<readonly Exceeded[]> {
  const { actor, policies } = changeContextOf(context)
  await sql`savepoint before_beginning`.execute(tx)
  await putInForce(tx, actor, { rule, replaced, at: now })
  const rulesets = [rule.rulesetId]
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
  await sql`rollback to savepoint before_beginning`.execute(tx)
  const { exceeded } = carriedOut(judged)
  if (exceeded.length > 0 && isPassing(context))
    await sql`update rule set begin_approved = ${JSON.stringify(exceeded)} where id = ${rule.id}`.execute(
      tx,
    )
  return exceeded
}

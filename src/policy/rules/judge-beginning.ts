import { sql } from 'kysely'
import { isPassing } from '../change-policy.ts'
import { BeyondLimits } from '../limits/beyond-limits.ts'
import { causeOf, type Exceeded } from '../limits/counting.ts'
import { recalculate } from '../manifests/recalculate.ts'
import type { Work } from '../operations/kind.ts'
import { policyContext } from '../operations/policy-context.ts'
import { putInForce, type BeginningRule } from './begin-rules.ts'

/**
 * Judges a rule that gets a date as if it began now. Throws BeyondLimits if that exceeds a limit, unless
 * `onExceeded` is given; what an approved plan exceeds is kept for when the rule begins.
 */
export async function judgeBeginning(
  { tx, now, context }: Work,
  { rule, replaced }: Omit<BeginningRule, 'at'>,
): Promise<void> {
  const { actor, policies, passesLimits, onExceeded } = policyContext(context)
  const exceeded: Exceeded[] = []
  await sql`savepoint before_beginning`.execute(tx)
  await putInForce(tx, actor, { rule, replaced, at: now })
  const rulesets = [rule.rulesetId]
  await recalculate(tx, {
    now,
    actor,
    people: 'all',
    rulesets,
    counting: { cause: causeOf(actor), ownRulesets: rulesets },
    onExceeded: (found) => void exceeded.push(...found),
    isDryRun: true,
    policies,
  })
  await sql`rollback to savepoint before_beginning`.execute(tx)
  if (exceeded.length === 0) return
  if (isPassing({ passesLimits }))
    await sql`update rule set begin_approved = ${JSON.stringify(exceeded)} where id = ${rule.id}`.execute(
      tx,
    )
  else if (onExceeded === undefined) throw new BeyondLimits(exceeded)
  onExceeded?.(exceeded)
}

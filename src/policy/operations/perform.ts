import type { Static, TObject } from 'typebox'
import { changePolicy, type PolicyContext } from '../change-policy.ts'
import { atOnceOrByJob } from '../plans/at-once-or-by-job.ts'
import { policyCacheOf } from '../policy-cache-of.ts'
import { mayOnRuleset } from '../rulesets/ruleset-rights.ts'
import type { OperationContext, OperationKind } from './kind.ts'

/**
 * Runs one operation under the policy lock, and manifests follow, all in the caller's transaction. Where the context
 * may take longer and too many stays move, it is undone and left to a job.
 * @returns the uuid of the record that it made or changed. Throws Problems: 404, 403, 422, 412
 */
export async function perform<S extends TObject>(
  context: OperationContext,
  kind: OperationKind<S>,
  operation: Static<S>,
): Promise<string> {
  return atOnceOrByJob(
    context,
    () => operation,
    ({ observe, requireVersion }) =>
      changePolicy({ ...policyContext(context), observe }, async (now) => {
        const refs = new Map<string, string>()
        const work = { context, tx: context.tx, now, isPlan: false, refs, requireVersion }
        const { record, reach, personId } = await kind.run(work, operation)
        return { value: record.id, reach, exempt: personId === undefined ? [] : [personId] }
      }),
  )
}

/** What the seam of every change of the policy wants of an operation's context. */
export function policyContext(context: OperationContext): PolicyContext {
  const { tx, actor, services, observe, passesLimits } = context
  const policies = context.policies ?? (services && policyCacheOf(services.database))
  const mayView = (rulesetId: string) => mayOnRuleset(context, rulesetId, 'view')
  return { tx, actor, policies, observe, passesLimits, mayView }
}

import type { Static, TObject } from 'typebox'
import { changePolicy, type PolicyContext } from '../change-policy.ts'
import { EffectCollector, TooManyRows } from '../plans/effect-collector.ts'
import { leaveToJob } from '../plans/leave-to-job.ts'
import { policyCacheOf } from '../policy-cache-of.ts'
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
  const { mayTakeLonger = false, services } = context
  const limiter = mayTakeLonger ? new EffectCollector(services?.rowsAtOnce) : undefined
  const observe = limiter?.observe ?? context.observe
  let version: number | null = null
  const requireVersion = (found: number) => {
    version = found
    context.requireVersion?.(found)
  }
  try {
    return await changePolicy({ ...policyContext(context), observe }, async (now) => {
      const refs = new Map<string, string>()
      const work = { context, tx: context.tx, now, isPlan: false, refs, requireVersion }
      const { record, reach } = await kind.run(work, operation)
      return { value: record.id, reach }
    })
  } catch (error) {
    if (!(error instanceof TooManyRows)) throw error
    throw leaveToJob({ operation, requiredVersion: version, rulesetIds: error.rulesetIds })
  }
}

/** What the seam of every change of the policy wants of an operation's context. */
export function policyContext(context: OperationContext): PolicyContext {
  const { tx, actor, services, observe } = context
  const policies = context.policies ?? (services && policyCacheOf(services.database))
  // Who asks is read again under the lock, so that a right that was just taken counts no more.
  const passesLimits = () => context.passesLimits ?? context.may('policy.change.approve')
  return { tx, actor, policies, observe, passesLimits }
}

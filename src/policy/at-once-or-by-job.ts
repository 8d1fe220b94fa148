import type { OperationContext } from './operations/kind.ts'
import { EffectCollector, TooManyRows } from './effect-collector.ts'
import { BeyondLimits, NeedsPlan } from './limits/beyond-limits.ts'

/**
 * What the work must pass on: `observe` to the code that writes manifests, `requireVersion` the version of its
 * locked record.
 */
type Watched = Required<Pick<OperationContext, 'requireVersion'>> &
  Pick<OperationContext, 'observe'>

/**
 * Does the work of an endpoint. Beyond a limit, or where only a plan may do it, the work is rolled back, and the
 * answer is 409 with a plan of it. If the context may take longer and too many stays move, a job does it: 202 with
 * the plan that shows the progress. Both find the work by the `op` of its data.
 */
export async function atOnceOrByJob<T>(
  context: OperationContext,
  operation: () => object,
  work: (watched: Watched) => Promise<T>,
): Promise<T> {
  const { services } = context
  const limiter =
    context.mayTakeLonger === true && services !== undefined
      ? new EffectCollector(services.rowsAtOnce)
      : undefined
  let requiredVersion: number | null = null
  const requireVersion = (found: number) => {
    requiredVersion = found
    context.requireVersion?.(found)
  }
  try {
    return await work({ observe: limiter?.observe ?? context.observe, requireVersion })
  } catch (error) {
    if (services === undefined) throw error
    if (error instanceof BeyondLimits) throw services.planInstead(operation(), '')
    if (error instanceof NeedsPlan) throw services.planInstead(operation(), error.message)
    if (limiter === undefined || !(error instanceof TooManyRows)) throw error
    throw services.leaveToJob({
      operation: operation(),
      requiredVersion,
      rulesetIds: [...error.rulesetIds],
    })
  }
}

import type { OperationContext } from './operations/kind.ts'
import { EffectCollector, TooManyRows } from './effect-collector.ts'

/** What work must hand on: `observe` to what writes manifests, `requireVersion` the version of its locked record. */
type Watched = Required<Pick<OperationContext, 'requireVersion'>> &
  Pick<OperationContext, 'observe'>

/**
 * Does the work of an endpoint. Where the context may take longer and too many stays move, all of it is undone and left
 * to a job, which finds the work by the `op` of its data (plans/long-work.ts): 202 with the plan that tells how far it is.
 */
export async function atOnceOrByJob<T>(
  context: OperationContext,
  operation: () => object,
  work: (watched: Watched) => Promise<T>,
): Promise<T> {
  const services = context.mayTakeLonger === true ? context.services : undefined
  const limiter = services && new EffectCollector(services.rowsAtOnce)
  let requiredVersion: number | null = null
  const requireVersion = (found: number) => {
    requiredVersion = found
    context.requireVersion?.(found)
  }
  try {
    return await work({ observe: limiter?.observe ?? context.observe, requireVersion })
  } catch (error) {
    if (services === undefined || !(error instanceof TooManyRows)) throw error
    throw services.leaveToJob({
      operation: operation(),
      requiredVersion,
      rulesetIds: [...error.rulesetIds],
    })
  }
}

import type { PolicyContext } from '../change-policy.ts'
import { policyCacheOf } from '../policy-cache-of.ts'
import type { OperationContext } from './kind.ts'

/** What the seam of every change of the policy wants of an operation's context. */
export function policyContext(context: OperationContext): PolicyContext {
  const { tx, actor, services, observe, passesLimits, onExceeded, isDryRun } = context
  const policies = context.policies ?? (services && policyCacheOf(services.database))
  return { tx, actor, policies, observe, passesLimits, onExceeded, isDryRun }
}

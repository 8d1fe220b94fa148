import type { PolicyContext } from '../change-policy.ts'
import { policyCacheOf } from '../policy-cache-of.ts'
import { mayOnRuleset } from '../rulesets/ruleset-rights.ts'
import type { OperationContext } from './kind.ts'

/** What the seam of every change of the policy wants of an operation's context. */
export function policyContext(context: OperationContext): PolicyContext {
  const { tx, actor, services, observe, passesLimits, isDryRun } = context
  const policies = context.policies ?? (services && policyCacheOf(services.database))
  const mayView = (rulesetId: string) => mayOnRuleset(context, rulesetId, 'view')
  return { tx, actor, policies, observe, passesLimits, isDryRun, mayView }
}

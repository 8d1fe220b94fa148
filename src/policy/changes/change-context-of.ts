import type { ChangeContext } from './change-context.ts'
import { policyCacheOf } from '../model/policy-cache-of.ts'
import type { OperationContext } from './operation-kind.ts'

/** The context of a change by an operation's caller, with the compiled policy of the process. */
export function changeContextOf(context: OperationContext): ChangeContext {
  const { tx, actor, services, observe, rowsAtMost, passesLimits, isDryRun } = context
  const policies = context.policies ?? (services && policyCacheOf(services.database))
  return { tx, actor, policies, observe, rowsAtMost, passesLimits, isDryRun }
}

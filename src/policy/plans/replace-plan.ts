import type { AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import type { PlanRow } from './queries.ts'
import type { Planned } from './run-plan.ts'
import { insertPlan, stepPlan } from './write-plans.ts'

/**
 * Replaces a stale plan by one that shows the current effect; its author is the caller who applied the old one.
 * `operations`: those that are still possible, all by default. @returns the uuid of the new plan
 */
export async function replacePlan(
  tx: Transaction,
  actor: AuditActor,
  plan: PlanRow,
  { effect, findings, exceeds }: Planned,
  operations: readonly object[] = plan.operations,
): Promise<string> {
  const type = actor.type === 'service' ? ('service' as const) : ('user' as const)
  const id = await insertPlan(tx, actor, {
    description: plan.description,
    operations,
    author: { type, id: actor.id ?? plan.author_id ?? '' },
    effect,
    findings,
    exceeds,
  })
  await stepPlan(tx, actor, plan, { to: 'stale', replacedById: id })
  return id
}

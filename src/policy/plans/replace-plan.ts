import type { AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import type { PlanRow } from './queries.ts'
import type { Planned } from './run-plan.ts'
import { insertPlan, stepPlan } from './write-plans.ts'

/**
 * Replaces a stale plan by one that shows the current effect; its author is the caller who applied the old one.
 * @returns the uuid of the new plan
 */
export async function replacePlan(
  tx: Transaction,
  actor: AuditActor,
  plan: PlanRow,
  planned: Planned,
): Promise<string> {
  const type = actor.type === 'service' ? ('service' as const) : ('user' as const)
  const id = await insertPlan(tx, actor, {
    description: plan.description,
    author: { type, id: actor.id ?? plan.author_id ?? '' },
    ...planned,
  })
  await stepPlan(tx, actor, plan, { to: 'stale', replacedById: id })
  return id
}

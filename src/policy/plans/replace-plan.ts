import type { AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import type { PlanRow } from './queries.ts'
import type { Planned } from './run-plan.ts'
import { insertPlan, stepPlan } from './write-plans.ts'

/** Puts a plan that shows today's effect, by whoever wanted to apply it, in the place of one that is stale. `operations` are what is left of it. @returns its uuid */
export async function replacePlan(
  tx: Transaction,
  actor: AuditActor,
  plan: PlanRow,
  { effect, findings }: Planned,
  operations: readonly object[] = plan.operations,
): Promise<string> {
  const type = actor.type === 'service' ? ('service' as const) : ('user' as const)
  const id = await insertPlan(tx, actor, {
    description: plan.description,
    operations,
    author: { type, id: actor.id ?? plan.author_id },
    effect,
    findings,
  })
  await stepPlan(tx, actor, plan, { to: 'stale', replacedById: id })
  return id
}

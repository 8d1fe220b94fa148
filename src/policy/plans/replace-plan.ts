import type { AuditActor } from '../../audit/record.ts'
import { decodeId, idPrefixes } from '../../contract/ids.ts'
import type { Transaction } from '../../database/database.ts'
import type { NotReverted } from './not-reverted.ts'
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
  const { reverts_plan_id: reverted } = plan
  const id = await insertPlan(tx, actor, {
    description: plan.description,
    author: { type, id: actor.id ?? plan.author_id ?? '' },
    reverts: reverted === null ? null : { planId: reverted, left: leftOf(plan, planned) },
    ...planned,
  })
  await stepPlan(tx, actor, plan, { to: 'stale', replacedById: id })
  return id
}

/** What a revert leaves: also the operations that have become impossible since it was planned. */
function leftOf(plan: PlanRow, { operations }: Planned): NotReverted[] {
  const kept = new Set(operations.map((each) => JSON.stringify(each)))
  const dropped = plan.operations.filter((each) => !kept.has(JSON.stringify(each)))
  return [...plan.not_reverted, ...dropped.map(droppedOf)]
}

function droppedOf(operation: object): NotReverted {
  const [event, name = ''] = [opOf(operation), ruleOf(operation)]
  const id = decodeId('rule', name) ?? null
  const reason = `${event.replaceAll('_', ' ')} has become impossible: what it is about was changed since.`
  return { event, type: idPrefixes.rule, id, rulesetId: null, reason }
}

const opOf = (operation: object): string => ('op' in operation ? String(operation.op) : '')
const ruleOf = (operation: object): string | undefined =>
  'rule_id' in operation ? String(operation.rule_id) : undefined

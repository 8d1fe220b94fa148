import type { Reader } from '../../database/database.ts'
import { findAttributeCycle } from '../../engine/attribute-graph.ts'
import { attributeRulesetType } from '../../engine/model.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import type { OperationCall } from '../changes/operation-kind.ts'
import { loadPolicy } from '../model/load-policy.ts'

/** The names of attributes that depend on one another, the first again at the end; null where none do. */
async function nameAttributeCycle(reader: Reader): Promise<string[] | null> {
  const { policy, attributes } = await loadPolicy(reader)
  const cycle = findAttributeCycle(policy)
  if (cycle === null) return null
  const nameOf = new Map(
    attributes.map(({ id, dimensionHandle, name }) => [id, `${dimensionHandle}: ${name}`]),
  )
  return [...cycle, ...cycle.slice(0, 1)].map((id) => nameOf.get(id) ?? id)
}

type RuleConditions = {
  rulesetType: string
  conditions: readonly { type: string }[]
}

/** 422 where a rule that was just written lets attributes depend on one another; drafts count. */
export async function refuseCycle(
  work: OperationCall,
  { rulesetType, conditions }: RuleConditions,
): Promise<void> {
  if (rulesetType !== attributeRulesetType) return
  if (conditions.some(({ type }) => type === 'attribute')) await refuseAnyCycle(work, 'conditions')
}

/** 422 at the field where attributes depend on one another; drafts count. */
export async function refuseAnyCycle(work: OperationCall, field: string): Promise<void> {
  const cycle = await nameAttributeCycle(work.tx)
  if (cycle === null) return
  // The dependencies come from rules that the caller may not be allowed to see.
  const named = work.context.may('policy.rule.view') ? `: ${cycle.join(' → ')}` : ''
  throw unprocessable({ [field]: [`would let attributes depend on one another${named}`] })
}

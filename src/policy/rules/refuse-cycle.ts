import { attributeRulesetType } from '../../engine/model.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import { nameAttributeCycle } from '../model/attribute-cycle.ts'
import type { OperationCall } from '../changes/operation-kind.ts'

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

import { Type } from 'typebox'
import { attributeRulesetType } from '../../engine/model.ts'
import { unprocessable } from '../../http/refusals/problem.ts'

/** The days of a grace; 0 is none. */
export const Days = Type.Integer({ minimum: 0, maximum: 1095, examples: [7] })

/** The fault of a grace in a ruleset that has none. */
export function graceFault(rulesetType: string, days: number | null | undefined): string | null {
  const givesIt = rulesetType !== attributeRulesetType
  return givesIt || (days ?? 0) === 0 ? null : 'must be 0 or none: attributes give no grace'
}

/** 422 for a {@link graceFault}. */
export function refuseGrace(rulesetType: string, days: number | null | undefined): void {
  const fault = graceFault(rulesetType, days)
  if (fault !== null) throw unprocessable({ expires_after_days: [fault] })
}

import type { Condition, Rule, Ruleset } from './model.ts'

/** What a condition was held against. */
export type SeenValues =
  /**
   * The values under its key, unfolded, of each identity there: `index` is that in the person's list. An ignored one is
   * deactivated, and not of the primary integration.
   */
  | {
      kind: 'identities'
      integrationId: string | null
      identities: readonly { index: number; values: readonly string[]; isIgnored: boolean }[]
    }
  /** The direct manager, or all managers above, the direct one first. */
  | { kind: 'managers'; managers: readonly string[] }
  /** `isAway`: expired, deactivated or deleted, so that a positive condition on them rests. */
  | { kind: 'self'; isAway: boolean }
  | SeenAttribute

/** Whether the person holds the attribute, or is entitled to the resource, null where no rule decides it, and by which rule, or which comes nearest. */
export interface SeenAttribute {
  kind: 'attribute'
  holds: boolean | null
  /** Indices of the deactivated identities that make a negative condition false. */
  deactivated: readonly number[]
  rule: RuleFinding | null
  isCut: boolean
}

export interface ConditionFinding {
  condition: Condition
  isMet: boolean
  saw: SeenValues
}

export interface RuleFinding {
  rule: Rule
  ruleset: Ruleset
  isInForce: boolean
  /** All conditions hold, and the person is not deleted. */
  isMet: boolean
  /** In the order of the rule's conditions. */
  conditions: readonly ConditionFinding[]
}

/** The conditions of a rule that are not met. */
export function unmetOf({ conditions }: RuleFinding): ConditionFinding[] {
  return conditions.filter(({ isMet }) => !isMet)
}

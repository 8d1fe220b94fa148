import type { PersonVerdict } from '../evaluate-person.ts'
import { attributeRulesetType } from '../model.ts'
import type { ColumnPolicy } from './column-policy.ts'
import { itemAt } from './item-at.ts'
import type { Program, ProgramRule } from './program.ts'
import { RuleIndex } from './rule-index.ts'
import type { Subject } from './subject.ts'

/**
 * Evaluates one person at a time by the program that `evaluateEverybody` runs over columns: it looks only at the rules
 * that the person could meet (docs/decisions/0064-fast-where-it-is-measured.md).
 */
export class PersonVerdicts {
  readonly #inForce: Program
  readonly #index: RuleIndex

  constructor({ inForce }: ColumnPolicy) {
    this.#inForce = inForce
    this.#index = new RuleIndex(inForce)
  }

  /** The same as `evaluatePerson`. */
  verdictOn(subject: Subject): PersonVerdict {
    const { isEligible: eligible } = subject
    const qualified: string[] = []
    const attributes = new Set<string>()
    const admitted = new Map<string, string>()
    for (const { rule, ruleset } of this.#qualified(subject)) {
      qualified.push(rule.id)
      if (ruleset.type === attributeRulesetType) attributes.add(ruleset.resourceId)
      if (eligible && !admitted.has(ruleset.id)) admitted.set(ruleset.id, rule.id)
    }
    return { eligible, qualified, attributes: [...attributes], admitted }
  }

  #qualified(subject: Subject): ProgramRule[] {
    if (subject.isDeleted) return []
    const { rules } = this.#inForce
    const met: ProgramRule[] = []
    // Array.from takes several times as long with an array of numbers.
    for (const index of this.#index.rulesMetBy(subject)) met.push(itemAt(rules, index))
    return met
  }
}

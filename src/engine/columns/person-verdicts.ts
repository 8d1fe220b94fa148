import { byAdmission } from '../admission-order.ts'
import type { PersonVerdict } from '../evaluate-person.ts'
import { attributeRulesetType } from '../model.ts'
import type { ColumnPolicy } from './column-policy.ts'
import { itemAt } from './item-at.ts'
import type { Program, ProgramRule } from './program.ts'
import { RuleIndex } from './rule-index.ts'
import type { Subject } from './subject.ts'

/** Answers about one person at a time, under one policy. */
export class PersonVerdicts {
  readonly #inForce: Program
  readonly #columnPolicy: ColumnPolicy
  readonly #indexInForce: RuleIndex
  #indexStaged: RuleIndex | undefined

  constructor(columnPolicy: ColumnPolicy) {
    const { inForce } = columnPolicy
    this.#inForce = inForce
    this.#columnPolicy = columnPolicy
    this.#indexInForce = new RuleIndex(inForce)
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

  /** The same as `stagedRulesOf`. */
  stagedRulesOf(subject: Subject): string[] {
    if (subject.isDeleted) return []
    const { staged: program } = this.#columnPolicy
    this.#indexStaged ??= new RuleIndex(program)
    const met = rulesAt(program, this.#indexStaged.rulesMetBy(subject))
    const staged = met.filter(({ isAsked }) => isAsked)
    const waiting = subject.isStaged ? this.#qualified(subject) : []
    const rules = [...staged, ...waiting].map(({ rule }) => rule)
    return rules.sort(byAdmission).map(({ id }) => id)
  }

  #qualified(subject: Subject): ProgramRule[] {
    if (subject.isDeleted) return []
    return rulesAt(this.#inForce, this.#indexInForce.rulesMetBy(subject))
  }
}

function rulesAt({ rules }: Program, indices: Uint32Array): ProgramRule[] {
  const found: ProgramRule[] = []
  for (const index of indices) found.push(itemAt(rules, index))
  return found
}

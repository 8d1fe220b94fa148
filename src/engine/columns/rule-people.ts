import { hasBit, listBits, wordsFor } from './bitmap.ts'
import { itemAt } from './item-at.ts'
import type { FactsAt, PeopleFacts } from './people-facts.ts'
import { addToBits, copyOf, listedSet, maxListed, setOfBits, type PersonSet } from './person-set.ts'
import { PredicatePeople } from './predicate-people.ts'
import type { Program, ProgramAttribute, ProgramRule } from './program.ts'

/**
 * Called with the results, in the order of the evaluation. Sets are only valid during the call: copy what is kept.
 */
export interface RuleVisitor {
  /** The undeleted people who qualify for a rule, in any state. */
  onRule?(rule: ProgramRule, people: PersonSet): void
  /** The undeleted people who qualify for an attribute. */
  onAttribute?(attribute: ProgramAttribute, people: PersonSet): void
  /** The undeleted people who are entitled to a resource that a condition names. */
  onResource?(resource: ProgramAttribute, people: PersonSet): void
}

/** By postings and bitmaps, built for many rules, or by testing each person, for a few. */
export type Method = 'many_rules' | 'few_rules'

/**
 * Evaluates everybody against all rules of a program: each attribute before the rules that name it, the rules of a
 * ruleset in admission order, including rules that are only needed for others.
 */
export function visitRulePeople(
  program: Program,
  facts: FactsAt,
  method: Method,
  visitor: RuleVisitor,
): void {
  const work = new RuleWork(program, facts, method)
  for (const [index, attribute] of program.attributes.entries()) {
    const rules = attribute.rules.map((at) => itemAt(program.rules, at))
    const people = work.unionOf(byRuleset(rules), visitor)
    work.setHolders(index, people)
    if (attribute.isResource) visitor.onResource?.(attribute, people)
    else visitor.onAttribute?.(attribute, people)
  }
  const rest = program.rules.filter((rule) => rule.attribute === -1)
  for (const rule of byRuleset(rest)) work.visit(rule, visitor)
}

function byRuleset(rules: readonly ProgramRule[]): ProgramRule[] {
  return [...Map.groupBy(rules, ({ ruleset }) => ruleset).values()].flat()
}

/** One evaluation, with the scratch memory that its rules share. */
class RuleWork {
  readonly #facts: PeopleFacts
  readonly #people: PredicatePeople
  readonly #method: Method
  readonly #list: Uint32Array
  readonly #bits: Uint32Array
  readonly #union: Uint32Array

  constructor(program: Program, at: FactsAt, method: Method) {
    const { facts } = at
    this.#facts = facts
    this.#method = method
    this.#people = new PredicatePeople(program, at, method === 'many_rules')
    this.#list = new Uint32Array(facts.size)
    this.#bits = new Uint32Array(wordsFor(facts.size))
    this.#union = new Uint32Array(wordsFor(facts.size))
  }

  setHolders(attribute: number, people: PersonSet): void {
    this.#people.atoms.setHolders(attribute, people)
  }

  visit(rule: ProgramRule, visitor: RuleVisitor): PersonSet {
    const people = this.#peopleMeeting(rule.predicates)
    this.#people.release(rule.predicates)
    visitor.onRule?.(rule, people)
    return people
  }

  /** Visits each of the rules; returns the people who meet any of them, in separate memory. */
  unionOf(rules: readonly ProgramRule[], visitor: RuleVisitor): PersonSet {
    const [only] = rules
    if (only !== undefined && rules.length === 1) return copyOf(this.visit(only, visitor))
    this.#union.fill(0)
    for (const rule of rules) addToBits(this.visit(rule, visitor), this.#union)
    return copyOf(setOfBits(this.#union, this.#facts.size))
  }

  /** The most selective predicate first: from a short list of its people, else from a bitmap of everybody. */
  #peopleMeeting(predicates: readonly number[]): PersonSet {
    const ordered = predicates
      .map((index) => ({ index, estimate: this.#people.estimate(index) }))
      .sort((a, b) => (a.estimate === b.estimate ? 0 : a.estimate - b.estimate))
    const [first, ...others] = ordered
    if (first === undefined) return listedSet(new Uint32Array())
    const rest = others.map(({ index }) => index)
    if (first.estimate <= maxListed(this.#facts.size)) return this.#fromFew(first.index, rest)
    const all = [first.index, ...rest]
    return this.#method === 'many_rules' ? this.#fromBits(all) : this.#fromEverybody(all)
  }

  #fromFew(first: number, rest: readonly number[]): PersonSet {
    const { alive } = this.#facts
    let count = 0
    for (const person of this.#people.list(first)) {
      if (hasBit(alive, person)) this.#list[count++] = person
    }
    return this.#filtered(rest, count)
  }

  /** Tests each person, which needs no postings. */
  #fromEverybody(predicates: readonly number[]): PersonSet {
    const everybody = this.#facts.alive.subarray(0, this.#bits.length)
    return this.#filtered(predicates, listBits(everybody, this.#list))
  }

  #filtered(predicates: readonly number[], count: number): PersonSet {
    let left = count
    for (const index of predicates) left = this.#people.filter(index, this.#list, left)
    return listedSet(this.#list.slice(0, left))
  }

  #fromBits(predicates: readonly number[]): PersonSet {
    this.#bits.set(this.#facts.alive.subarray(0, this.#bits.length))
    for (const index of predicates) this.#people.narrow(index, this.#bits)
    return setOfBits(this.#bits, this.#facts.size)
  }
}

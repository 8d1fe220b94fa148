import type { ComparedText } from '../fold.ts'
import { anchorRules, type Anchors, type ColumnAnchors } from './anchors.ts'
import { listBits, setBit, wordsFor } from './bitmap.ts'
import { itemAt } from './item-at.ts'
import { PersonEvaluation, unknown, type LookedAt } from './person-evaluation.ts'
import { nothing, OpenRules } from './open-rules.ts'
import type { Program } from './program.ts'
import type { Subject } from './subject.ts'

/** Values whose patterns are remembered, per column. */
const maxRemembered = 4096

/** Finds the rules of a program that one person meets, looking only at those that could be met. */
export class RuleIndex {
  readonly #program: Program
  readonly #anchors: Anchors
  /** By column: value → the rules anchored at patterns that it matches. */
  readonly #remembered: readonly Map<string, readonly number[]>[]
  readonly #open: OpenRules
  /** By predicate, for the evaluated person. */
  readonly #answers: Uint8Array
  readonly #predicates: readonly LookedAt[]
  /** The predicates of all rules, where those of each rule start, and the attribute that each decides. */
  readonly #flat: Uint32Array
  readonly #starts: Uint32Array
  readonly #attributes: Int32Array
  /** A bitmap of rules, and room to list them. */
  readonly #met: Uint32Array
  readonly #list: Uint32Array

  constructor(program: Program) {
    this.#program = program
    this.#open = new OpenRules(program)
    this.#answers = new Uint8Array(program.predicates.length)
    this.#predicates = program.predicates.map(({ atom, ...predicate }) => ({
      ...predicate,
      atom: itemAt(program.atoms, atom),
    }))
    this.#flat = Uint32Array.from(program.rules.flatMap(({ predicates }) => predicates))
    this.#starts = new Uint32Array(program.rules.length + 1)
    for (const [rule, { predicates }] of program.rules.entries()) {
      this.#starts[rule + 1] = (this.#starts[rule] ?? 0) + predicates.length
    }
    this.#attributes = Int32Array.from(program.rules, ({ attribute }) => attribute)
    this.#met = new Uint32Array(wordsFor(program.rules.length))
    this.#list = new Uint32Array(program.rules.length)
    this.#anchors = anchorRules(program)
    this.#remembered = program.columns.map(() => new Map())
  }

  /**
   * Indices of the rules that the subject meets, in admission order; valid until the next call. Deleted subjects
   * are not excluded.
   */
  rulesMetBy(subject: Subject): Uint32Array {
    const open = this.#open
    const evaluation = new PersonEvaluation(
      this.#program.columns,
      this.#predicates,
      subject,
      this.#answers,
    )
    this.#answers.fill(unknown)
    open.clear()
    this.#openByFacts(evaluation, open)
    const met = this.#met.fill(0)
    for (let rule = open.next(); rule !== nothing; rule = open.next()) {
      if (!evaluation.meetsAll(this.#flat, this.#starts[rule] ?? 0, this.#starts[rule + 1] ?? 0))
        continue
      setBit(met, rule)
      const attribute = this.#attributes[rule] ?? -1
      if (attribute === -1 || evaluation.held.has(attribute)) continue
      evaluation.held.add(attribute)
      open.addAll(this.#anchors.byAttribute.get(attribute))
    }
    return this.#list.subarray(0, listBits(met, this.#list))
  }

  #openByFacts(evaluation: PersonEvaluation, open: OpenRules): void {
    const { byUser, byManager, byManagerAbove, byColumn, always } = this.#anchors
    const { subject } = evaluation
    open.addAll(always)
    open.addAll(byUser.get(subject.id))
    if (subject.managerId !== null) open.addAll(byManager.get(subject.managerId))
    if (byManagerAbove.size > 0) {
      for (const id of evaluation.managersAbove()) open.addAll(byManagerAbove.get(id))
    }
    for (const [column, anchors] of byColumn.entries())
      this.#openByColumn(evaluation, column, anchors, open)
  }

  #openByColumn(
    evaluation: PersonEvaluation,
    column: number,
    anchors: ColumnAnchors,
    open: OpenRules,
  ): void {
    const { byValue, patterns, ifPresent, ifAbsent } = anchors
    const values = evaluation.valuesOf(column)
    if (values.length === 0) {
      if (ifAbsent.length > 0 && evaluation.hasIdentity(column)) open.addAll(ifAbsent)
      return
    }
    open.addAll(ifPresent)
    for (const value of values) {
      open.addAll(byValue.get(value.folded))
      if (patterns.length > 0) open.addAll(this.#matching(column, value, patterns))
    }
  }

  #matching(
    column: number,
    value: ComparedText,
    patterns: ColumnAnchors['patterns'],
  ): readonly number[] {
    const remembered = itemAt(this.#remembered, column)
    const known = remembered.get(value.text)
    if (known !== undefined) return known
    const rules = patterns.flatMap(({ atom, rules }) => (atom.holds(value) ? rules : []))
    if (remembered.size >= maxRemembered) remembered.clear()
    remembered.set(value.text, rules)
    return rules
  }
}

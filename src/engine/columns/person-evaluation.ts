import type { ComparedText } from '../fold.ts'
import { itemAt } from './item-at.ts'
import type { ColumnKey } from './column-keys.ts'
import type { Atom, ValueAtom } from './predicates.ts'
import type { Subject } from './subject.ts'

/** Answers about a predicate. */
export const unknown = 0
const no = 1
const yes = 2

/** A predicate with its atom. */
export interface LookedAt {
  atom: Atom
  isNegative: boolean
  orAbsent: boolean
}

/** One person during an evaluation: each answer is computed on first use. */
export class PersonEvaluation {
  readonly subject: Subject
  /** The attributes that are known to be held. */
  readonly held = new Set<number>()
  readonly #columns: readonly ColumnKey[]
  readonly #predicates: readonly LookedAt[]
  readonly #answers: Uint8Array
  readonly #values: (readonly ComparedText[] | undefined)[]
  #above: readonly string[] | undefined

  /** `answers` has a place for each predicate, all unknown. */
  constructor(
    columns: readonly ColumnKey[],
    predicates: readonly LookedAt[],
    subject: Subject,
    answers: Uint8Array,
  ) {
    this.#columns = columns
    this.#predicates = predicates
    this.#answers = answers
    this.#values = columns.map(() => undefined)
    this.subject = subject
  }

  managersAbove(): readonly string[] {
    return (this.#above ??= this.subject.managersAbove())
  }

  valuesOf(column: number): readonly ComparedText[] {
    return (this.#values[column] ??= this.subject.valuesOf(itemAt(this.#columns, column)))
  }

  hasIdentity(column: number): boolean {
    return this.subject.hasIdentity(itemAt(this.#columns, column))
  }

  /** Whether all predicates from `start` up to `end` are met. Only for those whose attributes are decided. */
  meetsAll(predicates: Uint32Array, start: number, end: number): boolean {
    for (let at = start; at < end; at++) {
      const predicate = predicates[at] ?? 0
      const known = this.#answers[predicate]
      if (known === no) return false
      if (known === yes) continue
      const isMet = this.#meets(predicate)
      this.#answers[predicate] = isMet ? yes : no
      if (!isMet) return false
    }
    return true
  }

  #meets(predicate: number): boolean {
    const { atom, isNegative, orAbsent } = itemAt(this.#predicates, predicate)
    if (!isNegative || atom.kind === 'never') return this.#isSo(atom)
    if (atom.kind === 'value' && this.valuesOf(atom.column).length === 0)
      return orAbsent && this.hasIdentity(atom.column)
    if (atom.kind === 'presence' && !this.hasIdentity(atom.column)) return false
    return !this.#isSo(atom)
  }

  #isSo(atom: Atom): boolean {
    switch (atom.kind) {
      case 'never':
        return false
      case 'value':
        return this.#hasValue(atom)
      case 'presence':
        return this.valuesOf(atom.column).length > 0
      case 'user':
        return this.subject.id === atom.id
      case 'away':
        return this.subject.isAway
      case 'direct_reports_of':
        return this.subject.managerId === atom.id
      case 'all_reports_of':
        return this.managersAbove().includes(atom.id)
      case 'attribute':
        return this.held.has(atom.attribute)
      case 'only_deactivated':
        return this.subject.hasOnlyDeactivated(atom.integrationId)
    }
  }
  #hasValue({ column, holds }: ValueAtom): boolean {
    for (const value of this.valuesOf(column)) if (holds(value)) return true
    return false
  }
}

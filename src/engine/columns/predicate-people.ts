import { AtomPeople } from './atom-people.ts'
import { filterByCodes } from './code-set.ts'
import { itemAt } from './item-at.ts'
import type { FactsAt } from './people-facts.ts'
import { listHolders } from './code-set.ts'
import {
  filterList,
  intersectBits,
  peopleIn,
  removeFromBits,
  type PersonSet,
} from './person-set.ts'
import type { Predicate } from './predicates.ts'
import type { Program } from './program.ts'

/** Bytes of sets that one evaluation keeps because a later rule needs them again. */
const maxKeptBytes = 64_000_000

/** The people who meet the predicates of a program. Sets are kept while later rules need them. */
export class PredicatePeople {
  readonly atoms: AtomPeople
  readonly #program: Program
  /** How many predicates of later rules use each atom. */
  readonly #uses: Uint32Array
  readonly #kept = new Map<number, PersonSet>()
  #keptBytes = 0

  constructor(program: Program, facts: FactsAt, mayInvert: boolean) {
    this.#program = program
    this.atoms = new AtomPeople(program, facts, mayInvert)
    this.#uses = new Uint32Array(program.atoms.length)
    for (const { predicates } of program.rules) {
      for (const index of predicates) {
        const { atom } = this.#predicate(index)
        this.#uses[atom] = (this.#uses[atom] ?? 0) + 1
      }
    }
  }

  /** Called when a rule with these predicates is done: sets that no other rule needs are released. */
  release(predicates: readonly number[]): void {
    for (const index of predicates) {
      const { atom } = this.#predicate(index)
      const left = (this.#uses[atom] ?? 0) - 1
      this.#uses[atom] = left
      if (left === 0) this.#forget(atom)
    }
  }

  /** An upper bound of how many people meet it; Infinity where only a full scan could tell. */
  estimate(index: number): number {
    const { atom: at, isNegative } = this.#predicate(index)
    const atom = itemAt(this.#program.atoms, at)
    if (atom.kind === 'never') return 0
    if (isNegative || atom.kind === 'presence') return Infinity
    return atom.kind === 'value' ? this.atoms.countValues(atom) : this.#set(at).count
  }

  /** The people who meet a predicate that has an estimate, ascending; read-only. */
  list(index: number): Uint32Array {
    const { atom: at } = this.#predicate(index)
    const atom = itemAt(this.#program.atoms, at)
    if (atom.kind !== 'value') return peopleIn(this.#set(at))
    return listHolders(this.atoms.codesOf(atom), this.atoms.column(atom.column))
  }

  /**
   * Keeps those of the first `count` people of an ascending list who meet the predicate; returns how many are left.
   */
  filter(index: number, list: Uint32Array, count: number): number {
    const { atom: at, isNegative, orAbsent } = this.#predicate(index)
    const atom = itemAt(this.#program.atoms, at)
    if (atom.kind === 'never') return 0
    if (atom.kind === 'value') {
      const column = this.atoms.column(atom.column)
      const left = orAbsent
        ? filterList(list, count, this.atoms.identities(atom.column), false)
        : count
      return filterByCodes(list, left, column, this.atoms.codesOf(atom), isNegative, orAbsent)
    }
    const left = filterList(list, count, this.#set(at), isNegative)
    if (atom.kind !== 'presence' || !isNegative) return left
    return filterList(list, left, this.atoms.identities(atom.column), false)
  }

  /** Keeps only people in the bitmap who meet the predicate. */
  narrow(index: number, bits: Uint32Array): void {
    const { atom: at, isNegative, orAbsent } = this.#predicate(index)
    const atom = itemAt(this.#program.atoms, at)
    if (!isNegative || atom.kind === 'never') return intersectBits(bits, this.#set(at))
    if (atom.kind === 'value' && !orAbsent) intersectBits(bits, this.atoms.presence(atom.column))
    else if (atom.kind === 'presence' || atom.kind === 'value')
      intersectBits(bits, this.atoms.identities(atom.column))
    removeFromBits(this.#set(at), bits)
  }

  #set(at: number): PersonSet {
    const known = this.#kept.get(at)
    if (known !== undefined) return known
    const atom = itemAt(this.#program.atoms, at)
    const set = this.atoms.peopleOf(atom)
    const isKeptThere = atom.kind === 'attribute' || atom.kind === 'presence'
    if (isKeptThere || this.#keptBytes + bytesOf(set) > maxKeptBytes) return set
    this.#keptBytes += bytesOf(set)
    this.#kept.set(at, set)
    return set
  }

  #forget(at: number): void {
    const kept = this.#kept.get(at)
    if (kept !== undefined) this.#keptBytes -= bytesOf(kept)
    this.#kept.delete(at)
    this.atoms.forget(itemAt(this.#program.atoms, at))
  }

  #predicate(index: number): Predicate {
    return itemAt(this.#program.predicates, index)
  }
}

function bytesOf({ list, bits }: PersonSet): number {
  return (list ?? bits).byteLength
}

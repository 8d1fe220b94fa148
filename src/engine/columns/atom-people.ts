import type { Instant } from '../model.ts'
import { setBit, wordsFor, type Bitmap } from './bitmap.ts'
import { codesMeeting, countHolders, listHolders, markHolders, type CodeSet } from './code-set.ts'
import { itemAt } from './item-at.ts'
import { columnOf, nobody, type FactsAt, type PeopleFacts } from './people-facts.ts'
import { listedSet, maxListed, setOfBits, type PersonSet } from './person-set.ts'
import type { Atom, ValueAtom } from './predicates.ts'
import type { Program } from './program.ts'
import { allReports, directReports } from './reports.ts'
import { isAwayAt } from './state-at.ts'
import type { ValueColumn } from './value-column.ts'

/** Computes which people match the atoms of a program. */
export class AtomPeople {
  readonly #program: Program
  readonly #facts: PeopleFacts
  readonly #columns: readonly ValueColumn[]
  readonly #mayInvert: boolean
  readonly #now: Instant
  readonly #codes = new Map<ValueAtom, CodeSet>()
  readonly #present = new Map<number, PersonSet>()
  readonly #holders = new Map<number, PersonSet>()

  /** With `mayInvert` columns are turned into postings, which pays off for many rules. */
  constructor(program: Program, { facts, now }: FactsAt, mayInvert: boolean) {
    this.#program = program
    this.#facts = facts
    this.#mayInvert = mayInvert
    this.#now = now
    this.#columns = program.columns.map((key) => columnOf(facts, key))
  }

  /** Says who holds an attribute; needed before any rule that names it. */
  setHolders(attribute: number, people: PersonSet): void {
    this.#holders.set(attribute, people)
  }

  forget(atom: Atom): void {
    if (atom.kind === 'attribute') this.#holders.delete(atom.attribute)
    if (atom.kind === 'value') this.#codes.delete(atom)
  }

  column(index: number): ValueColumn {
    return itemAt(this.#columns, index)
  }

  codesOf(atom: ValueAtom): CodeSet {
    const known = this.#codes.get(atom)
    if (known !== undefined) return known
    const codes = codesMeeting(atom, this.column(atom.column))
    this.#codes.set(atom, codes)
    return codes
  }

  /** At most how many people have such a value; Infinity where the column must not be inverted to know. */
  countValues(atom: ValueAtom): number {
    const column = this.column(atom.column)
    if (!this.#mayInvert && column.readyPostings() === null) return Infinity
    return countHolders(this.codesOf(atom), column)
  }

  /** The people who match the atom, deleted ones included; read-only. */
  peopleOf(atom: Atom): PersonSet {
    switch (atom.kind) {
      case 'never':
        return listedSet(new Uint32Array())
      case 'value':
        return this.#holdersOf(this.codesOf(atom), this.column(atom.column))
      case 'presence':
        return this.presence(atom.column)
      case 'user':
        return listedSet(Uint32Array.from(this.#indexOf(atom.id)))
      case 'direct_reports_of':
        return listedSet(directReports(this.#facts, this.#facts.indexOf(atom.id)))
      case 'all_reports_of':
        return allReports(this.#facts, this.#facts.indexOf(atom.id))
      case 'attribute':
        return this.#attribute(atom.attribute)
      case 'away':
        return this.#away()
      case 'only_deactivated':
        return this.#bits(this.#facts.onlyDeactivated.get(atom.integrationId))
    }
  }

  #away(): PersonSet {
    const { size } = this.#facts
    const bits = new Uint32Array(wordsFor(size))
    for (let person = 0; person < size; person++) {
      if (isAwayAt(this.#facts, person, this.#now)) setBit(bits, person)
    }
    return setOfBits(bits, size)
  }

  /** Who has some value there. */
  presence(column: number): PersonSet {
    const known = this.#present.get(column)
    if (known !== undefined) return known
    const { codes } = this.column(column)
    const { size } = this.#facts
    const bits = new Uint32Array(wordsFor(size))
    for (let person = 0; person < size; person++) {
      if ((codes[person] ?? 0) !== 0) setBit(bits, person)
    }
    const set = setOfBits(bits, size)
    this.#present.set(column, set)
    return set
  }

  /** Who has an identity in the integration of that column. */
  identities(column: number): PersonSet {
    const { integrationId } = itemAt(this.#program.columns, column)
    return this.#bits(this.#facts.identities.get(integrationId))
  }

  #bits(bits: Bitmap = new Uint32Array()): PersonSet {
    const { size } = this.#facts
    return setOfBits(bits.subarray(0, wordsFor(size)), size)
  }

  #holdersOf(codes: CodeSet, column: ValueColumn): PersonSet {
    const { size } = this.#facts
    if (countHolders(codes, column) <= maxListed(size)) return listedSet(listHolders(codes, column))
    const bits = new Uint32Array(wordsFor(size))
    markHolders(codes, column, bits)
    return setOfBits(bits, size)
  }

  #indexOf(id: string): number[] {
    const index = this.#facts.indexOf(id)
    return index === nobody ? [] : [index]
  }

  #attribute(attribute: number): PersonSet {
    const people = this.#holders.get(attribute)
    if (people === undefined)
      throw new Error(`attribute ${attribute} is asked for before its rules`)
    return people
  }
}

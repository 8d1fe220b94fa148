import { accountsIn, hasOnlyDeactivated, integrationsOfNegatedAttributes } from '../accounts.ts'
import type { Person, Policy } from '../model.ts'
import { readProfile } from '../profile-value.ts'
import { putBit, wordsFor, type Bitmap } from './bitmap.ts'
import { columnName, columnsRead, type ColumnKey } from './column-keys.ts'
import { codeOfState, nobody, type PeopleFacts } from './people-facts.ts'
import type { Postings } from './postings.ts'
import { invertManagers } from './reports.ts'
import { ValueColumn } from './value-column.ts'

/** The facts of people that a policy reads, kept in memory and replaced one person at a time. */
export class PeopleColumns implements PeopleFacts {
  readonly reads: readonly ColumnKey[]
  readonly columns: ReadonlyMap<string, ValueColumn>
  readonly identities = new Map<string, Bitmap>()
  readonly onlyDeactivated = new Map<string, Bitmap>()
  alive: Bitmap = new Uint32Array(1)
  baseStates = new Uint8Array(32)
  expiresAt = new Float64Array(32)
  managers = new Int32Array(32)
  parents = new Int32Array(32)
  readonly #ids: string[] = []
  readonly #indexOf = new Map<string, number>()
  #reports: Postings | null = null

  /** `negated`: the integrations for which it keeps who has only deactivated accounts there. */
  constructor(reads: readonly ColumnKey[], negated: readonly string[] = []) {
    this.reads = reads
    this.columns = new Map(reads.map((key) => [columnName(key), new ValueColumn()]))
    for (const { integrationId } of reads) this.identities.set(integrationId, new Uint32Array(1))
    for (const integrationId of negated) this.onlyDeactivated.set(integrationId, new Uint32Array(1))
  }

  get size(): number {
    return this.#ids.length
  }

  indexOf(id: string): number {
    return this.#indexOf.get(id) ?? nobody
  }

  /** The id of an index below `size`. */
  idAt(index: number): string {
    const id = this.#ids[index]
    if (id === undefined) throw new RangeError(`no person has the index ${index}`)
    return id
  }

  /** Whether it holds all columns that a policy with these reads needs. */
  covers(reads: readonly ColumnKey[]): boolean {
    return reads.every((key) => this.columns.has(columnName(key)))
  }

  /** Adds people, or replaces all their facts. */
  putAll(people: Iterable<Person>): void {
    for (const person of people) this.put(person)
  }

  /** Adds a person, or replaces all their facts; returns their index, which never changes. */
  put(person: Person): number {
    const index = this.#place(person.id)
    putBit(this.alive, index, person.deletedAt === null)
    this.baseStates[index] = codeOfState(person.baseState)
    this.expiresAt[index] = person.expiresAt ?? Infinity
    this.#setManager(index, this.#placeOf(person.managerId))
    // The place comes first: a new one may grow the columns, which replaces the arrays.
    const parent = this.#placeOf(person.parentId)
    this.parents[index] = parent
    this.#putIdentities(index, person)
    return index
  }

  /** Forgets a person who is no longer stored; an id that is not known is passed over. */
  remove(id: string): void {
    const index = this.indexOf(id)
    if (index === nobody) return
    putBit(this.alive, index, false)
    this.#setManager(index, nobody)
    this.parents[index] = nobody
    for (const bits of this.identities.values()) putBit(bits, index, false)
    for (const bits of this.onlyDeactivated.values()) putBit(bits, index, false)
    for (const column of this.columns.values()) column.put(index, [])
  }

  reports(): Postings {
    return (this.#reports ??= invertManagers(this.managers, this.size))
  }

  #putIdentities(index: number, person: Person): void {
    for (const [integrationId, bits] of this.onlyDeactivated)
      putBit(bits, index, hasOnlyDeactivated(person, integrationId))
    for (const key of this.reads) {
      const bits = this.identities.get(key.integrationId)
      const here = accountsIn(person, key.integrationId, key.isPrimary)
      if (bits !== undefined) putBit(bits, index, here.length > 0)
      this.columns.get(columnName(key))?.put(index, valuesOf(person, key))
    }
  }

  #setManager(index: number, manager: number): void {
    if (this.managers[index] === manager) return
    this.managers[index] = manager
    this.#reports = null
  }

  #placeOf(id: string | null): number {
    return id === null ? nobody : this.#place(id)
  }

  #place(id: string): number {
    const known = this.#indexOf.get(id)
    if (known !== undefined) return known
    const index = this.#ids.push(id) - 1
    this.#indexOf.set(id, index)
    if (index >= this.parents.length) this.#grow(index * 2)
    this.managers[index] = nobody
    this.parents[index] = nobody
    this.#reports = null
    return index
  }

  #grow(size: number): void {
    const words = wordsFor(size)
    this.alive = copyInto(new Uint32Array(words), this.alive)
    this.baseStates = copyInto(new Uint8Array(size), this.baseStates)
    this.expiresAt = copyInto(new Float64Array(size), this.expiresAt)
    this.managers = copyInto(new Int32Array(size), this.managers)
    this.parents = copyInto(new Int32Array(size), this.parents)
    for (const [integrationId, bits] of this.identities) {
      this.identities.set(integrationId, copyInto(new Uint32Array(words), bits))
    }
    for (const [integrationId, bits] of this.onlyDeactivated) {
      this.onlyDeactivated.set(integrationId, copyInto(new Uint32Array(words), bits))
    }
  }
}

/** Empty columns for everything that evaluating people under a policy reads. */
export function columnsFor(policy: Policy): PeopleColumns {
  return new PeopleColumns(columnsRead(policy), integrationsOfNegatedAttributes(policy))
}

/** The values under a key; several identities there are one list. */
export function valuesOf(person: Person, key: ColumnKey): string[] {
  return accountsIn(person, key.integrationId, key.isPrimary).flatMap(({ profile }) =>
    readProfile(profile, key.profileKey),
  )
}

type NumberArray = Uint8Array | Uint32Array | Int32Array | Float64Array

function copyInto<A extends NumberArray>(larger: A, held: A): A {
  larger.set(held)
  return larger
}

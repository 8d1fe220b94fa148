import { comparedText, type ComparedText } from '../fold.ts'
import { itemAt } from './item-at.ts'
import { invert, type Codes, type Postings } from './postings.ts'

/** A column as it is sent to another thread. */
export interface PackedColumn {
  codes: Int32Array<ArrayBuffer>
  lists: Int32Array<ArrayBuffer>
  /** The text of code 1 and so on. */
  texts: string[]
}

/** What people hold under one profile key of one integration: codes of distinct values, from 1. Code 0 is no value. */
export class ValueColumn implements Codes {
  codes = new Int32Array()
  lists = new Int32Array()
  /** The value of code 1 and so on. */
  readonly values: ComparedText[] = []
  readonly #codeOf = new Map<string, number>()
  /** Folded value → its code, or its codes if it has several spellings. Built on demand. */
  readonly #codesOfFolded = new Map<string, number | number[]>()
  #indexed = 0
  #listsEnd = 0
  #listsWasted = 0
  #size = 0
  #postings: Postings | null = null

  static unpack(packed: PackedColumn): ValueColumn {
    const column = new ValueColumn()
    column.codes = packed.codes
    column.lists = packed.lists
    column.#listsEnd = packed.lists.length
    column.#size = packed.codes.length
    for (const text of packed.texts) column.#encode(text)
    return column
  }

  /** A copy that shares no memory with this column. */
  pack(size: number): PackedColumn {
    const codes = new Int32Array(size)
    codes.set(this.codes.subarray(0, Math.min(size, this.#size)))
    const texts = this.values.map(({ text }) => text)
    return { codes, lists: this.lists.slice(0, this.#listsEnd), texts }
  }

  /** The codes of the values that are the same when folded; none if no person ever had one. */
  codesOf(folded: string): readonly number[] {
    for (; this.#indexed < this.values.length; this.#indexed++) this.#index(this.#indexed + 1)
    const codes = this.#codesOfFolded.get(folded) ?? []
    return typeof codes === 'number' ? [codes] : codes
  }

  /** Replaces what a person holds. */
  put(person: number, values: readonly string[]): void {
    this.#makeRoom(person)
    const codes = [...new Set(values.map((value) => this.#encode(value)))]
    if (this.#isSame(person, codes)) return
    this.#postings = null
    this.#dropList(this.codes[person] ?? 0)
    const [only = 0] = codes
    this.codes[person] = codes.length < 2 ? only : ~this.#addList(codes)
    if (this.#listsWasted > 1024 && this.#listsWasted * 2 > this.#listsEnd) this.#compact()
  }

  /** The values of a person, in no particular order. */
  valuesOf(person: number): ComparedText[] {
    return this.#codesOf(person).map((code) => itemAt(this.values, code - 1))
  }

  /** The people with each value; built on first use, and again after a change. */
  postings(): Postings {
    return (this.#postings ??= invert(this, this.#size, this.values.length))
  }

  /** The same where it costs nothing, else null. */
  readyPostings(): Postings | null {
    return this.#postings
  }

  #codesOf(person: number): number[] {
    const code = person < this.#size ? (this.codes[person] ?? 0) : 0
    if (code >= 0) return code === 0 ? [] : [code]
    const start = ~code
    return [...this.lists.subarray(start + 1, start + 1 + (this.lists[start] ?? 0))]
  }

  #isSame(person: number, codes: readonly number[]): boolean {
    const held = this.#codesOf(person)
    return held.length === codes.length && codes.every((code) => held.includes(code))
  }

  #index(code: number): void {
    const { folded } = itemAt(this.values, code - 1)
    const known = this.#codesOfFolded.get(folded)
    if (typeof known === 'object') known.push(code)
    else this.#codesOfFolded.set(folded, known === undefined ? code : [known, code])
  }

  #encode(value: string): number {
    const text = value.normalize('NFC')
    const known = this.#codeOf.get(text)
    if (known !== undefined) return known
    const code = this.values.push(comparedText(text))
    this.#codeOf.set(text, code)
    // Postings end at the last code that there was.
    this.#postings = null
    return code
  }

  #addList(codes: readonly number[]): number {
    const start = this.#listsEnd
    this.#listsEnd += codes.length + 1
    this.lists = grown(this.lists, this.#listsEnd)
    this.lists[start] = codes.length
    this.lists.set(codes, start + 1)
    return start
  }

  #dropList(code: number): void {
    if (code < 0) this.#listsWasted += (this.lists[~code] ?? 0) + 1
  }

  #compact(): void {
    const held = this.lists
    this.lists = new Int32Array(this.#listsEnd - this.#listsWasted)
    this.#listsEnd = 0
    this.#listsWasted = 0
    for (let person = 0; person < this.#size; person++) {
      const code = this.codes[person] ?? 0
      if (code >= 0) continue
      const start = ~code
      const list = held.subarray(start + 1, start + 1 + (held[start] ?? 0))
      this.codes[person] = ~this.#addList([...list])
    }
  }

  #makeRoom(person: number): void {
    if (person < this.#size) return
    this.#size = person + 1
    this.codes = grown(this.codes, this.#size)
  }
}

function grown(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  if (length <= array.length) return array
  const larger = new Int32Array(Math.max(length, array.length * 2))
  larger.set(array)
  return larger
}

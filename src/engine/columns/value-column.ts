import { invert, type Codes, type Postings } from './postings.ts'

/** A column as it goes to another thread. */
export interface PackedColumn {
  codes: Int32Array<ArrayBuffer>
  lists: Int32Array<ArrayBuffer>
  /** By code; the first stands for "absent" and is empty. */
  values: string[]
}

/** What people hold under one profile key of one integration: codes of distinct folded values. */
export class ValueColumn implements Codes {
  codes = new Int32Array(16)
  lists = new Int32Array(16)
  readonly values: string[] = ['']
  readonly #codeOf = new Map<string, number>()
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
    for (const value of packed.values.slice(1)) column.#encode(value)
    return column
  }

  /** A copy that shares no memory with this column. */
  pack(size: number): PackedColumn {
    const codes = new Int32Array(size)
    codes.set(this.codes.subarray(0, Math.min(size, this.#size)))
    return { codes, lists: this.lists.slice(0, this.#listsEnd), values: this.values.slice() }
  }

  /** The code of a folded value; 0 where nobody ever had it. */
  codeOf(value: string): number {
    return this.#codeOf.get(value) ?? 0
  }

  /** Replaces what a person holds. Values are folded. */
  put(person: number, values: readonly string[]): void {
    this.#makeRoom(person)
    const codes = [...new Set(values)].map((value) => this.#encode(value))
    if (this.#isSame(person, codes)) return
    this.#postings = null
    this.#dropList(this.codes[person] ?? 0)
    const [only = 0] = codes
    this.codes[person] = codes.length < 2 ? only : ~this.#addList(codes)
    if (this.#listsWasted > 1024 && this.#listsWasted * 2 > this.#listsEnd) this.#compact()
  }

  /** The folded values of a person, in no particular order. */
  valuesOf(person: number): string[] {
    return this.#codesOf(person).map((code) => this.values[code] ?? '')
  }

  /** Who has each value; made when first asked for, and again after a change. */
  postings(): Postings {
    return (this.#postings ??= invert(this, this.#size, this.values.length - 1))
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

  #encode(value: string): number {
    const known = this.#codeOf.get(value)
    if (known !== undefined) return known
    const code = this.values.push(value) - 1
    this.#codeOf.set(value, code)
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
    this.lists = new Int32Array(this.#listsEnd - this.#listsWasted + 16)
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

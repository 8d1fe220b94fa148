import { isList, type JsonValue } from '../../contract/json.ts'
import {
  furtherLists,
  isAnswer,
  isFurtherKey,
  isListKey,
  isPageInList,
  isRecordKey,
  longestKey,
  nestedList,
  ofRealm,
} from './json-envelopes.ts'
import { columnsIn } from './json-table.ts'
import { collectPages } from './pages.ts'
import { parseJsonRow, tooLongRow, type RawRow } from './raw-row.ts'
import { listedAs } from './record-lists.ts'
import { limits } from './source-record.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const SPACE = 0x20
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/**
 * Splits JSON text into records without holding more than one: the elements of a list, of the list inside an object
 * such as `{"users": […]}`, or consecutive objects (pages). It follows brackets and strings and parses each record
 * separately, so a broken record does not affect the rest.
 */
export class JsonSplitter {
  #chunk = ''
  #out: RawRow[] = []
  #depth = 0
  /** The depth of records: 0 outside of any list. */
  #recordDepth = 0
  #inString = false
  #escaped = false
  /** Behind the list of an envelope, up to the envelope's end. */
  #skipping = false
  #envelopes = 0
  #columns: readonly string[] | null = null
  /** The envelope without its list: what it says of the next page. */
  readonly #envelope = { start: 0, text: '', list: '', recordsBefore: 0, records: 0 }
  readonly #pages = collectPages()
  readonly #record = { isOpen: false, start: 0, held: '', isOver: false, index: 0 }
  /** The key of the list of an envelope that is being read. */
  #list = ''
  /** The keys at the top level of an object distinguish an envelope from a record. */
  readonly #top = {
    isTracked: false,
    textStart: 0,
    text: '',
    key: '',
    isRecord: false,
    isRealm: false,
    isReply: false,
  }

  /** Whether an object that wraps a list was met. */
  sawEnvelope(): boolean {
    return this.#envelopes > 0
  }

  /** The names of the columns, where the object that wraps rows says them before. */
  columns(): readonly string[] | null {
    return this.#columns
  }

  /** Why the objects that wrap lists can't be all of the source's pages, or null. */
  unfinished(): string | null {
    return this.#pages.unfinished()
  }

  /** The records that this chunk completes. */
  push(next: string): RawRow[] {
    this.#begin(next)
    for (let at = 0; at < this.#chunk.length; at += 1) {
      const code = this.#chunk.charCodeAt(at)
      if (this.#inString) this.#readString(code, at)
      // A number or word at top level has no bracket to end it.
      else if (code > SPACE) this.#readToken(code, at)
      else if (this.#depth === 0) this.#closeRecord(at)
    }
    if (this.#record.isOpen) this.#hold(this.#chunk.length)
    if (this.#skipping) this.#keepEnvelope(this.#chunk.length)
    if (this.#inString && this.#top.isTracked) this.#takeText(this.#chunk.length)
    return this.#out
  }

  #begin(chunk: string): void {
    this.#chunk = chunk
    this.#out = []
    this.#record.start = 0
    this.#envelope.start = 0
    this.#top.textStart = 0
  }

  #readString(code: number, at: number): void {
    if (this.#escaped) this.#escaped = false
    else if (code === BACKSLASH) this.#escaped = true
    else if (code === QUOTE) {
      this.#inString = false
      if (this.#top.isTracked) this.#takeText(at)
    }
  }

  #readToken(code: number, at: number): void {
    if (code === CLOSE_LIST || code === CLOSE_OBJECT) this.#close(at)
    else if (code === OPEN_LIST || code === OPEN_OBJECT) this.#open(code, at)
    else if (code === COMMA && this.#depth === this.#recordDepth) this.#closeRecord(at)
    else if (code === COLON && this.#depth === 1 && this.#recordDepth === 0) this.#readKey()
    else {
      if (this.#depth === this.#recordDepth && !this.#skipping) this.#openRecord(at)
      if (code === QUOTE) this.#openString(at)
    }
  }

  #open(code: number, at: number): void {
    if (code === OPEN_LIST && this.#depth === 0 && !this.#record.isOpen) this.#recordDepth = 1
    else if (code === OPEN_LIST && this.#depth === 1 && this.#record.isOpen && this.#holdsRecords())
      this.#enterEnvelope(at)
    else if (code === OPEN_LIST && this.#isFurther()) this.#enterFurther(at)
    else if (this.#depth === this.#recordDepth && !this.#skipping) this.#openRecord(at)
    this.#depth += 1
  }

  #close(at: number): void {
    if (this.#depth === this.#recordDepth) {
      this.#closeRecord(at)
      this.#leaveList(at)
      return
    }
    this.#depth -= 1
    if (this.#depth > 0) return
    this.#closeRecord(at + 1)
    if (this.#skipping) this.#closeEnvelope(at + 1)
    this.#skipping = false
  }

  #leaveList(at: number): void {
    if (this.#depth === 0) this.#out.push(this.#fault('a closing bracket without an opening one'))
    else this.#depth -= 1
    this.#skipping = this.#depth > 0
    this.#envelope.start = at
    if (this.#list === this.#envelope.list)
      this.#envelope.records = this.#record.index - this.#envelope.recordsBefore
    this.#recordDepth = 0
  }

  #isFurther(): boolean {
    if (!this.#skipping || this.#depth !== 1) return false
    return this.#top.isRealm
      ? this.#holdsRecords()
      : !this.#top.isRecord && isFurtherKey(this.#top.key)
  }

  #holdsRecords(): boolean {
    const { isRealm, isRecord, key } = this.#top
    return isRealm ? ofRealm.has(key) : !isRecord && isListKey(key)
  }

  #enterEnvelope(at: number): void {
    this.#envelopes += 1
    this.#hold(at)
    this.#list = this.#top.key
    Object.assign(this.#envelope, { text: `${this.#record.held}[`, list: this.#list })
    const head = parseJsonRow(0, `${this.#envelope.text}]}`)
    this.#columns = head.kind === 'bad' ? null : columnsIn(head.value)
    const before = head.kind === 'bad' || this.#top.isRealm ? [] : furtherLists(head.value)
    for (const { key, records } of before)
      if (listedAs({ list: key }) === 'groups') this.#addNested(records, { key, row: head })
    this.#envelope.recordsBefore = this.#record.index
    this.#recordDepth = 2
    Object.assign(this.#record, { isOpen: false, held: '', isOver: false })
  }

  /** Another list of the same envelope. */
  #enterFurther(at: number): void {
    this.#keepEnvelope(at)
    this.#envelope.text += '['
    this.#list = this.#top.key
    this.#recordDepth = 2
    this.#skipping = false
  }

  #keepEnvelope(end: number): void {
    if (this.#envelope.text.length <= limits.recordChars)
      this.#envelope.text += this.#chunk.slice(this.#envelope.start, end)
  }

  #closeEnvelope(end: number): void {
    this.#keepEnvelope(end)
    const row =
      this.#envelope.text.length > limits.recordChars
        ? tooLongRow(this.#record.index + 1)
        : parseJsonRow(this.#record.index + 1, this.#envelope.text)
    this.#pages.add(
      row.kind === 'bad' ? {} : row.value,
      this.#envelope.list,
      this.#envelope.records,
    )
    // People may be in what can't be read.
    if (row.kind === 'bad') this.#out.push(row)
    else
      for (const { key, records } of furtherLists(row.value))
        // Groups that came before the list were taken there.
        if (listedAs({ list: key }) !== 'groups') this.#addNested(records, { key, row })
  }

  #openRecord(at: number): void {
    if (this.#record.isOpen) return
    Object.assign(this.#record, { isOpen: true, start: at })
    if (this.#recordDepth === 0)
      Object.assign(this.#top, { key: '', isRecord: false, isRealm: false, isReply: false })
  }

  #closeRecord(at: number): void {
    if (!this.#record.isOpen) return
    this.#hold(at)
    const row = this.#record.isOver
      ? tooLongRow(this.#record.index + 1)
      : parseJsonRow(this.#record.index + 1, this.#record.held)
    if (this.#recordDepth === 0 && row.kind === 'raw') this.#addTopLevel(row.value, row)
    else if (this.#recordDepth === 1 && row.kind === 'raw' && isPageInList(row.value))
      this.#addPage(row.value, row)
    else
      this.#take(row.kind === 'raw' && this.#recordDepth === 2 ? { ...row, list: this.#list } : row)
    Object.assign(this.#record, { isOpen: false, held: '', isOver: false })
  }

  #addTopLevel(value: JsonValue, row: RawRow): void {
    if (this.#top.isRecord && !isAnswer(value)) this.#take(row)
    else this.#addPage(value, row)
  }

  /** A list may be deeper in an envelope (`{"d": {"results": […]}}`). */
  #addPage(value: JsonValue, row: RawRow): void {
    const nested = isList(value) ? { key: '', page: {}, records: value } : nestedList(value)
    if (nested === null) return this.#take(row)
    this.#envelopes += 1
    this.#pages.add(nested.page, nested.key.slice(0, longestKey), nested.records.length)
    this.#addNested(nested.records, { key: nested.key, row })
    for (const { key, records } of furtherLists(nested.page)) this.#addNested(records, { key, row })
  }

  #addNested(records: readonly JsonValue[], { key, row }: { key: string; row: RawRow }): void {
    const chars = row.kind === 'raw' ? row.chars : 0
    // It is looked at for every record.
    const listKey = key.slice(0, longestKey)
    for (const value of records) {
      const line = this.#record.index + 1
      this.#take({ kind: 'raw', line, value, chars, list: listKey })
    }
  }

  #fault(reason: string): RawRow {
    return { kind: 'bad', line: this.#record.index + 1, reason }
  }

  #take(row: RawRow): void {
    this.#record.index += 1
    this.#out.push(row)
  }

  #hold(end: number): void {
    if (this.#record.isOver) return
    this.#record.held += this.#chunk.slice(this.#record.start, end)
    this.#record.isOver = this.#record.held.length > limits.recordChars
    if (this.#record.isOver) this.#record.held = ''
  }

  #openString(at: number): void {
    this.#inString = true
    this.#top.isTracked = this.#depth === 1 && this.#recordDepth === 0
    if (this.#top.isTracked) Object.assign(this.#top, { textStart: at + 1, text: '' })
  }

  #takeText(end: number): void {
    this.#top.text = (this.#top.text + this.#chunk.slice(this.#top.textStart, end)).slice(0, 40)
  }

  #readKey(): void {
    this.#top.key = this.#top.text
    if (this.#top.key === 'jsonrpc') this.#top.isReply = true
    if (isRecordKey(this.#top.key) && !this.#top.isReply) this.#top.isRecord = true
    if (this.#top.key === 'realm') this.#top.isRealm = true
  }

  /** A fault if the text ended inside a record or a list. */
  end(): RawRow[] {
    this.#begin('')
    if (this.#depth > 0) return [this.#fault('the file ends inside a list or a record')]
    this.#closeRecord(0)
    return this.#out
  }
}

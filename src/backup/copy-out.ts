import { Readable, type Duplex } from 'node:stream'
import type { Connection, Submittable } from 'pg'

/** The kinds of messages that begin COPY, and have its rows. */
const copyOutResponse = 0x48
const copyData = 0x64
/** What may come between them and concerns nobody: notices, settings, notifications. */
const passedOver = new Set([0x4e, 0x53, 0x41])
const headBytes = 5
const nothing = Buffer.alloc(0)

/**
 * The rows of `copy … to stdout`, in pieces of one size but for the last. PostgreSQL sends a message for each row; pg, and
 * pg-copy-streams, make an object of each, which takes as long as all the rest of a backup.
 */
export class CopyOut extends Readable implements Submittable {
  /** Known at the end. */
  rowCount = 0
  readonly #text: string
  readonly #pieceBytes: number
  #socket: Duplex | undefined
  /** How pg receives messages. */
  #pg: ((chunk: Buffer) => void) | undefined
  #piece: Buffer
  #filled = 0
  /** What has come of the head of a message. */
  #head: Buffer = nothing
  /** What is still to come of its content, and whether that is rows. */
  #left = 0
  #isRows = false

  constructor(text: string, pieceBytes: number) {
    super({ objectMode: true, highWaterMark: 2 })
    this.#text = text
    this.#pieceBytes = pieceBytes
    this.#piece = Buffer.allocUnsafeSlow(pieceBytes)
  }

  submit(connection: Connection): void {
    const socket = connection.stream
    const [listener] = socket.listeners('data')
    if (listener === undefined) throw new Error('nobody receives what PostgreSQL sends')
    this.#pg = (chunk) => {
      Reflect.apply(listener, socket, [chunk])
    }
    socket.removeAllListeners('data').on('data', this.#receive)
    this.#socket = socket
    this.once('close', () => this.#giveBack(nothing))
    connection.query(this.#text)
  }

  override _read(): void {
    this.#socket?.resume()
  }

  readonly #receive = (chunk: Buffer): void => {
    for (let at = 0; at < chunk.length;) {
      if (this.#left === 0) {
        const isWhole = this.#head.length === 0 && chunk.length - at >= headBytes
        const begun = isWhole ? at : this.#continueHead(chunk, at)
        const head = isWhole ? chunk : this.#head
        if (!isWhole && head.length < headBytes) return
        const start = isWhole ? at : 0
        const kind = head[start] ?? 0
        if (kind !== copyData && kind !== copyOutResponse && !passedOver.has(kind)) {
          const rest = isWhole ? [] : [head]
          return this.#giveBack(Buffer.concat([...rest, chunk.subarray(begun)]))
        }
        this.#isRows = kind === copyData
        this.#left = head.readUInt32BE(start + 1) - 4
        at = isWhole ? at + headBytes : begun
        this.#head = nothing
      }
      const part = Math.min(this.#left, chunk.length - at)
      if (this.#isRows) this.#add(chunk, at, at + part)
      this.#left -= part
      at += part
    }
  }

  /** @returns where the chunk goes on after what it has of a head that two chunks have */
  #continueHead(chunk: Buffer, at: number): number {
    const known = this.#head.length
    this.#head = Buffer.concat([this.#head, chunk.subarray(at, at + headBytes - known)])
    return at + this.#head.length - known
  }

  #add(chunk: Buffer, from: number, to: number): void {
    for (let at = from; at < to;) {
      const copied = chunk.copy(this.#piece, this.#filled, at, to)
      this.#filled += copied
      at += copied
      if (this.#filled < this.#pieceBytes) return
      if (!this.push(this.#piece)) this.#socket?.pause()
      this.#piece = Buffer.allocUnsafeSlow(this.#pieceBytes)
      this.#filled = 0
    }
  }

  /** The rest is for pg: the end of the rows, or an error. */
  #giveBack(rest: Buffer): void {
    const [socket, pg] = [this.#socket, this.#pg]
    if (socket === undefined || pg === undefined) return
    this.#socket = undefined
    socket.off('data', this.#receive).on('data', pg)
    socket.resume()
    pg(rest)
  }

  handleError(error: Error): void {
    this.destroy(error)
  }

  handleCommandComplete({ text }: { text?: string }): void {
    this.rowCount = Number(/COPY (\d+)/.exec(text ?? '')?.[1] ?? 0)
  }

  handleReadyForQuery(): void {
    if (this.#filled > 0) this.push(this.#piece.subarray(0, this.#filled))
    this.push(null)
  }
}

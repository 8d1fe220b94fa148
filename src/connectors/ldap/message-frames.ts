import { ResponseRefused, notLdap } from './response-refused.ts'
import { extentAt, headerBytesAtMost, tags } from './ber.ts'

/** An entry with half a million members of usual names has less. */
const messageBytesAtMost = 64 * 2 ** 20

/** Divides what a connection receives into whole messages. Each byte is copied once. */
export class MessageFrames {
  /** The beginning of a message whose length is not known. */
  #header: Buffer = Buffer.alloc(0)
  #message: Buffer | undefined
  #filled = 0;

  /** The messages that these bytes complete. @throws ResponseRefused */
  *take(received: Buffer): Generator<Buffer> {
    let rest = received
    while (rest.length > 0) {
      if (this.#message === undefined) {
        const known = this.#header.length
        const header = Buffer.concat([this.#header, rest.subarray(0, headerBytesAtMost - known)])
        const size = sizeOf(header)
        if (size === null) {
          this.#header = header
          return
        }
        this.#message = Buffer.allocUnsafe(size)
        this.#filled = this.#header.copy(this.#message)
        this.#header = Buffer.alloc(0)
      }
      const copied = rest.copy(this.#message, this.#filled)
      this.#filled += copied
      rest = rest.subarray(copied)
      if (this.#filled < this.#message.length) return
      yield this.#message
      this.#message = undefined
    }
  }
}

/** The bytes of the message with this header; null if the header is not complete. */
function sizeOf(header: Buffer): number | null {
  if (header[0] !== tags.sequence) throw notLdap('no sequence')
  const size = extentAt(header, 0)?.end ?? null
  if (size !== null && size > messageBytesAtMost)
    throw new ResponseRefused(
      'The server sent a message of over 64 MiB, which is not read. If that is an entry of the directory, exclude it with a filter or a base DN.',
    )
  return size
}

import { SearchEntry, SearchReference, SearchResponse, type ExtendedResponse } from 'ldapts'
import { ResponseRefused } from './response-refused.ts'
import { MessageFrames } from './message-frames.ts'
import { openMessage, readOperation } from './read-message.ts'

/** A request of the client that has no result. */
export type PendingRequest = {
  resolve(response: SearchResponse | ExtendedResponse): void
  reject(error: unknown): void
}

/** Of one response, such as a page. Servers without paged results send everything as one page. */
const entriesAtMost = 50_000
const memoryAtMost = 256 * 2 ** 20
/** Of memory, about, besides the bytes of a value, which are kept as they came and as text. */
const bytesOfValue = 140

/**
 * Takes the place of the client's own parser. What the server sends takes bounded time and memory: the first message that is
 * wrong, and a response that is too large, end the connection.
 */
export class ResponseParser {
  /** Why the connection was ended. */
  refused: unknown
  readonly #end: () => void
  readonly #responses = new Map<number, PartialResponse>()
  #frames = new MessageFrames()

  /** @param end closes the connection */
  constructor(end: () => void) {
    this.#end = end
  }

  /** Called by the client with all that it receives, and with its requests by their ids. */
  read(received: Buffer, pending: Map<string, PendingRequest>): void {
    if (this.refused !== undefined) return
    try {
      for (const bytes of this.#frames.take(received)) this.#deliver(bytes, pending)
    } catch (error) {
      this.refused = error
      for (const request of pending.values()) request.reject(error)
      pending.clear()
      this.#end()
    }
  }

  /** Forgets a message that has begun: what came before the encryption is no part of what comes after it. */
  startAgain(): void {
    this.#frames = new MessageFrames()
  }

  #deliver(bytes: Buffer, pending: Map<string, PendingRequest>): void {
    let partial: PartialResponse | undefined
    const { messageId, message } = openMessage(bytes, () => partial?.add(bytesOfValue))
    const request = pending.get(`${messageId}`)
    // Such as a notice that the server will disconnect.
    if (request === undefined) return
    partial = this.#partialOf(messageId)
    partial.add(2 * bytes.length)
    const part = readOperation(messageId, message)
    if (part instanceof SearchEntry) return partial.addEntry(part)
    if (part instanceof SearchReference) return partial.addReference(part)
    this.#responses.delete(messageId)
    pending.delete(`${messageId}`)
    request.resolve(part instanceof SearchResponse ? partial.completedBy(part) : part)
  }

  #partialOf(messageId: number): PartialResponse {
    const partial = this.#responses.get(messageId) ?? new PartialResponse()
    this.#responses.set(messageId, partial)
    return partial
  }
}

/** What has come of a response. */
class PartialResponse {
  readonly #entries: SearchEntry[] = []
  readonly #references: SearchReference[] = []
  #uris = 0
  #memory = 0

  add(bytes: number): void {
    this.#memory += bytes
    if (this.#memory > memoryAtMost)
      throw new ResponseRefused(
        'The server sent a page that takes over 256 MiB of memory, which is not read. Set a smaller `page_size`, or request fewer `attributes`.',
      )
  }

  addEntry(entry: SearchEntry): void {
    this.#entries.push(entry)
    this.#requireFew()
  }

  addReference(reference: SearchReference): void {
    this.#references.push(reference)
    this.#uris += reference.uris.length
    this.#requireFew()
  }

  completedBy(response: SearchResponse): SearchResponse {
    response.searchEntries = this.#entries
    response.searchReferences = this.#references
    return response
  }

  #requireFew(): void {
    if (this.#entries.length + this.#uris > entriesAtMost)
      throw new ResponseRefused(
        'The server sent over 50,000 entries in one page. Does it support paged results (RFC 2696)? If it does not, read fewer entries with a filter or `base_dns`.',
      )
  }
}

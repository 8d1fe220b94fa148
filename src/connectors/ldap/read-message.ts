import {
  Attribute,
  ExtendedResponse,
  PagedResultsControl,
  SearchEntry,
  SearchReference,
  SearchResponse,
} from 'ldapts'
import { notLdap } from './response-refused.ts'
import { BerReader, tags } from './ber.ts'

/** Tags of what a server answers with (RFC 4511). */
const operations = {
  bind: 0x61,
  entry: 0x64,
  done: 0x65,
  reference: 0x73,
  extended: 0x78,
} as const
const controlsTag = 0xa0

/** The id of a message, and a reader of what follows it. @throws ResponseRefused */
export function openMessage(bytes: Buffer, count: () => void) {
  const message = new BerReader(bytes, count).inside(tags.sequence)
  return { messageId: message.integer(tags.integer), message }
}

/**
 * The operation of a message. The reader of the client is not used: it follows lengths that exceed the message, and some of
 * its loops never end. What this one doesn't know after the parts of an operation is left out. @throws ResponseRefused
 */
export function readOperation(messageId: number, message: BerReader) {
  switch (message.tag) {
    case operations.entry:
      return readEntry(messageId, message.inside(operations.entry))
    case operations.reference: {
      const uris = listOf(message.inside(operations.reference), (list) => list.text())
      return new SearchReference({ messageId, uris })
    }
    case operations.done: {
      const response = new SearchResponse(resultOf(messageId, message.inside(operations.done)))
      response.controls = pagingIn(message)
      return response
    }
    case operations.bind:
    case operations.extended:
      return new ExtendedResponse(resultOf(messageId, message.inside(message.tag)))
    default:
      throw notLdap('an operation that was not requested')
  }
}

function readEntry(messageId: number, entry: BerReader): SearchEntry {
  const name = entry.text()
  const attributes = listOf(entry.inside(tags.sequence), (list) => {
    const attribute = list.inside(tags.sequence)
    const type = attribute.text()
    const values = listOf(attribute.inside(tags.set), (set) => set.bytes(tags.octetString))
    return new Attribute({ type, values })
  })
  return new SearchEntry({ messageId, name, attributes })
}

function resultOf(messageId: number, result: BerReader) {
  const status = result.integer(tags.enumeration)
  return { messageId, status, matchedDN: result.text(), errorMessage: result.text() }
}

/** The control of paged results (RFC 2696); others are left out. */
function pagingIn(message: BerReader): PagedResultsControl[] {
  if (message.tag !== controlsTag) return []
  const controls = listOf(message.inside(controlsTag), (list) => {
    const control = list.inside(tags.sequence)
    if (control.text() !== PagedResultsControl.type) return undefined
    if (control.tag === tags.boolean) control.bytes(tags.boolean)
    const value = control.inside(tags.octetString).inside(tags.sequence)
    const size = value.integer(tags.integer)
    return new PagedResultsControl({ value: { size, cookie: value.bytes(tags.octetString) } })
  })
  return controls.filter((control) => control !== undefined)
}

function listOf<T>(list: BerReader, read: (list: BerReader) => T): T[] {
  const found: T[] = []
  while (list.tag !== undefined) found.push(read(list))
  return found
}

import { isList, isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'
import { show } from './clean-value.ts'
import type { Format } from './sniff-format.ts'
import { nestedList } from './json-envelopes.ts'
import { quoting, UnreadableExport } from './unreadable-export.ts'

/** Throws UnreadableExport for what is no list of records at all, by the beginning of its text. */
export function refuseOtherFiles(head: string, format: Format): void {
  const text = head.trimStart()
  if (text.startsWith('<'))
    throw new UnreadableExport(
      'This is HTML or XML, perhaps a login or error page. Download the export itself, as CSV or JSON.',
    )
  if (format !== 'csv') refuseErrorBody(text)
}

/** An object without a list and without anything that a record of a person has. */
function refuseErrorBody(text: string): void {
  const body = parse(text)
  if (body !== undefined && (body === null || typeof body !== 'object'))
    throw new UnreadableExport(
      'This is a single value of JSON, not a list. An export is a list of objects.',
    )
  if (!isObject(body)) return
  const own = lowered(body)
  const isPerson = ['id', 'email', 'profile', 'username', 'name'].some((key) => own.has(key))
  const isErrors = isList(own.get('errors')) && !own.has('data')
  if (isPerson || (nestedList(body) !== null && !isErrors)) return
  const message = messageIn(body)
  if (message === undefined) return
  throw quoting(
    "This is an API's error, not an export",
    show(message),
    '. Correct the request (often the token or its rights) and fetch the list again.',
  )
}

/** Where APIs say what went wrong, also inside of an error. */
const messageKeys = ['message', 'error_description', 'errorsummary', 'detail', 'error', 'title']

function messageIn(body: JsonObject, isInner = false): JsonValue | undefined {
  const own = lowered(body)
  const inner = own.get('error') ?? own.get('errors')
  const first = isList(inner) ? inner[0] : inner
  if (isObject(first) && !isInner) return messageIn(first, true)
  return messageKeys
    .map((key) => own.get(key))
    .find((value) => typeof value === 'string' && value.trim() !== '')
}

/** AWS and Azure write `Message`. */
function lowered(body: JsonObject): ReadonlyMap<string, JsonValue> {
  return new Map(Object.entries(body).map(([key, value]) => [key.toLowerCase(), value]))
}

/** The text is the head of the file: a body that is cut off is longer than errors are. */
function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

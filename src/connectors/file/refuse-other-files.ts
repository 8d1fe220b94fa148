import type { JsonObject, JsonValue } from '../../contract/json.ts'
import { show } from './clean-value.ts'
import type { Format } from './sniff-format.ts'
import { nestedList } from './split-json.ts'
import { UnreadableExport } from './unreadable-export.ts'
import { isList, isObject, valueAt } from './value-path.ts'

/** Throws UnreadableExport for what is no list of records at all, by the beginning of its text. */
export function refuseOtherFiles(head: string, format: Format): void {
  const text = head.trimStart()
  if (/^<(?:!doctype html|html|head|body)\b/i.test(text))
    throw new UnreadableExport(
      'This is an HTML page, perhaps a login or error page. Download the export itself, as CSV or JSON.',
    )
  if (text.startsWith('<'))
    throw new UnreadableExport('This is XML. Export it as CSV or JSON and import that.')
  if (text.startsWith('%PDF'))
    throw new UnreadableExport('This is a PDF. Export the data as CSV or JSON and import that.')
  if (format === 'csv') refuseText(text)
  else refuseErrorBody(text)
}

const marks = /[,;\t|]/

/** Prose has no separators that come back line by line. A list of addresses alone has a header. */
function refuseText(text: string): void {
  const lines = text.split('\n', 20).filter((line) => line.trim() !== '')
  const [first = ''] = lines
  if (lines.length === 0 || lines.some((line) => marks.test(line))) return
  if (first.trim().split(/\s+/).length <= 3) return
  throw new UnreadableExport(
    `This is plain text: ${show(first.trim())}. An export is CSV with a header line, JSON, or JSON lines.`,
  )
}

/** Where APIs say what went wrong. */
const errorPaths = ['error', 'errors', 'errorCode', 'error_code', 'errorSummary', 'detail', 'fault']
const messagePaths = [
  'error.message',
  'error_description',
  'errorSummary',
  'errors[0].message',
  'errors[0].detail',
  'errors[0]',
  'message',
  'detail',
  'fault.faultstring',
  'error',
]

function refuseErrorBody(text: string): void {
  const body = parse(text)
  if (!isObject(body) || nestedList(body) !== null || !isErrorBody(body)) return
  const message = messagePaths
    .map((path) => valueAt(body, path))
    .find((value) => typeof value === 'string' && value.trim() !== '')
  throw new UnreadableExport(
    `This is an API's error, not an export: ${show(message ?? body)}. Correct the request (often the token or its rights) and fetch the list again.`,
  )
}

function isErrorBody(body: JsonObject): boolean {
  const isNamed = errorPaths.some((path) => isSet(body[path]))
  const isMessage = typeof body['message'] === 'string' && Object.keys(body).length <= 4
  const hasRecords = Object.entries(body).some(
    ([key, value]) => key !== 'errors' && isList(value) && value.some(isObject),
  )
  const isPerson = ['id', 'email', 'profile', 'username', 'name'].some((key) => isSet(body[key]))
  return (isNamed || isMessage) && !hasRecords && !isPerson
}

function isSet(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && value !== false && value !== ''
}

/** The text is the head of the file: a body that is cut off is longer than errors are. */
function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

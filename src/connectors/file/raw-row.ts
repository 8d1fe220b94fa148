import { parseExactJson } from '../../contract/exact-json.ts'
import { isObject, type JsonValue } from '../../contract/json.ts'
import { limits, type BadRow } from './source-record.ts'

/**
 * A record as the format holds it, before any mapping; `chars` is its length in the file, and `list` the key of its list in an object
 * such as `{"users": […], "groups": […]}`. `known`: what its product says that it is, whatever the mapping.
 */
export type RawRow =
  | { kind: 'raw'; line: number; value: JsonValue; chars: number; list?: string; known?: KnownKind }
  | BadRow

export type KnownKind = 'person' | 'group' | 'other'

/** Parses the JSON text of one record. */
export function parseJsonRow(line: number, text: string): RawRow {
  try {
    return { kind: 'raw', line, value: parseExactJson(text), chars: text.length }
  } catch {
    return { kind: 'bad', line, reason: `not JSON: ${describe(text)}` }
  }
}

/** What is not JSON may be a password, and reasons are printed. */
function describe(text: string): string {
  if (/^\s*\{\s*'/.test(text)) return 'it has apostrophes'
  if (/(?:ObjectId|ISODate|NumberLong)\(/.test(text)) return 'it has calls such as ObjectId()'
  return `${text.length} characters`
}

/** As many columns as a spreadsheet has. */
const mostKeys = 16_384

/** A record with more keys is none of a person or a group. */
export function withinKeys(row: RawRow): RawRow {
  if (row.kind === 'bad' || !isObject(row.value)) return row
  return Object.keys(row.value).length > mostKeys
    ? { kind: 'bad', line: row.line, reason: `the record has more than ${mostKeys} keys` }
    : row
}

/** The row for a record that is over the limit of one record. */
export function tooLongRow(line: number): BadRow {
  return { kind: 'bad', line, reason: `the record is longer than ${limits.recordChars} characters` }
}

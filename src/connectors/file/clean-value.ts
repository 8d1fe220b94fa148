import { isObject, putOwn, type JsonValue } from '../../contract/json.ts'
import { isSecretKey } from './secret-keys.ts'
import { limits } from './source-record.ts'

/** The faults of a row's values (`faults`: the row is left out) and the changes made to them. */
export type Findings = { faults: string[]; notes: string[] }

// C0, DEL, C1, and the bidirectional embeddings, overrides and isolates that can reorder a page.
// oxlint-disable-next-line no-control-regex -- finding control characters is the point
const unsafe = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu
// A profile's text may have lines and tabs.
const unsafeInText =
  // oxlint-disable-next-line no-control-regex -- as above
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu

// Text without anything to look at twice, which is nearly all of it.
const plain = /^[\u0020-\u007e\u00a0-\u2029\u202f-\u2065\u206a-\ud7ff\ue000-\ufffc]*$/

/**
 * A name, handle, id or address: trimmed, white space collapsed to one space, unsafe characters replaced by U+FFFD
 * and noted. Longer than `max` is a fault. Null for an absent or blank value.
 */
export function cleanLine(
  value: JsonValue | undefined,
  field: string,
  max: number,
  findings: Findings,
): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'object') {
    findings.faults.push(`${field} is not text: ${show(value)}`)
    return null
  }
  const line = replaceUnsafe(
    String(value)
      .replaceAll(/[\t\n\r ]+/g, ' ')
      .trim(),
    unsafe,
  )
  if (line.length > max)
    findings.faults.push(`${field} is longer than ${max} characters: ${show(line)}`)
  if (failedFormula.test(line))
    findings.faults.push(`${field} is a formula that failed in the spreadsheet: ${show(line)}`)
  noteReplaced(line, field, findings)
  return line === '' ? null : line
}

/** What spreadsheets write, in any language: `#REF!`, `#WERT!`, `#NAME?`, `#¡VALOR!`. */
const failedFormula = /^#¡?[\p{Lu}\d/]{3,}[!?]$/u

/**
 * A copy of the object with every string and key made safe. A blank string at the top, such as a table's empty
 * cell, is dropped, as a secret is anywhere. Nesting deeper than 8 is a fault.
 * `checkSize` checks the size.
 */
export function cleanProfile(
  value: { readonly [key: string]: JsonValue },
  omit: readonly string[],
  findings: Findings,
): Record<string, JsonValue> {
  const copy: Record<string, JsonValue> = {}
  const cleaning: Cleaning = { findings, values: 0 }
  for (const key of Object.keys(value)) {
    const entry = value[key]
    if (entry !== undefined && entry !== '' && !omit.includes(key))
      put(copy, key, entry, { depth: 1, cleaning })
    if (cleaning.values > mostValues) break
  }
  if (cleaning.values <= mostValues) return copy
  findings.faults.push(`profile has more than ${mostValues} values`)
  return {}
}

/** Each takes two bytes of a profile at least, so that more are over its limit. */
const mostValues = limits.profileBytes / 2
type Cleaning = { findings: Findings; values: number }

/** Adds the fault if the value is over `limits.profileBytes` as JSON in UTF-8. */
export function checkSize(profile: JsonValue, findings: Findings): void {
  const bytes = Buffer.byteLength(JSON.stringify(profile))
  if (bytes > limits.profileBytes) {
    findings.faults.push(`profile is ${bytes} bytes, over ${limits.profileBytes}`)
  }
}

/** A value as shown in a reason: JSON, safe and at most 80 characters. A text that is cut off has its closing quote. */
export function show(value: JsonValue): string {
  const text = typeof value === 'string' ? JSON.stringify(value.slice(0, 200)) : safeJson(value)
  const safe = text.toWellFormed().replaceAll(unsafe, '\ufffd')
  if (safe.length <= 80) return safe
  const [whole = ''] = wholeCharacters.exec(safe.slice(0, 78)) ?? []
  return `${whole.toWellFormed()}…"`
}

/** Up to an escape that is cut off. */
const wholeCharacters = /^(?:[^\\]|\\.)*/

function safeJson(value: JsonValue): string {
  if (Array.isArray(value)) return `a list of ${value.length}`
  return isObject(value) ? 'an object' : JSON.stringify(value)
}

function cleanValue(value: JsonValue, depth: number, cleaning: Cleaning): JsonValue {
  const { findings } = cleaning
  cleaning.values += 1
  // Of what is refused, the rest is not looked at.
  if (cleaning.values > mostValues) return null
  if (typeof value === 'string') return cleanText(value, findings)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= limits.profileDepth) {
    const fault = `profile is nested deeper than ${limits.profileDepth}`
    if (!findings.faults.includes(fault)) findings.faults.push(fault)
    return null
  }
  if (!isObject(value)) return value.map((entry) => cleanValue(entry, depth + 1, cleaning))
  const copy: Record<string, JsonValue> = {}
  for (const [key, entry] of Object.entries(value)) {
    put(copy, key, entry, { depth: depth + 1, cleaning })
    if (cleaning.values > mostValues) break
  }
  return copy
}

function put(
  copy: Record<string, JsonValue>,
  key: string,
  value: JsonValue,
  { depth, cleaning }: { depth: number; cleaning: Cleaning },
): void {
  if (isSecretKey(key)) return
  putOwn(copy, cleanText(key, cleaning.findings), cleanValue(value, depth, cleaning))
}

function cleanText(value: string, findings: Findings): string {
  const text = replaceUnsafe(value, unsafeInText)
  noteReplaced(text, 'profile', findings)
  return text
}

/** Lone surrogates count as unsafe: PostgreSQL's jsonb refuses them as it does NUL. */
function replaceUnsafe(text: string, pattern: RegExp): string {
  return plain.test(text) ? text : text.toWellFormed().replaceAll(pattern, '\ufffd')
}

function noteReplaced(text: string, field: string, findings: Findings): void {
  if (plain.test(text) || !text.includes('\ufffd')) return
  addNote(findings, `${field}: unsafe or undecodable characters are shown as U+FFFD`)
}

function addNote(findings: Findings, note: string): void {
  if (!findings.notes.includes(note)) findings.notes.push(note)
}

/** How the last lines of reports begin, which count what is above. */
export const totals =
  /^(?:grand total|sub-?total|total|totals|sum|count|summe|gesamt|anzahl|suma|totale?|antal|antall|celkem|razem|összesen|toplam|yhteensä|итого|всего|разом|всього|σύνολο|tổng|المجموع|סה"כ|รวม)(?![\p{L}\p{M}])[^@]*$|^(?:合計|件数|总计|합계)/iu

/** Whether a record has a few cells, of which the first begins so. */
export function looksLikeTotals(record: JsonValue): boolean {
  if (!isObject(record)) return false
  const cells = Object.values(record).filter((cell) => cell !== '' && cell !== null)
  return cells.length <= 3 && typeof cells[0] === 'string' && totals.test(cells[0])
}

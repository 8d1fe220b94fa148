import type { JsonObject, JsonValue } from '../../contract/json.ts'
import { mailbox } from '../../contract/mailbox.ts'
import { limits } from './source-record.ts'
import { cleanLine, show, type Findings } from './clean-value.ts'
import type { DateOrder } from './mapping.ts'
import { isNoDay, readDay } from './read-day.ts'
import { saidAt, textAt } from './value-path.ts'

/** The vendor's stable id at the paths; its absence is a fault. */
export function readVendorId(
  record: JsonValue,
  paths: readonly string[],
  field: string,
  findings: Findings,
): string {
  const id = cleanLine(saidAt(record, paths), field, limits.vendorId, findings)
  if (id === null) {
    const named = paths.filter((path) => !path.includes('['))
    findings.faults.push(
      named.length === 0
        ? `no ${field}: the file has no column that is known to hold one`
        : `no ${field} (looked at ${named.slice(0, 6).join(', ')})`,
    )
  }
  if (id !== null && /^\d(?:[.,]\d+)?E\+\d+$/i.test(id))
    findings.faults.push(`${field} is a number that a spreadsheet has shortened: ${show(id)}`)
  return id ?? ''
}

/**
 * An e-mail address as the vendor spells it. Of a cell that has more than one address alone none is taken, because it would tell who
 * the account belongs to; what is no address at all is a fault.
 */
export function readEmail(
  record: JsonValue,
  paths: readonly string[],
  findings: Findings,
): string | null {
  const said = saidAt(record, paths)
  const proxies = saidAt(
    record,
    paths.filter((path) => /^proxy ?addresses$/i.test(path)),
  )
  const primary =
    typeof proxies === 'string' && proxies === said ? primaryOfExchange(proxies) : undefined
  const email = typeof said === 'string' ? mailbox(primary ?? said) : null
  const line = cleanLine(said, 'email', limits.emailCell, findings)
  if (line === null) return null
  if (email !== null && email.length > limits.email)
    findings.faults.push(`email is longer than ${limits.email} characters: ${show(email)}`)
  else if (email === null && hasAddresses(line))
    findings.notes.push(
      `email: not one address alone, so it is kept in the profile only: ${show(said ?? line)}`,
    )
  else if (email === null) findings.faults.push(`email is not an address: ${show(line)}`)
  return email
}

/**
 * Whether a cell has addresses and nothing else: `Ada <ada@acme.example>`, `mailto:ada@acme.example`, several with separators, or
 * Exchange's `SMTP:ada@acme.example+smtp:a@acme.example`.
 */
export function hasAddresses(cell: string): boolean {
  // Text from web pages and mails may have marks in an address that nobody sees.
  const text = cell.replaceAll(/[\u00ad\u200b-\u200f\u2060\ufeff]/gu, '').trim()
  const named = /^[^<>@]*<([^<>]+)>$/.exec(text)?.[1]
  // As Markdown writes it: `[ada@acme.example](mailto:ada@acme.example)`.
  const linked = /^\[[^\][]*\]\((mailto:[^()\s]+)\)$/i.exec(text)?.[1]
  const parts = (named ?? linked ?? text)
    .split(/[;,|\s]+|\+(?=(?:smtp|x500|x400|sip|spo|eum):)/i)
    // What Exchange lists beside the addresses of SMTP.
    .filter((part) => part !== '' && !/^(?:x500|x400|sip|spo|eum):/i.test(part))
    .map((part) => part.replace(/^(?:mailto|smtp):/i, '').replace(/^<(.*)>$/, '$1'))
  return parts.length > 0 && parts.every((part) => mailbox(part) !== null)
}

/** The primary address of Exchange's list of typed addresses, `SMTP:ada@acme.example+smtp:a@acme.example`; undefined for any other text. */
function primaryOfExchange(cell: string): string | undefined {
  const parts = cell.split(/[;,]\s*|\+(?=(?:smtp|x500|x400|sip|spo|eum):)/i)
  if (!parts.every((part) => /^(?:smtp|x500|x400|sip|spo|eum):/i.test(part))) return undefined
  const [primary, ...others] = parts.filter((part) => part.startsWith('SMTP:'))
  return others.length === 0 ? primary?.slice('SMTP:'.length) : undefined
}

/**
 * An instant as ISO 8601 UTC with milliseconds, from a date (midnight UTC), an ISO date-time (UTC without an offset),
 * or seconds or milliseconds since 1970. Null, with a note, for all else.
 */
export function readInstant(
  record: JsonObject,
  paths: readonly string[],
  { findings, order }: { findings: Findings; order: DateOrder | undefined },
): string | null {
  const value = textAt(record, paths)
  if (value === undefined || isNoDay(value)) return null
  const millis = millisOf(value)
  // What is to come is a first day and not a creation.
  if (millis > Date.now()) return null
  if (millis >= 0) return new Date(millis).toISOString()
  const days = readDay(value, order)
  if (days.length === 1)
    return Date.parse(days[0] ?? '') > Date.now() ? null : `${days[0]}T00:00:00.000Z`
  findings.notes.push(
    days.length > 1
      ? `created_at can be ${days.join(' or ')}, and is left out: ${show(value)}`
      : `created_at is not a date of the years 1970 to 9999: ${show(value)}`,
  )
  return null
}

function millisOf(value: JsonValue): number {
  if (typeof value === 'number' && Math.abs(value) >= 100_000_000)
    return value < 100_000_000_000 ? value * 1000 : value
  if (typeof value !== 'string') return Number.NaN
  const text = value.trim()
  if (/^\d{9,10}(\.\d+)?$/.test(text)) return Number(text) * 1000
  const parts =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i.exec(
      text,
    )
  if (!parts) return Number.NaN
  const [, date = '', time = '00:00', zone = 'Z'] = parts
  const offset = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone
  const utc = offset.toUpperCase() === 'UTC' ? 'Z' : offset
  // Date rolls 30 February over into March; the day must come back as it was given.
  if (new Date(`${date}T00:00:00Z`).getUTCDate() !== Number(date.slice(8))) return Number.NaN
  return Date.parse(`${date}T${time}${utc}`)
}

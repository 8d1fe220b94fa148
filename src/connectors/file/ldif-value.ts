import { dayAt } from '../../contract/days.ts'
import type { JsonValue } from '../../contract/json.ts'
import { readDay } from './read-day.ts'

/**
 * A value of an LDIF line as text; null for one that is none: bytes such as a photograph, and a file or address that the line
 * refers to, which is never read. Ids in bytes have their usual form.
 */
export function ldifValue(type: string, mark: string, text: string): string | null {
  if (mark === '<') return null
  if (mark === '') return text
  const bytes = Buffer.from(text, 'base64')
  if (/^(?:objectGUID|mS-DS-ConsistencyGuid)$/i.test(type)) return guidOf(bytes)
  if (/^(?:objectSid|sIDHistory)$/i.test(type)) return sidOf(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** The canonical text of a GUID, whose first three groups are stored with their last byte first. */
export function guidOf(bytes: Buffer): string | null {
  if (bytes.length !== 16) return null
  const groups = [
    [3, 2, 1, 0],
    [5, 4],
    [7, 6],
    [8, 9],
    [10, 11, 12, 13, 14, 15],
  ]
  return groups
    .map((group) => Buffer.from(group.map((at) => bytes[at] ?? 0)).toString('hex'))
    .join('-')
}

/** `S-1-5-21-…` */
function sidOf(bytes: Buffer): string | null {
  const [revision = 0, count = 0] = bytes
  if (bytes.length !== 8 + 4 * count) return null
  const parts = Array.from({ length: count }, (_, at) => bytes.readUInt32LE(8 + 4 * at))
  return ['S', revision, bytes.readUIntBE(2, 6), ...parts].join('-')
}

/** Attributes of directories with the instant from which on an account can't be used. */
export const expiryAttributes = [
  'accountExpires',
  'AccountExpirationDate',
  'krbPrincipalExpiration',
  'shadowExpire',
  'sambaKickoffTime',
  'pwdEndTime',
  'loginExpirationTime',
  'ds-pwp-account-expiration-time',
]

/** How numbers in them count: in 100 ns since 1601, in days, and in seconds. `never`: none from here on. */
const counted: Readonly<Record<string, { millis: (count: number) => number; never: number }>> = {
  accountexpires: { millis: (count) => count / 10_000 - 11_644_473_600_000, never: 2.6e18 },
  shadowexpire: { millis: (count) => count * 86_400_000, never: 2_932_897 },
  sambakickofftime: { millis: (count) => count * 1000, never: 2_147_483_647 },
}

const expiries = new Set(expiryAttributes.map((name) => name.toLowerCase()))

export function isExpiry(path: string): boolean {
  return expiries.has(path.toLowerCase())
}

/**
 * The last days that an account has which can't be used from an instant on, as {@link readDay} has them: midnight ends the day
 * before. None for never, undefined where the value is no instant.
 */
export function daysBeforeExpiry(
  { path, zone }: { path: string; zone: string },
  value: JsonValue,
): string[] | undefined {
  if (typeof value === 'object') return undefined
  const text = String(value).trim()
  const unit = counted[path.toLowerCase()]
  if (unit !== undefined && /^-?\d{1,19}$/.test(text)) {
    const count = Number(text)
    if (count <= 0 || count >= unit.never) return []
    // Days have no time, which a zone could move.
    return [
      dayAt(new Date(unit.millis(count) - 1), path.toLowerCase() === 'shadowexpire' ? 'UTC' : zone),
    ]
  }
  const [, year, month, day, hour, minute = '00', second = '00'] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)?(\d\d)?(?:[.,]\d+)?Z$/.exec(text) ?? []
  const iso = year === undefined ? text : `${year}-${month}-${day}T${hour}:${minute}:${second}Z`
  const at = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/.test(iso)
    ? Date.parse(iso)
    : Number.NaN
  if (!Number.isNaN(at)) return [dayAt(new Date(at - 1), zone)]
  if (!/[ T](?:12:00(?::00)? ?AM|0?0:00(?::00(?:\.0+)?)?)$/i.test(text)) return undefined
  return readDay(value).map((each) => dayAt(new Date(Date.parse(each) - 1), 'UTC'))
}

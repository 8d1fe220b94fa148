/**
 * TypeIDs (https://github.com/jetify-com/typeid, spec 0.3): a prefix, `_`, and the 26 lower-case Crockford
 * base-32 characters of a UUID. The database stores the uuid; the prefix exists at the edge only.
 */
export const idPrefixes = {
  directoryUser: 'drusr',
  workspaceUser: 'wsusr',
  identity: 'dridt',
  condition: 'pocon',
  ruleset: 'poset',
  rule: 'porul',
  attribute: 'dratr',
  dimension: 'drdim',
  resource: 'dirsc',
  policyUser: 'pousr',
  rulesetAdmin: 'posad',
  plan: 'popln',
  incident: 'poinc',
  policySettings: 'pocfg',
  integration: 'wsitg',
  service: 'wssvc',
  serviceAdmin: 'wssad',
  token: 'wstok',
  session: 'wsses',
  signInAttempt: 'wssia',
  role: 'wsrol',
  importRun: 'wsrun',
  scimSecret: 'wsscs',
  secretKey: 'wskey',
  webhook: 'wswhk',
  webhookAttempt: 'wswat',
  noticeSetting: 'wsnts',
  notice: 'wsntc',
  auditLog: 'audlg',
} as const

export type IdKind = keyof typeof idPrefixes

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const digits = Array.from(alphabet)
const pairs = digits.flatMap((high) => digits.map((low) => high + low))
const digitOfCode = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(0, alphabet.indexOf(String.fromCharCode(code))),
)
const twoHex = hexOf(2)
const threeHex = hexOf(3)
const suffixPattern = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/

/** `('directoryUser', '018f…')` → `drusr_01j…`. The uuid is taken as valid: it comes from the database. */
export function encodeId(kind: IdKind, uuid: string): string {
  return encodePrefixed(idPrefixes[kind], uuid)
}

/** As {@link encodeId}, for a record whose prefix is stored beside its uuid (the positions of an audit row). */
export function encodePrefixed(prefix: string, uuid: string): string {
  const hex = uuid.replaceAll('-', '')
  // 130 bits in 26 digits: two zero bits and 8 of the uuid in the first two digits, then 20 bits in every four.
  let suffix = pair(Number.parseInt(hex.slice(0, 2), 16))
  for (let start = 2; start < 32; start += 5) {
    const bits = Number.parseInt(hex.slice(start, start + 5), 16)
    suffix += pair(bits >> 10) + pair(bits & 1023)
  }
  return `${prefix}_${suffix}`
}

function pair(tenBits: number): string {
  return pairs[tenBits] ?? ''
}

/** All numbers of that many hexadecimal digits, as text. */
function hexOf(length: number): string[] {
  return Array.from({ length: 16 ** length }, (_, value) =>
    value.toString(16).padStart(length, '0'),
  )
}

function digit(suffix: string, index: number): number {
  return digitOfCode[suffix.charCodeAt(index)] ?? 0
}

/** The uuid of an id of that kind, or undefined when it is malformed or has another prefix. */
export function decodeId(kind: IdKind, id: string): string | undefined {
  const prefix = idPrefixes[kind]
  if (id.length !== prefix.length + 27 || !id.startsWith(`${prefix}_`)) return undefined
  return decodeSuffix(id.slice(prefix.length + 1))
}

function decodeSuffix(suffix: string): string | undefined {
  if (!suffixPattern.test(suffix)) return undefined
  let hex = twoHex[digit(suffix, 0) * 32 + digit(suffix, 1)] ?? ''
  for (let index = 2; index < 26; index += 4) {
    const high = digit(suffix, index) * 32 + digit(suffix, index + 1)
    const low = digit(suffix, index + 2) * 32 + digit(suffix, index + 3)
    hex += (threeHex[high * 4 + (low >> 8)] ?? '') + (twoHex[low & 255] ?? '')
  }
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

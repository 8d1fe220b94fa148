import type { JsonObject, JsonValue } from '../../contract/json.ts'
import type { AccountMapping, StateMapping } from './mapping.ts'
import { checkSize, cleanLine, cleanProfile, show, type Findings } from './clean-value.ts'
import { lookUp, readEmail, readInstant, readVendorId } from './read-fields.ts'
import { limits, type AccountState, type BadRow, type SourceAccount } from './source-record.ts'
import type { RawRow } from './raw-row.ts'
import { firstAt, isObject, tableKey, valueAt } from './value-path.ts'

const severity = { active: 0, suspended: 1, deactivated: 2 } as const

/** Reads accounts by the mapping of each. Of two rows with one vendor id the first counts, the other is bad. */
export function createAccountReader(): (
  row: RawRow,
  mapping: AccountMapping,
) => SourceAccount | BadRow {
  const seen = new Set<string>()
  return (row, mapping) => {
    if (row.kind === 'bad') return row
    if (!isObject(row.value)) return bad(row.line, `not an object: ${show(row.value)}`)
    const findings: Findings = { faults: [], notes: [] }
    const account = readAccount(row.value, { mapping, findings, line: row.line })
    // A character is at most three bytes of UTF-8 here, so that short records need no measuring.
    if (row.chars * 3 > limits.profileBytes) checkSize(account.profile, findings)
    if (account.vendorId !== '' && seen.has(account.vendorId)) {
      findings.faults.push(`vendor_id is already in this file: ${show(account.vendorId)}`)
    }
    if (findings.faults.length > 0) return bad(row.line, findings.faults.join('; '))
    seen.add(account.vendorId)
    return account
  }
}

type Reading = {
  mapping: AccountMapping
  findings: Findings
  line: number
}

function readAccount(record: JsonObject, reading: Reading): SourceAccount {
  const { mapping, findings, line } = reading
  return {
    kind: 'account',
    line,
    vendorId: readVendorId(record, mapping.vendor_id, 'vendor_id', findings),
    handle: cleanLine(firstAt(record, mapping.handle), 'handle', limits.handle, findings),
    email: readEmail(record, mapping.email, findings),
    ...readNames(record, mapping, findings),
    ...readState(record, mapping.state, findings),
    createdAt: readInstant(record, mapping.created_at, findings),
    profile: readProfile(record, reading),
    notes: findings.notes,
  }
}

/** First and last name; a vendor with one name only has it cut at its last space. */
function readNames(
  record: JsonObject,
  mapping: AccountMapping,
  findings: Findings,
): { firstName: string; lastName: string; fullName: string } {
  const firstName =
    cleanLine(firstAt(record, mapping.first_name), 'first_name', limits.name, findings) ?? ''
  const lastName =
    cleanLine(firstAt(record, mapping.last_name), 'last_name', limits.name, findings) ?? ''
  if (firstName !== '' || lastName !== '') {
    return { firstName, lastName, fullName: `${firstName} ${lastName}`.trim() }
  }
  const fullName =
    cleanLine(firstAt(record, mapping.full_name), 'full_name', limits.name, findings) ?? ''
  const cut = fullName.lastIndexOf(' ')
  if (cut === -1) return { firstName: fullName, lastName: '', fullName }
  return { firstName: fullName.slice(0, cut), lastName: fullName.slice(cut + 1), fullName }
}

function readState(
  record: JsonObject,
  mapping: StateMapping,
  findings: Findings,
): { state: AccountState; isNew: boolean } {
  let state: AccountState | null = null
  let isNew = false
  for (const source of mapping.sources) {
    const value = valueAt(record, source.path)
    if (value === undefined || value === null || value === '') continue
    const here = lookUp(source.values, value)
    if (here === undefined)
      findings.faults.push(`state has an unknown value at ${source.path}: ${show(value)}`)
    else if (state === null || severity[here] > severity[state]) state = here
    isNew ||= mapping.new_values.includes(tableKey(value) ?? '')
  }
  return { state: state ?? mapping.otherwise, isNew }
}

function readProfile(record: JsonObject, { mapping, findings }: Reading): JsonObject {
  const omit = omitted(mapping.profile_omit)
  const profile = cleanProfile(profileSource(record, mapping.profile_root), omit, findings)
  const extra: Record<string, JsonValue> = {}
  for (const key of Object.keys(mapping.profile_extra)) {
    const value = firstAt(record, mapping.profile_extra[key] ?? [])
    if (value !== undefined && !Object.hasOwn(profile, key)) extra[key] = value
  }
  return { ...profile, ...cleanProfile(extra, omit, findings) }
}

const omittedKeys = new WeakMap<readonly string[], ReadonlySet<string>>()

function omitted(keys: readonly string[]): ReadonlySet<string> {
  const known = omittedKeys.get(keys) ?? new Set(keys)
  omittedKeys.set(keys, known)
  return known
}

/** In a table the root's keys are columns such as `profile.department`, or it has no root at all. */
function profileSource(record: JsonObject, root: string | null): JsonObject {
  if (root === null) return record
  const value = valueAt(record, root)
  if (isObject(value)) return value
  const columns = Object.entries(record).filter(([key]) => key.startsWith(`${root}.`))
  if (columns.length === 0) return record
  return Object.fromEntries(columns.map(([key, cell]) => [key.slice(root.length + 1), cell]))
}

function bad(line: number, reason: string): BadRow {
  return { kind: 'bad', line, reason }
}

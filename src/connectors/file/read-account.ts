import { dayAt, isTimeZone, type Calendar } from '../../contract/days.ts'
import { isList, isObject, putOwn, type JsonObject, type JsonValue } from '../../contract/json.ts'
import { emailKey } from '../../contract/mailbox.ts'
import { readProfile as valuesIn } from '../../engine/profile-value.ts'
import type { AccountKind, AccountMapping } from './mapping.ts'
import { isExpiry } from './ldif-value.ts'
import { readEmail, readInstant, readVendorId } from './read-fields.ts'
import { managerNameKey, readManagerName } from './manager-name.ts'
import { pathOf, readNames } from './read-names.ts'
import { stateInName } from './remarks.ts'
import { readState } from './read-state.ts'
import { isSecretPath } from './secret-keys.ts'
import { holdsAny } from './shape.ts'
import { limits, type BadRow, type LeftOutRow, type SourceAccount } from './source-record.ts'
import type { RawRow } from './raw-row.ts'
import {
  type Findings,
  checkSize,
  cleanLine,
  cleanProfile,
  looksLikeTotals,
  show,
  totals,
} from './clean-value.ts'
import { firstAt, isNothing, ownValue, plainOf, textAt, valueAt } from './value-path.ts'

/** Reads accounts by the mapping of each, and marks those of which a row came before. */
export function createAccountReader({
  zone = 'UTC',
  zoneKey = null,
  today = dayAt(new Date(), zone),
}: Partial<Calendar> = {}): (
  row: RawRow,
  mapping: AccountMapping,
) => SourceAccount | BadRow | LeftOutRow {
  const seen = new Set<string>()
  return (row, mapping) => {
    if (row.kind === 'bad') return row
    if (!isObject(row.value)) return bad(row.line, notAnObject(row.value))
    const findings: Findings = { faults: [], notes: [] }
    const accountKind = kindOf(row.value, mapping)
    if (accountKind !== null && mapping.leave_out?.includes(accountKind) === true) {
      const vendorId = readId(row.value, mapping, findings)
      const why = `a ${accountKind} account, which the mapping leaves out`
      return { ...leftOut(row.line, why), ...(findings.faults.length === 0 && { vendorId }) }
    }
    const account = readAccount(row.value, {
      mapping,
      findings,
      line: row.line,
      accountKind,
      today,
      zone,
      zoneKey,
    })
    // A character is at most three bytes of UTF-8 here, so that short records need no measuring.
    if (row.chars * 3 > limits.profileBytes) checkSize(account.profile, findings)
    const { vendorId, isIdentified, ...rest } = account
    const isRepeated = seen.has(vendorId)
    const isFaulty = findings.faults.length > 0
    if ((isFaulty || isRepeated || totals.test(vendorId)) && isTotal(row.value, account))
      return leftOut(row.line, 'a line of totals')
    if (isFaulty)
      return { ...bad(row.line, findings.faults.join('; ')), ...(isIdentified && { vendorId }) }
    seen.add(vendorId)
    return { vendorId, ...rest, ...(isRepeated && { isRepeated }) }
  }
}

/** The last lines of reports count what is above. */
function isTotal(record: JsonObject, { vendorId, email }: SourceAccount): boolean {
  return (vendorId === '' || email === null) && looksLikeTotals(record)
}

type Reading = Calendar & {
  mapping: AccountMapping
  findings: Findings
  line: number
  accountKind: AccountKind | null
}

function kindOf(record: JsonObject, { kinds = [] }: AccountMapping): AccountKind | null {
  return kinds.find(({ when }) => holdsAny(record, when))?.kind ?? null
}

/** `isIdentified`: its id could be read. */
type ReadAccount = SourceAccount & { isIdentified: boolean }

function readAccount(record: JsonObject, reading: Reading): ReadAccount {
  const { mapping, findings, line, accountKind, today } = reading
  if (accountKind === 'bot' || accountKind === 'service')
    findings.notes.push(
      `a ${accountKind} account, which makes no person; to leave such accounts out, list ${accountKind} under account.leave_out of the mapping`,
    )
  const names = readNames(record, mapping, findings)
  const email = readConfirmed(record, mapping, findings)
  if (names.fullName === '' && email === null && findings.faults.length === 0)
    findings.faults.push('neither a name nor an e-mail address')
  const faults = findings.faults.length
  const vendorId = readId(record, mapping, findings)
  return {
    kind: 'account',
    line,
    vendorId,
    isIdentified: findings.faults.length === faults,
    handle: readHandle(record, mapping, findings),
    email,
    ...names,
    ...readPending(record, mapping.state, {
      findings,
      today,
      zone: zoneOf(record, reading),
      inName: stateInName(record, mapping),
    }),
    createdAt: readInstant(record, mapping.created_at, {
      findings,
      order: mapping.state.date_order,
    }),
    profile: readProfile(record, reading),
    notes: findings.notes,
  }
}

/** Where instants of the record have their days: a zone of the person's own counts, as for the end of these days (import/days-of-accounts.ts). */
function zoneOf(record: JsonObject, reading: Reading): string {
  const { zone, zoneKey, mapping } = reading
  if (zoneKey === null || mapping.state.ended_at?.some(isExpiry) !== true) return zone
  const unnoted = { faults: [], notes: [] }
  const [own] = valuesIn(readProfile(record, { ...reading, findings: unnoted }), zoneKey)
  return own !== undefined && isTimeZone(own) ? own : zone
}

/** An address that nobody has confirmed could be anyone's. */
function readConfirmed(
  record: JsonObject,
  { email: paths, unconfirmed }: AccountMapping,
  findings: Findings,
): string | null {
  const email = readEmail(record, paths, findings)
  if (email === null || !holdsAny(record, unconfirmed)) return email
  findings.notes.push(
    `email: nobody has confirmed it there, so it is kept in the profile only: ${show(email)}`,
  )
  return null
}

/** Who is invited, or not let in yet, is not active. */
function readPending(
  record: JsonObject,
  mapping: AccountMapping['state'],
  options: Parameters<typeof readState>[2],
): ReturnType<typeof readState> {
  const read = readState(record, mapping, options)
  if (!holdsAny(record, mapping.pending)) return read
  const withheld = (state: typeof read.state) => (state === 'active' ? 'suspended' : state)
  const { state, given, unknownStates } = read
  return {
    ...read,
    state: withheld(state),
    isNew: true,
    ...(unknownStates && { isSuspendedToo: true }),
    ...(given && { given: { ...given, state: withheld(given.state) } }),
  }
}

/** A `user` may be an object about the person. */
function readHandle(
  record: JsonObject,
  { handle: paths }: AccountMapping,
  findings: Findings,
): string | null {
  const said = textAt(record, paths)
  return isObject(said) ? null : cleanLine(said, 'handle', limits.handle, findings)
}

/** A text alone may be a password. */
export function notAnObject(value: JsonValue): string {
  const isPlain = typeof value !== 'object'
  return `not an object: ${isPlain ? `a ${typeof value}` : show(value)}`
}

/** An address that is the id counts without the case of its letters, by which no two people differ. */
function readId(record: JsonObject, mapping: AccountMapping, findings: Findings): string {
  const id = readVendorId(record, mapping.vendor_id, 'vendor_id', findings)
  const key = emailKey(id)
  return key !== null && mapping.email.includes(pathOf(record, mapping.vendor_id)) ? key : id
}

function readProfile(record: JsonObject, { mapping, findings, accountKind }: Reading): JsonObject {
  const { profile_omit: omit, profile_root: root } = mapping
  const profile = cleanProfile(profileSource(record, root), omit, findings)
  const extra = cleanProfile(readExtra(record, mapping, profile), omit, findings)
  return { ...profile, ...extra, ...(accountKind !== null && { account_kind: accountKind }) }
}

/** What is added to the profile from elsewhere in the record. */
function readExtra(record: JsonObject, mapping: AccountMapping, profile: JsonObject): JsonObject {
  const extra: Record<string, JsonValue> = {}
  for (const key of Object.keys(mapping.profile_extra)) {
    const paths = (mapping.profile_extra[key] ?? []).filter((path) => !isSecretPath(path))
    const first = flat(firstAt(record, paths))
    const value = isObject(first) ? (textAt(record, paths) ?? first) : first
    if (value === undefined || isNothing(value)) continue
    // `boss: true` says that somebody is one.
    if (ofManagers.has(key) && isYesOrNo(value)) continue
    if (isObjectOrAbsent(ownValue(profile, key))) putOwn(extra, key, value)
  }
  if (extra[managerNameKey] !== undefined) {
    const said = (key: string) => extra[key] ?? profile[key]
    const column = nameColumn(record, mapping, mapping.profile_extra[managerNameKey] ?? [])
    const name = readManagerName(said, { column, mapping })
    if (name === null) delete extra[managerNameKey]
    else extra[managerNameKey] = name
  }
  return extra
}

const ofManagers = new Set(['managerId', 'managerEmail', managerNameKey])

function isYesOrNo(value: JsonValue): boolean {
  if (typeof value === 'string') return /^(?:yes|no|true|false)$/i.test(value)
  return typeof value === 'boolean'
}

/** Policy reads a text or a list of texts, and not what wraps them. */
function flat(value: JsonValue | undefined): JsonValue | undefined {
  if (!isList(value)) return isObject(value) ? (plainOf(value) ?? value) : value
  return value.some(isObject) ? plainOf(value) : value.length === 1 ? value[0] : value
}

/** A flat key replaces an object of its name, such as `department: {"id": 7, "name": "Sales"}`. */
function isObjectOrAbsent(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || isObject(value)
}

/** The column that says which name of a manager comes first; a comma says it without one. */
function nameColumn(
  record: JsonObject,
  { full_name: paths, family_first: known = [] }: AccountMapping,
  managers: readonly string[],
): string {
  const own = pathOf(record, managers)
  if (known.includes(own)) return own
  const full = textAt(record, paths)
  return typeof full === 'string' && full.includes(',') ? '' : pathOf(record, paths)
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

function leftOut(line: number, reason: string): LeftOutRow {
  return { kind: 'left_out', line, reason }
}

function bad(line: number, reason: string): BadRow {
  return { kind: 'bad', line, reason }
}

import { isList, isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'
import type { GroupMapping, MemberMapping } from './mapping.ts'
import { cleanLine, show, type Findings } from './clean-value.ts'
import { readEmail, readVendorId } from './read-fields.ts'
import { holds } from './shape.ts'
import { firstAt, lookUp, textAt, valueAt } from './value-path.ts'
import { limits, type BadRow, type SourceGroup, type SourceMembership } from './source-record.ts'
import type { RawRow } from './raw-row.ts'

/** A group followed by the members that its own record lists. */
export type GroupRecord = SourceGroup | SourceMembership | BadRow

/** Reads groups by the first mapping whose tests hold. A second row with a type and id is bad. */
export function createGroupReader(): (
  row: RawRow,
  mappings: readonly GroupMapping[],
) => Iterable<GroupRecord> {
  const seen = new Set<string>()

  function readOne(
    row: RawRow & { kind: 'raw' },
    mappings: readonly GroupMapping[],
  ): { group: SourceGroup; by: GroupMapping } | BadRow {
    const { value, line } = row
    const mapping = mappings.find((candidate) => holds(value, candidate.when))
    if (!mapping || !isObject(value))
      return bad(line, `not a group of a known kind: ${show(value)}`)
    const findings: Findings = { faults: [], notes: [] }
    const group = readGroup(value, { mapping, findings, line })
    const key = `${group.resourceType}:${group.vendorId}`
    if (seen.has(key))
      findings.faults.push(`vendor_id is already in this file: ${show(group.vendorId)}`)
    if (findings.faults.length > 0) return bad(line, findings.faults.join('; '))
    seen.add(key)
    return { group, by: mapping }
  }

  return function* (row, mappings) {
    const read = row.kind === 'bad' ? row : readOne(row, mappings)
    if ('kind' in read) {
      yield read
    } else {
      yield read.group
      if (row.kind === 'raw') yield* readMembers(row.value, read.by, read.group)
    }
  }
}

/** One membership, null for a member that is not a person, or the row's faults. */
export function readMember(
  member: JsonValue,
  mapping: MemberMapping,
  place: { resourceType: SourceGroup['resourceType']; groupVendorId: string; line: number },
): SourceMembership | BadRow | null {
  if (!holds(member, mapping.only_when)) return null
  const findings: Findings = { faults: [], notes: [] }
  const id = cleanLine(
    firstAt(member, mapping.account_vendor_id),
    'member',
    limits.vendorId,
    findings,
  )
  const email = readEmail(member, mapping.account_email, findings)
  const given = textAt(member, mapping.role.path)
  const role = given === undefined ? mapping.role.otherwise : lookUp(mapping.role.values, given)
  if (role === undefined) findings.faults.push(`role has an unknown value: ${show(given ?? null)}`)
  if (id === null && email === null) findings.faults.push('no account id or e-mail of the member')
  if (findings.faults.length > 0 || role === undefined) {
    return bad(place.line, `member of ${show(place.groupVendorId)}: ${findings.faults.join('; ')}`)
  }
  return { kind: 'membership', ...place, accountVendorId: id, accountEmail: email, role }
}

type Reading = { mapping: GroupMapping; findings: Findings; line: number }

function readGroup(record: JsonObject, { mapping, findings, line }: Reading): SourceGroup {
  const parent = firstAt(record, mapping.parent_vendor_id)
  return {
    kind: 'group',
    line,
    resourceType: mapping.resource_type,
    vendorId: readVendorId(record, mapping.vendor_id, 'vendor_id', findings),
    parentVendorId: cleanLine(parent, 'parent_vendor_id', limits.vendorId, findings),
    name: cleanLine(textAt(record, mapping.name), 'name', limits.name, findings) ?? '',
    handle: cleanLine(textAt(record, mapping.handle), 'handle', limits.handle, findings),
    notes: findings.notes,
  }
}

function* readMembers(
  record: JsonValue,
  mapping: GroupMapping,
  group: SourceGroup,
): Iterable<SourceMembership | BadRow> {
  const members = mapping.members_at.map((path) => valueAt(record, path)).find(isList) ?? []
  const place = {
    resourceType: group.resourceType,
    groupVendorId: group.vendorId,
    line: group.line,
  }
  const seen = new Set<string>()
  for (const member of members) {
    const read = readMember(member, mapping.members, place)
    if (read?.kind === 'membership') {
      const account = read.accountVendorId ?? read.accountEmail ?? ''
      if (seen.has(account)) continue
      seen.add(account)
    }
    if (read) yield read
  }
}

function bad(line: number, reason: string): BadRow {
  return { kind: 'bad', line, reason }
}

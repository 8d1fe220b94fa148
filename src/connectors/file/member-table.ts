import { isObject, type JsonValue } from '../../contract/json.ts'
import { cleanLine, type Findings } from './clean-value.ts'
import type { Mapping, MemberMapping } from './mapping.ts'
import type { RawRow } from './raw-row.ts'
import { readVendorId } from './read-fields.ts'
import { readMember, type GroupRecord } from './read-group.ts'
import { limits } from './source-record.ts'
import { textAt } from './value-path.ts'

const members = ['email', 'account_id']
const columns: ReadonlySet<string> = new Set(['group', 'group_id', ...members])
const resourceType = 'idp_group'

const member: MemberMapping = {
  account_vendor_id: ['account_id'],
  account_email: ['email'],
  only_when: [],
  role: { path: [], values: {}, otherwise: 'member' },
}

/**
 * Whether the first rows are of Muster's own table of members (docs/muster-table.md): exactly its columns. Where people are told
 * apart by one of them, it is a table of people.
 */
export function isMemberTable(rows: readonly RawRow[], { account }: Mapping): boolean {
  if (account.vendor_id.some((path) => columns.has(path))) return false
  const values = rows.flatMap((row) => (row.kind === 'raw' ? [row.value] : []))
  return values.length > 0 && values.every(isMemberRow)
}

export function isMemberRow(value: JsonValue): boolean {
  if (!isObject(value)) return false
  const own = Object.keys(value)
  return (
    own.includes('group') &&
    members.some((name) => own.includes(name)) &&
    own.every((name) => columns.has(name))
  )
}

/** Reads a line for each member: its group before the first of its members. A line without a member is of an empty group. */
export function createMemberReader(): (row: RawRow) => Iterable<GroupRecord> {
  const seen = new Set<string>()
  return function* (row) {
    if (row.kind === 'bad') {
      yield row
      return
    }
    const { value, line } = row
    const findings: Findings = { faults: [], notes: [] }
    const vendorId = readVendorId(value, ['group_id', 'group'], 'group', findings)
    const name = cleanLine(textAt(value, ['group', 'group_id']), 'group', limits.name, findings)
    if (findings.faults.length > 0) {
      yield { kind: 'bad', line, reason: findings.faults.join('; ') }
      return
    }
    const place = { resourceType, groupVendorId: vendorId, line } as const
    if (!seen.has(vendorId)) {
      seen.add(vendorId)
      const notes = findings.notes
      yield {
        kind: 'group',
        line,
        resourceType,
        vendorId,
        parentVendorId: null,
        name: name ?? '',
        handle: null,
        notes,
      }
    }
    if (textAt(value, members) === undefined) return
    const read = readMember(value, member, place)
    if (read !== null) yield read
  }
}

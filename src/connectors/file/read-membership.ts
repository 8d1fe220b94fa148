import type { JsonValue } from '../../contract/json.ts'
import type { Mapping, MemberMapping } from './mapping.ts'
import type { Findings } from './clean-value.ts'
import { readVendorId } from './read-fields.ts'
import { readMember } from './read-group.ts'
import { holds } from './shape.ts'
import type { ResourceType } from '../../contract/states.ts'
import type { BadRow, SourceMembership } from './source-record.ts'
import type { RawRow } from './raw-row.ts'

/** The group of a list of members whose records do not name it. */
export type KnownGroup = { resourceType: ResourceType; vendorId: string }

/**
 * Reads lists of members. Null for a row that is not a person. Duplicates are kept: a set of all pairs would exceed
 * the memory that a file of any length may use.
 */
export function readMembership(
  row: RawRow,
  mapping: Mapping,
  group: KnownGroup | undefined,
): SourceMembership | BadRow | null {
  if (row.kind === 'bad') return row
  const { value, line } = row
  const place = group ? placeOf(group, mapping) : findPlace(value, mapping)
  return typeof place === 'string'
    ? { kind: 'bad', line, reason: place }
    : readMember(value, place.member, {
        resourceType: place.resourceType,
        groupVendorId: place.vendorId,
        line,
      })
}

type Place = KnownGroup & { member: MemberMapping }

/** The rows of a members list look like the members inside of a group's own record. */
function placeOf(group: KnownGroup, { groups }: Mapping): Place | string {
  const mapping = groups.find(({ resource_type: type }) => type === group.resourceType)
  return mapping
    ? { ...group, member: mapping.members }
    : `the mapping has no ${group.resourceType}`
}

function findPlace(row: JsonValue, { memberships }: Mapping): Place | string {
  const mapping = memberships.find(({ when }) => holds(row, when))
  if (!mapping) return 'not a membership of a known kind of group'
  const findings: Findings = { faults: [], notes: [] }
  const vendorId = readVendorId(row, mapping.group_vendor_id, 'group id', findings)
  if (findings.faults.length > 0) return findings.faults.join('; ')
  return { resourceType: mapping.resource_type, vendorId, member: mapping.member }
}

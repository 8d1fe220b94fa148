import type { JsonValue } from '../../contract/json.ts'
import { createGroupReader, readMember } from '../file/read-group.ts'
import { holds } from '../file/shape.ts'
import type { SourceGroup, SourceRecord } from '../file/source-record.ts'
import { confirmMissing } from './confirm-missing.ts'
import type { KnownGroup } from './known-records.ts'
import { asRow } from './read-accounts.ts'
import type { Pull, VendorGroup } from './vendor.ts'

const fewGroups = 1000
/** An answer for each of them costs about as much as a list that is read again. */
const fewMembers = 50

export async function* pullGroups(pull: Pull): AsyncGenerator<SourceRecord> {
  const { vendor, mapping } = pull
  if (vendor.groupTypes.length === 0) return
  const read = createGroupReader()
  for await (const group of allGroups(pull)) {
    const by = mapping.groups.find(({ when }) => holds(group.row, when))
    // Members are read one by one, and not from the record.
    const records = by === undefined ? [] : [{ ...by, members_at: [] }]
    for (const record of read(asRow(group.row), records)) {
      yield record
      if (record.kind === 'group' && by !== undefined)
        yield* pullMembers(pull, { group, record, by: by.members })
    }
  }
}

async function* allGroups({ vendor, known, since }: Pull): AsyncGenerator<VendorGroup> {
  const seen = new Set<string>()
  const { groups, group, groupTypes } = vendor
  for await (const found of groups(since)) {
    if (seen.has(keyOf(found))) continue
    seen.add(keyOf(found))
    yield found
  }
  if (since !== null) return
  const missing = new Map<string, KnownGroup>()
  for await (const slice of known.groups())
    for (const each of slice)
      if (groupTypes.includes(each.resourceType) && !seen.has(keyOf(each)))
        missing.set(keyOf(each), each)
  yield* confirmMissing<VendorGroup>({
    name: 'The list of groups',
    missing: [...missing.keys()],
    seen,
    read: () => groups(null),
    idOf: keyOf,
    find:
      group &&
      (async (key) => {
        const wanted = missing.get(key)
        return wanted === undefined ? null : group(wanted)
      }),
    fewAtMost: fewGroups,
  })
}

const keyOf = ({ resourceType, vendorId }: KnownGroup) => `${resourceType}:${vendorId}`

type Members = {
  group: VendorGroup
  record: SourceGroup
  by: Pull['mapping']['groups'][number]['members']
}

async function* pullMembers(
  pull: Pull,
  { group, record, by }: Members,
): AsyncGenerator<SourceRecord> {
  const { vendor, known, since } = pull
  const { resourceType, vendorId: groupVendorId } = record
  const place = { resourceType, groupVendorId, line: 1 }
  const seen = new Set<string>()
  const take = function* (member: JsonValue): Generator<SourceRecord> {
    const found = readMember(member, by, place)
    if (found !== null) yield found
  }
  for await (const member of vendor.members(group)) {
    const id = vendor.memberId(member)
    if (id !== undefined && seen.has(id)) continue
    if (id !== undefined) seen.add(id)
    yield* take(member)
  }
  const before = (await known.members(group)).filter((id) => !seen.has(id))
  const { member } = vendor
  const found = confirmMissing<JsonValue>({
    name: `The list of the members of ${record.name || groupVendorId}`,
    missing: before,
    seen,
    read: () => vendor.members(group),
    idOf: vendor.memberId,
    find: member && ((id) => member(group, id)),
    fewAtMost: fewMembers,
    readsTwice: true,
  })
  for await (const row of found) yield* take(row)
  // A reading of everything shows who is missing; after a reading of changes no one asks.
  if (since === null) return
  for (const accountVendorId of before.filter((id) => !seen.has(id)))
    yield { kind: 'membership', ...place, accountVendorId, accountEmail: null, role: null }
}

import type { Mapping } from '../file/mapping.ts'
import { createGroupReader } from '../file/read-group.ts'
import type { SourceAccount } from '../file/source-record.ts'
import type { SourcePreview } from './connector.ts'
import { accountReader, asRow } from './read-accounts.ts'
import type { Vendor } from './vendor.ts'

const atMost = 3

/** Reads a little of a source. @throws ImportRefused if it can't be read */
export async function previewVendor(
  vendor: Vendor,
  { mapping }: { mapping: Mapping },
): Promise<SourcePreview> {
  try {
    const people: SourceAccount[] = []
    const leftOut: string[] = []
    const read = accountReader(mapping.account)
    for await (const row of vendor.people(null)) {
      const found = read(row, vendor.personId(row) ?? 'an account without an id')
      if (found.kind === 'account') people.push(found)
      else leftOut.push(found.reason)
      if (people.length >= atMost || leftOut.length >= atMost) break
    }
    return { product: null, people, leftOut, groups: await groupNames(vendor, mapping) }
  } finally {
    vendor.close()
  }
}

async function groupNames({ groups, groupTypes }: Vendor, mapping: Mapping): Promise<string[]> {
  const names: string[] = []
  const read = createGroupReader()
  if (groupTypes.length === 0) return names
  for await (const { row } of groups(null)) {
    for (const found of read(asRow(row), mapping.groups))
      if (found.kind === 'group') names.push(found.name)
    if (names.length >= atMost) break
  }
  return names.slice(0, atMost)
}

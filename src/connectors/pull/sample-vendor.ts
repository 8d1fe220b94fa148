import { collectSample, type SourceSample } from './source-sample.ts'
import type { Vendor } from './vendor.ts'

/** Reads a little of a source. @throws ImportRefused if it can't be read */
export async function sampleVendor(vendor: Vendor): Promise<SourceSample> {
  try {
    const { addPerson, addGroup, sample } = collectSample(null)
    for await (const row of vendor.people(null))
      if (!addPerson(vendor.personId(row) ?? 'an account without an id', row)) break
    if (vendor.groupTypes.length > 0)
      for await (const { row } of vendor.groups(null)) if (!addGroup(row)) break
    return sample()
  } finally {
    vendor.close()
  }
}

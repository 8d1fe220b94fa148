import { isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'
import { isSecretKey } from '../file/secret-keys.ts'
import type { SampledPerson, SourceSample } from './connector.ts'
import type { Vendor } from './vendor.ts'

export const sampledPeople = 20
export const sampledGroups = 5

/** Together with a mapping it is smaller than a body may be. */
const bytesAtMost = 400_000

/** Takes entries until there are enough. */
export type SampleCollector = {
  /** @returns whether there is room for another one */
  addPerson: (name: string, record: JsonObject) => boolean
  leaveOut: (reason: string) => boolean
  addGroup: (record: JsonObject) => boolean
  sample: () => SourceSample
}

/** Secrets are left out of entries. */
export function collectSample(product: string | null): SampleCollector {
  const people: SampledPerson[] = []
  const leftOut: string[] = []
  const groups: JsonObject[] = []
  let bytes = 0
  const fits = (record: JsonObject) => {
    bytes += Buffer.byteLength(JSON.stringify(record))
    return bytes <= bytesAtMost
  }
  return {
    addPerson: (name, given) => {
      const record = withoutSecrets(given)
      if (!fits(record)) return false
      people.push({ name: name.slice(0, 1000), record })
      return people.length + leftOut.length < sampledPeople
    },
    leaveOut: (reason) => {
      leftOut.push(reason.slice(0, 2000))
      return people.length + leftOut.length < sampledPeople
    },
    addGroup: (given) => {
      const record = withoutSecrets(given)
      if (!fits(record)) return false
      groups.push(record)
      return groups.length < sampledGroups
    },
    sample: () => ({ product, people, leftOut, groups }),
  }
}

function withoutSecrets(record: JsonObject): JsonObject {
  const kept = Object.entries(record).filter(([key]) => !isSecretKey(key))
  return Object.fromEntries(kept.map(([key, value]) => [key, cleared(value)]))
}

function cleared(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(cleared)
  return isObject(value) ? withoutSecrets(value) : value
}

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

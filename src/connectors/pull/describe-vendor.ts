import type { TObject } from 'typebox'
import type { IntegrationVendor } from '../../contract/states.ts'
import type { IntegrationOptions } from '../../workspace/integrations/create-integration.ts'
import { faultIn } from '../file/check-mapping.ts'
import type { Mapping, Test } from '../file/mapping.ts'
import type { RelateRows } from '../file/relate-rows.ts'
import { connector, type Connector, type Definition } from './connector.ts'

/** By which keys of a profile Muster knows people, and which ones conditions may read. */
export type ProfileKeys = Pick<
  IntegrationOptions,
  | 'badgeIdProfileKey'
  | 'employeeIdProfileKey'
  | 'employeeAltIdProfileKey'
  | 'managerProfileKey'
  | 'managerProfileHolds'
  | 'parentProfileKey'
  | 'policyKeys'
>

export type DefaultDimension = { handle: string; name: string; profileKey: string }

/** The initial data of an integration; from then on each value is the integration's own. */
export type IntegrationDefaults = ProfileKeys & {
  mapping: Mapping
  /** What the primary's organisation is governed by; each value of these keys becomes an attribute. */
  dimensions: readonly DefaultDimension[]
}

const dimensionNames = {
  department: { handle: 'department', name: 'Department' },
  division: { handle: 'division', name: 'Division' },
  title: { handle: 'title', name: 'Title' },
  costCenter: { handle: 'cost_center', name: 'Cost center' },
} as const
type DimensionKey = keyof typeof dimensionNames

/** Keys that are left out have none. `dimensions`: the keys of profiles that they are made of. */
type GivenDefaults = Partial<ProfileKeys> & {
  mapping: Mapping
  dimensions?: readonly DimensionKey[]
}

export function defaultsOf({ dimensions = [], ...given }: GivenDefaults): IntegrationDefaults {
  return {
    badgeIdProfileKey: null,
    employeeIdProfileKey: null,
    employeeAltIdProfileKey: null,
    managerProfileKey: null,
    managerProfileHolds: 'vendor_id',
    parentProfileKey: null,
    policyKeys: [],
    ...given,
    dimensions: dimensions.map((profileKey) => ({ ...dimensionNames[profileKey], profileKey })),
  }
}

/** Of a source whose mapping gives the usual flat keys: an identity provider, or a table of people. */
export function usualDefaults(given: GivenDefaults): IntegrationDefaults {
  return defaultsOf({
    employeeIdProfileKey: 'employeeNumber',
    managerProfileKey: 'managerId',
    policyKeys: [
      'department',
      'division',
      'title',
      'costCenter',
      'location',
      'userType',
      'account_kind',
    ],
    dimensions: ['department', 'division', 'title', 'costCenter'],
    ...given,
  })
}

/** What only the records of a product have: all tests of one of the lists hold. */
export type Marks = readonly (readonly Test[])[]

export const has = (...paths: string[]): Test[] => paths.map((path) => ({ path, exists: true }))
export const oneOf = (path: string, ...values: string[]): Test => ({ path, one_of: values })

/** Everything that Muster knows of one vendor. Nothing outside of its folder names it, but the list in vendors.ts. */
export type VendorDescription = {
  /** As the API calls it: the type of its integrations, and the product that its exports are recognised as. */
  name: string
  /** As people call it. */
  label: string
  /** As a sentence calls its exports, where that is not the label. */
  exportsLabel?: string
  /** What such a source can be, the usual first. */
  kinds: readonly [IntegrationVendor, ...IntegrationVendor[]]
  /** What the console says about connecting one. */
  detail?: string
  /** Its exports are imported into integrations of the type `file`: it is no type of its own. */
  isFileOnly?: boolean
  /** People write their names there themselves, so that these are no evidence of who someone is. */
  hasOwnNames?: boolean
  /** Keys of profiles that people can write themselves there by its usual settings. */
  selfServiceKeys?: readonly string[]
  /** Of an integration of this type. */
  defaults: IntegrationDefaults
  exports: {
    marks: Marks
    /** Where its exports are read in another way than its API. */
    defaults?: IntegrationDefaults
    relate?: RelateRows
  }
  /** How its API is read. */
  connector?: Connector
}

/** The description of a vendor, with `api` for one that Muster reads by itself. @throws if its mapping is not one */
export function describeVendor<const Name extends string, S extends TObject = TObject>({
  api,
  ...description
}: Omit<VendorDescription, 'name' | 'connector'> & {
  name: Name
  api?: Definition<S>
}): VendorDescription & { name: Name } {
  const { defaults, exports } = description
  for (const { mapping } of [defaults, exports.defaults ?? defaults]) {
    const fault = faultIn(mapping)
    if (fault !== null) throw new Error(`The mapping of ${description.name} is not one: ${fault}`)
  }
  return { ...description, ...(api !== undefined && { connector: connector(api) }) }
}

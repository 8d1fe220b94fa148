import { foldValue } from '../../policy/attributes/fold-value.ts'
import type { ReadableIntegration } from '../../policy/conditions/policy-keys.ts'

export type DimensionReference = { id: string; handle: string; attributesEnabled: boolean }
export type NamedReference = { id: string; name: string }

/** Everything that a policy file may name, as the database has it. */
export type References = {
  integrations: ReadonlyMap<string, ReadableIntegration>
  dimensions: ReadonlyMap<string, DimensionReference>
  /** By {@link attributeKey}. Those that the file makes are added. */
  attributes: Map<string, NamedReference>
  /** By {@link resourceKey}. */
  resources: ReadonlyMap<string, string>
  /** Undeleted people by the address as the file spells it. */
  peopleByEmail: ReadonlyMap<string, readonly NamedReference[]>
  /** Undeleted people by uuid. */
  peopleById: ReadonlyMap<string, NamedReference>
  /** By {@link roleKey}. */
  roles: ReadonlyMap<string, string>
}

export function attributeKey(dimensionId: string, value: string): string {
  return `${dimensionId} ${foldValue(value)}`
}

export function resourceKey(type: string, integrationId: string, vendorId: string): string {
  return `${type} ${integrationId} ${vendorId}`
}

export function roleKey(resourceType: string, handle: string): string {
  return `${resourceType} ${handle}`
}

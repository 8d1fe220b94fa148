import { foldValue } from '../policy/attributes/fold-value.ts'
import type { ReadableIntegration } from '../policy/conditions/policy-keys.ts'
import type { CallerRights } from './caller-rights.ts'

export type NamedReference = { id: string; name: string; isDeleted?: boolean }

/** The objects that rules may name, from the database. */
export type References = {
  integrations: ReadonlyMap<string, ReadableIntegration>
  /** Handle → uuid. */
  dimensions: ReadonlyMap<string, string>
  /** By {@link attributeKey}. */
  attributes: ReadonlyMap<string, NamedReference>
  /** People by the address as the file spells it. */
  peopleByEmail: ReadonlyMap<string, readonly NamedReference[]>
  /** People by uuid. */
  peopleById: ReadonlyMap<string, NamedReference>
  /** Whose rights decide what may be listed. */
  rights: CallerRights
  /** Each a {@link roleKey}. */
  roles: ReadonlySet<string>
}

/** `dimension` is its uuid or its handle. */
export function attributeKey(dimension: string, value: string): string {
  return `${dimension} ${foldValue(value)}`
}

export function roleKey(resourceType: string, handle: string): string {
  return `${resourceType} ${handle}`
}

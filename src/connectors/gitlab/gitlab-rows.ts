import type { JsonObject } from '../../contract/json.ts'
import type { KnownGroup } from '../pull/known-records.ts'
import { textOf } from '../rest/text-of.ts'

export const idOf = (row: JsonObject): string | undefined => textOf(row, 'id')

/** Where a group or project is. */
export function pathOf({ resourceType, vendorId }: KnownGroup): string {
  const noun = resourceType === 'codehost_project' ? 'projects' : 'groups'
  return `${noun}/${encodeURIComponent(vendorId)}`
}

/** Without the keys that have no value. */
export function withValues(
  row: Readonly<Record<string, JsonObject[string] | undefined>>,
): JsonObject {
  const kept = Object.entries(row).flatMap(([key, value]) =>
    value === undefined || value === null ? [] : [[key, value] as const],
  )
  return Object.fromEntries(kept)
}

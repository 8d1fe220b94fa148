import { encodeId, type IdKind } from '../../contract/ids.ts'
import type { WrittenCondition } from './draft-condition.ts'

/** The id of what a condition names. */
export function resourceId(
  values: Pick<
    WrittenCondition,
    'attributeId' | 'integrationId' | 'directoryUserId' | 'vendorResourceId'
  >,
): string | null {
  return (
    encodeOrNull('attribute', values.attributeId) ??
    encodeOrNull('integration', values.integrationId) ??
    encodeOrNull('directoryUser', values.directoryUserId) ??
    encodeOrNull('resource', values.vendorResourceId)
  )
}

/** The person, attribute or resource (a uuid) that a condition names, as a list. */
export function referentOf({
  attributeId,
  directoryUserId,
  vendorResourceId,
}: Pick<WrittenCondition, 'attributeId' | 'directoryUserId' | 'vendorResourceId'>): string[] {
  return [attributeId, directoryUserId, vendorResourceId].filter((id) => id !== null)
}

function encodeOrNull(kind: IdKind, id: string | null): string | null {
  return id === null ? null : encodeId(kind, id)
}
